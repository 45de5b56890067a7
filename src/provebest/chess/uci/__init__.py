"""The engine for any chess program: the protocol and its options."""
