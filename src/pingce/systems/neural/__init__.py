"""What systems on PyTorch share."""
