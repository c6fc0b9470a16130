"""`python -m casting_shadows` is the command `casting-shadows`."""

import sys

from casting_shadows.cli.main import main

sys.exit(main())
