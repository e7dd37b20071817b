"""Generators of models: scenarios in the wording of the papers, and irregular models of the kind that people write."""
