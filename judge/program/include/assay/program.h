/* SPDX-License-Identifier: MIT */
/**
 * program: languages, and the steps from source files of a submission or a package to a program in
 * the sandbox: reading, compiling, caching, one run. It does not check outputs.
 */
#ifndef ASSAY_PROGRAM_H
#define ASSAY_PROGRAM_H

#include <assay/program/fork_server.h>
#include <assay/program/intake.h>
#include <assay/program/language.h>
#include <assay/program/run.h>
#include <assay/program/sources.h>
#include <assay/program/workshop.h>

#endif
