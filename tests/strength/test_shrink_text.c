/* SPDX-License-Identifier: MIT */
/* Texts of other forms. */
#include "shrink_case.h"

TestSuite(shrink_text, .timeout = 100);
