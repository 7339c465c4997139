/* SPDX-License-Identifier: MIT */
/**
 * engine: judges a submission: compiles it, runs it on each test, checks its output and reports the
 * verdict. It knows no game and links no solver: expected outputs reach it as files.
 *
 * Data flows one way: package + submission -> compiled program -> run per test -> check -> result
 * (assay/engine/result.h) -> verdict document (docs/verdict.schema.json).
 *
 * Life cycle: open a package (as_package_open) and the language table (as_languages_open). Then an
 * engine (assay/engine/job.h) judges submissions of any number of packages. judge/README.md has a
 * complete program, and what to link.
 */
#ifndef ASSAY_ENGINE_H
#define ASSAY_ENGINE_H

#include <assay/engine/case.h>
#include <assay/engine/job.h>
#include <assay/engine/result.h>
#include <assay/engine/validators.h>
#include <assay/program.h>

/** The wall time limit of a test of the package that has the given limit of CPU time. */
int64_t as_test_wall_limit_ns(const struct as_package *package, int64_t time_limit_ns)
	AS_NONNULL(1);

/* ---- cores ---- */

/**
 * Pins the calling thread, and the threads and processes that it starts, to the cores of a list
 * ("0,2-3"). An engine uses the cores that the thread that opens it may use, so call this first.
 * AS_ERROR_USAGE if the text is not a list of cores, or names one that the thread may not use now.
 */
int as_cores_pin(const char *list, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
