"""The functions behind ``import pingce``: thin, typed, on the homes that commands and server use.

What a command does with files, these do with files, open files, lists of dicts and data frames. They raise
:class:`pingce.UserError` with everything that is wrong, in the language of ``pingce.set_language`` or ``PINGCE_LANG``.
"""

import os

from pingce.spec.words import LANG_VARIABLE, speak

if os.environ.get(LANG_VARIABLE) == "zh":
    speak("zh")
