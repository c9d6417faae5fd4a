"""Tiers: how far each item can be trusted, by rules that stand in readable files; and what each rule throws away."""
