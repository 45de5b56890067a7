"""What `provebest bench` measures: the signature, speed, and the race against other packages."""
