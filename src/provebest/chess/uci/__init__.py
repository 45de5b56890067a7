"""The UCI engine for chess programs: the protocol and its options."""
