"""Networks that start from a pretrained encoder: training, checkpoints, export.

Importing this decides which instructions the processor is asked for, which must happen before the first computation.
"""

from .instructions import avoid_matrix_tiles

avoid_matrix_tiles()
