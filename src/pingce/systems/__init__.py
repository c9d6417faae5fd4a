"""Systems that answer: baselines, linear models, CRF, encoders, large language models."""
