/* SPDX-License-Identifier: MIT */
/**
 * job: the engine of a process, the packages that are open in it, and its queue of jobs. A job is
 * one submission to judge; it ends in a result (assay/engine/result.h) or in an error.
 *
 * Life cycle: as_engine_open, as_engine_package_open for each package; as_engine_submit for each
 * submission, as_engine_wait, as_job_free; as_engine_package_close when none of its jobs is left,
 * as_engine_close when no package is left.
 *
 * The process needs control groups (assay/sandbox.h): as_machine_examine examines whether it can
 * judge, and as_machine_needs_scope whether it must be started again in a scope of systemd. While
 * an engine is open, its umask must not remove read permissions from others: 022 or less.
 *
 * Order: of the queued jobs the most urgent class starts first. Within a class the owners take
 * turns, and the jobs of one owner start in the order of submission. About one job more than there
 * are workers runs at once, so that one is compiled while others are tested. A more urgent job does
 * not wait for running jobs of a less urgent class, and its tests are run first.
 *
 * Thread-safety: all functions are safe from any thread, even on the same engine, package or job,
 * except closing and freeing, after which no thread may use the object. The callbacks of one job
 * are called one at a time, in the order compiled, tests, finished, with no lock held. A callback
 * may submit and cancel jobs; it must not wait, free or close: leave that to another thread. It
 * delays only its own job. The first callback may come before as_engine_submit has returned.
 */
#ifndef ASSAY_ENGINE_JOB_H
#define ASSAY_ENGINE_JOB_H

#include <assay/engine/result.h>
#include <assay/program.h>

/** The maximum number of reruns of a test whose first run is inconclusive
 * (judge/engine/run/rerun.c): the usual number, or none. Fewer than two cannot change a verdict. */
#define AS_RERUNS_USUAL 0
#define AS_RERUNS_NONE (-1)
#define AS_RERUNS_USUAL_COUNT 10

/* ---- the engine ---- */

#define AS_NOTE_WAITS "waiting for a free core"
#define AS_NOTE_WAITS_LONG "still waiting for a core that another command uses"

struct as_engine_config {
	const struct as_languages *languages; /**< borrowed */
	unsigned workers; /**< tests at once, each on a core of its own; 0: one */
	/** How long to wait for a core whose queue does not move before sharing one; 0: 30 s. */
	int64_t core_wait_ns;
	const char *cache_dir; /**< of compiled programs; NULL: $XDG_CACHE_HOME/assay; borrowed */
	/** The folder that has assay/gen.h, for programs of packages that include it: `include` of
	 * the build folder, or of the prefix of an installation; or NULL; borrowed. */
	const char *include_dir;
	/** Installed modules that runs see besides their run-time system, such as "numpy";
	 * NULL-terminated, or NULL; borrowed. */
	const char *const *modules;
	enum as_weakness weak_sandbox;
	bool fresh;                /**< do not take compiled programs from the cache */
	const atomic_bool *cancel; /**< cancels all jobs, for a signal handler; or NULL */
	/** Called when a run begins to wait for a core (AS_NOTE_WAITS), if it waits for longer than
	 * AS_LONG_WAIT_NS (AS_NOTE_WAITS_LONG), and when it has a core (the name of its work), from
	 * any thread, with no lock held; several calls may come at once. Or NULL. */
	void (*note)(void *context, const char *what);
	void *note_context;
};

struct as_engine;
/** Opens an engine. It uses the cores that the calling thread may use, and up to about 110
 * descriptors for each worker: raise the soft limit of open files (RLIMIT_NOFILE) for many cores.
 * It copies `config`; everything that `config` borrows must stay valid until the engine is closed.
 * NULL: a process or folder that it needs cannot be made, or (AS_ERROR_USAGE) a module is unknown
 * or the umask hides new files from other users. If the machine cannot judge safely, the first
 * compilation fails with AS_ERROR_MACHINE. */
