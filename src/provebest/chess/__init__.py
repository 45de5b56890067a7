"""The chess player: what B* needs to know of chess, and nothing that B* should not."""
