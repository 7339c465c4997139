/* SPDX-License-Identifier: MIT */
/**
 * program: languages, and the way from the files of a submission or of a package to a program that
 * can be run in the sandbox: reading, compiling, caching, one run. It checks no output.
 */
#ifndef ASSAY_PROGRAM_H
#define ASSAY_PROGRAM_H

#include <assay/program/intake.h>
#include <assay/program/language.h>
#include <assay/program/run.h>
#include <assay/program/sources.h>
#include <assay/program/workshop.h>

#endif
