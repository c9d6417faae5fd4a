"""What each kind of stage does: the functions of the stages, called with what the recipe says."""
