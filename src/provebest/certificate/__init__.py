"""Certificates: proofs that can be stored and checked.

``certify`` writes them; ``check`` checks them and does not depend on any search.
"""
