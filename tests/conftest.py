"""What holds for the whole suite."""

import signal

# A process started in the background may come with Ctrl-C ignored, and hands that on to all it
# starts; the programs that tests interrupt are to get it.
signal.signal(signal.SIGINT, signal.default_int_handler)
