#!/proc/self/exe
# SPDX-License-Identifier: MIT
# Its interpreter is, at exec, still the sandbox's own helper. Right: started without its descriptor, the
# helper's image ends with exit status 1.
