/* SPDX-License-Identifier: MIT */
/**
 * engine: judges a submission: compiles it, runs it on each test, checks what it printed and says
 * the verdict. It knows no game and links no solver: expected outputs reach it as files.
 *
 * Data flows one way: package + submission -> compiled program -> run per test -> check -> result
 * (assay/engine/result.h) -> verdict document (docs/verdict.schema.json).
 *
 * Life cycle: as_package_open and as_languages_open read what does not change; an engine
 * (assay/engine/job.h) judges submissions of any number of packages.
 */
#ifndef ASSAY_ENGINE_H
#define ASSAY_ENGINE_H

#include <assay/engine/case.h>
#include <assay/engine/job.h>
#include <assay/engine/result.h>
#include <assay/engine/validators.h>
#include <assay/program.h>

/* ---- the default output check ---- */

/**
 * Compares an output with an answer, streaming: both descriptors are read from their current offset
 * in blocks, memory is constant whatever their size but for single tokens, of which up to 64 KiB
 * are looked at as numbers. Returns 0 and AS_VERDICT_AC or AS_VERDICT_WA with one line of feedback
 * ("token 3 (line 2): expected 8, got 7"), or -1 where reading failed.
 */
int as_check_default(int output_fd, int answer_fd, const struct as_check_flags *flags,
	enum as_verdict *verdict, char feedback[AS_FEEDBACK_SIZE],
	struct as_error *error) AS_MUST_USE AS_NONNULL(3, 4, 5);

/** The limit of wall time that a test of the package has beside one of CPU time. */
int64_t as_test_wall_limit_ns(const struct as_package *package, int64_t time_limit_ns)
	AS_NONNULL(1);

/* ---- judging ----------------------------------------------------------------------------------
 */

/**
 * Pins the calling thread, and what it starts, to the cores of a list ("0,2-3"): those of a judge
 * are the ones that the thread that opens it may use. AS_ERROR_USAGE unless it is a list of cores
 * that the thread may use now.
 */
int as_cores_pin(const char *list, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
