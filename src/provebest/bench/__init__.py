"""The measurements of ``provebest bench``: the signature, speed, and other packages' speed."""
