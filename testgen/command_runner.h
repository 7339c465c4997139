/* SPDX-License-Identifier: MIT */
#ifndef ASSAY_TESTGEN_COMMAND_RUNNER_H
#define ASSAY_TESTGEN_COMMAND_RUNNER_H

#include "programs.h"

#include <assay/testgen/commands.h>

struct as_command_runner {
	struct runner runner;
};

#endif
