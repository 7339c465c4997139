/* SPDX-License-Identifier: MIT */
#include "draft.h"
