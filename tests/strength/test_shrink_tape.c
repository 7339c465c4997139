/* SPDX-License-Identifier: MIT */
/* Tapes. */
#include "shrink_case.h"

TestSuite(shrink_tape, .timeout = 100);
