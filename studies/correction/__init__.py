"""A small network that corrects the handcrafted chess evaluation: labels, training, tests."""
