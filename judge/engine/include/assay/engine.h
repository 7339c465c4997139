/* SPDX-License-Identifier: MIT */
/**
 * engine: judges a submission: compiles it, runs it on each test, checks what it printed and says
 * the verdict. It knows no game and links no solver: expected outputs reach it as files.
 *
 * Data flows one way: package + submission -> compiled program -> run per test -> check -> result
 * (assay/engine/result.h) -> verdict document (docs/verdict.schema.json).
 *
 * Life cycle: as_package_open and as_languages_open read what does not change; an engine
 * (assay/engine/job.h) judges submissions of any number of packages. as_judge_open makes an engine
 * for one package, and as_judge_submission judges one submission after another in it.
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

struct as_judge_config {
	const struct as_languages *languages; /**< borrowed */
	unsigned workers; /**< tests at once, each on a core of its own; 0: one */
	int reruns;       /**< a number, AS_RERUNS_USUAL or AS_RERUNS_NONE */
	/** How long to wait for cores whose queues do not move, before sharing one; 0: 30 s. */
	int64_t core_wait_ns;
	bool weak_sandbox;
	bool run_all;         /**< do not stop at the first failure */
	const char *test;     /**< judge only this test, or NULL */
	const char *language; /**< take submissions to be in this language; NULL: as they look */
	const char *keep_dir; /**< keep what was made for debugging here, or NULL */
	const char *cache_dir;     /**< of compiled programs; NULL: $XDG_CACHE_HOME/assay */
	bool fresh;                /**< do not take compiled programs from the cache */
	const char *include_dir;   /**< holds assay/gen.h, for programs of the package; or NULL */
	const atomic_bool *cancel; /**< or NULL */
	/** Called from any worker, one call at a time, or NULL. `now` is a test's name or
	 * "compile". */
	void (*progress)(void *context, const char *now);
	/** What it waits for, where it does: no step of its progress; as above. */
	void (*note)(void *context, const char *what);
	void *progress_context;
};

/**
 * Pins the calling thread, and what it starts, to the cores of a list ("0,2-3"): those of a judge
 * are the ones that the thread that opens it may use. AS_ERROR_USAGE unless it is a list of cores
 * that the thread may use now.
 */
int as_cores_pin(const char *list, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** One package in an engine of its own, without jobs. */
struct as_judge *as_judge_open(const struct as_package *package,
	const struct as_judge_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void as_judge_close(struct as_judge *judge);
/**
 * Judges one submission and fills its result (clear it). A submission that cannot be judged has a
 * result with verdict CE; -1 means that there is no such path (AS_ERROR_USAGE), that the machine
 * cannot do it, or that it was cancelled, and the result is empty.
 */
int as_judge_submission(struct as_judge *judge, const struct as_submission *submission,
	struct as_result *result, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
