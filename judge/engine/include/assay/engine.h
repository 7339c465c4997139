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
#include <assay/program.h>
#include <assay/validators.h>

/** The wall time limit of a test of the package that has the given limit of CPU time. */
int64_t as_test_wall_limit_ns(const struct as_package *package, int64_t time_limit_ns)
	AS_NONNULL(1);

/** The validators of an open package, which checks them on files; close them before the package.
 * `cancel` NULL: the engine's flag. */
struct as_validators *as_engine_validators_open(struct as_open_package *opened,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