struct as_engine *as_engine_open(
	const struct as_engine_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Its configuration, borrowed; `workers` is the number that it has: not more than cores. */
const struct as_engine_config *as_engine_settings(const struct as_engine *engine) AS_NONNULL(1);
/** Takes NULL. */
void as_engine_close(struct as_engine *engine);

/** Refuses (AS_ERROR_MACHINE, with the numbers) a package whose limits of memory and output are
 * more than one of `runs` runs at a time has on this machine; 0: a run on each core.
 * as_engine_package_open calls it. */
int as_engine_package_fits(const struct as_package *package, size_t runs,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** A package that is open in an engine. */
struct as_open_package;
/** Borrows the package until it is closed. NULL: its tests are not generated (AS_ERROR_INPUT), or
 * its limits do not fit (AS_ERROR_MACHINE). */
struct as_open_package *as_engine_package_open(struct as_engine *engine,
	const struct as_package *package, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/**
 * Compiles the package's own programs, unless they are compiled. Without this call the first job
 * that needs them compiles them. AS_ERROR_INPUT: the package is at fault, and every job of it ends
 * with the same error. After another error the next call or job tries again.
 */
int as_engine_package_prepare(struct as_open_package *opened, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** The package that was opened, borrowed. */
const struct as_package *as_engine_package(const struct as_open_package *opened) AS_NONNULL(1);
/** Takes NULL. */
void as_engine_package_close(struct as_open_package *opened);

/* ---- needs ---- */

/** Lists the languages of the programs of a package that judging needs (output validators, static
 * validator, grader), as ids in any order, NULL-terminated, on the heap (as_names_free). A program
 * whose language is unknown is left out: it fails wherever it is compiled. NULL: out of memory. */
char **as_engine_package_languages(
	const struct as_open_package *opened, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Finds the language of a submission as compiling it would. 0: `id` is one of the table, or NULL
 * for a submission that needs none: it is refused, or its package wants answers only. -1: it cannot
 * be read. */
int as_engine_submission_language(const struct as_open_package *opened,
	const struct as_submission *submission, const char **id, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3);

/** Finds why a submission would be refused before a compiler runs, for example because its language
 * or entry point is unclear. 1: `text` is the message, on the heap; 0: the submission would be
 * compiled; -1: it cannot be read. */
int as_engine_submission_refusal(const struct as_open_package *opened,
	const struct as_submission *submission, char **text, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3);

/* ---- compiled submissions ---- */

/**
 * A submission after compiling; it may also have been refused, or not have compiled. It can be
 * judged any number of times, by several jobs at once. It is shared: the last as_compiled_free
 * frees it. Free it before its package is closed.
 */
struct as_compiled;
/**
 * Compiles a submission in the calling thread, on a core on which no submission is measured
 * meanwhile. `cancel` NULL: the engine's flag. A submission in an unknown language is refused,
 * which is not an error. NULL: the path does not exist (AS_ERROR_USAGE), the machine cannot compile
 * it (AS_ERROR_MACHINE; sys_errno ENOPKG: it has no compiler for the language), or the call was
 * cancelled.
 */
struct as_compiled *as_engine_compile(struct as_open_package *opened,
	const struct as_submission *submission, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** AC if the submission can be run, else CE. */
enum as_verdict as_compiled_verdict(const struct as_compiled *compiled) AS_NONNULL(1);
/** Its program, for as_fork_server_open (assay/program/fork_server.h). Borrowed; NULL: it was
 * refused before it came to compiling. */
const struct as_program *as_compiled_program(const struct as_compiled *compiled) AS_NONNULL(1);
/** Returns the same object, which must be freed once more. Takes NULL. */
struct as_compiled *as_compiled_share(struct as_compiled *compiled);
/** Takes NULL. */
void as_compiled_free(struct as_compiled *compiled);

/* ---- jobs ---- */

/** A smaller value is more urgent; 0 is the usual class. */
enum as_job_class { AS_JOB_URGENT = -1, AS_JOB_USUAL = 0, AS_JOB_BACKGROUND = 1 };

/** A test that was run. The result contains it only if the test counts in the end. */
struct as_job_test {
	const char *name; /**< the package's */
	size_t index;     /**< in the package's order */
	enum as_verdict verdict;
	bool unconfirmed;    /**< as in the result */
	bool validator_late; /**< JE: the output validator reached its time limit */
	struct as_result_usage usage;
};

/** Each may be NULL. Their arguments are valid during the call. */
struct as_job_calls {
	/** The submission was compiled. With any other verdict than AC no test follows. */
	void (*compiled)(void *context, enum as_verdict verdict);
	/** A test was run. Tests are reported as they end, not in the package's order. */
	void (*test)(void *context, const struct as_job_test *test);
	/** The last call. `result` NULL: the job ended in the error. It comes before any
	 * as_engine_wait returns; if cancelled in the queue, from within as_engine_cancel. */
	void (*finished)(
		void *context, const struct as_result *result, const struct as_error *error);
	void *context;
};

struct as_case;
/** A submission to judge, and how. as_engine_submit copies all texts, and files in memory. */
struct as_job_order {
	struct as_open_package *package; /**< open in the engine */
	struct as_submission submission; /**< path or files, language and entry point */
	/** Judged in place of `submission`; the job shares it until the job is freed. NULL: the job
	 * compiles `submission`. */
	struct as_compiled *compiled;
	bool keep_compiled;   /**< for as_job_compiled */
	const char *keep_dir; /**< to keep programs, outputs and messages in, or NULL */
	enum as_job_class class;
	const char *owner; /**< owners take turns; all jobs with NULL have one owner */
	/** The tests to run. Set at most one of `test` and `group`. Each of the three members
	 * disables short-circuiting; the verdict is then that of the first test that is not AC. */
	bool run_all; /**< all, even after a failure */
	/**
	 * A test is AC if its output is right and its limits were kept, although the program exits
	 * with a status other than 0, tries to start another program (which it does not find:
	 * ENOENT), or fails because its input has ended; see enum as_tolerance. If its output is
	 * wrong, or it crashes in another way, it fails as usual. It is part of the digests.
	 */
	bool lenient;
	const char *test;  /**< only this one, or NULL */
	const char *group; /**< only those of this group, "secret/2"; or NULL */
	/** With `test`: an input and an answer (assay/engine/case.h) in place of the test's files.
	 * The other members of the case are ignored. Borrowed until the job is freed. NULL: the
	 * test's files */
	const struct as_case *data;
	int64_t time_limit_ns; /**< in place of the package's; 0: the package's */
	/** A run may overrun the time limit up to this CPU time, to measure its margin; 0: no
	 * further than a verdict needs. With `margin_once` one test that uses so much is enough,
	 * and the others are ended at the limit. */
	int64_t margin_time_ns;
	bool margin_once;
	bool keep_disturbed; /**< `disturbed` of the result's tests is set, also once it is stored
			      */
	/** Of a submission that is judged several times through a store: with another number it is
	 * another job. The engine ignores it. */
	int64_t round;
	int reruns; /**< a number, AS_RERUNS_USUAL or AS_RERUNS_NONE */
	struct as_job_calls calls;
};

struct as_job;
/** Queues a job; free it with as_job_free. NULL with AS_ERROR_USAGE: the test, group or language
 * does not exist. */
struct as_job *as_engine_submit(struct as_engine *engine, const struct as_job_order *order,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Cancels a job: its runs are killed, and it ends with AS_ERROR_INTERNAL "interrupted", unless it
 * is finished. Returns at once. */
void as_engine_cancel(struct as_job *job) AS_NONNULL(1);
/**
 * Waits until the job is finished. 0: moves the result into `result` (clear it); a second call
 * returns an empty one. -1 with the job's error: the path does not exist (AS_ERROR_USAGE), the
 * machine cannot judge, or the job was cancelled; `result` is empty. A submission that cannot be
 * judged has a result with verdict CE.
 */
int as_engine_wait(struct as_job *job, struct as_result *result, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/**
 * Waits until the job is finished. Returns the compiled submission that it judged, shared (free
 * it). NULL: nothing was compiled, or keep_compiled of its order is false.
 */
struct as_compiled *as_job_compiled(struct as_job *job) AS_MUST_USE AS_NONNULL(1);
/** Frees a job; one that is not finished is cancelled and waited for. Takes NULL. */
void as_job_free(struct as_job *job);

/* ---- other work ---- */

/** Work of the caller that runs beside submissions, such as checking a package's data. */
struct as_work_order {
	/** Called once, in a thread of the engine, unless it is cancelled in the queue. It must
	 * return soon after `cancel` is set. -1: the job ends in the error. */
	int (*work)(void *context, const atomic_bool *cancel, struct as_error *error);
	void *context;
	enum as_job_class class;
};
/** Queues work as a job, which is waited for, cancelled and freed like any other; its result is
 * empty. It neither takes a turn from submissions nor waits for one. */
struct as_job *as_engine_submit_work(struct as_engine *engine, const struct as_work_order *order,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
