/* SPDX-License-Identifier: MIT */
/* judging: the data that the stages of judging one submission pass on. */
#ifndef ASSAY_JUDGE_JUDGING_H
#define ASSAY_JUDGE_JUDGING_H

#include "core.h"
#include "run_limits.h"
#include "transcript.h"
#include <assay/engine.h>

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct as_attempt; /* rerun.h */
struct as_rerun;

/* The reason of a JE: a file of the package was changed after the package was opened. */
#define AS_REASON_PACKAGE_CHANGED "package-changed"

/* The score of an accepted test by the package's output validator, or its fraction of the test's
 * worth. At most one of the two is set. */
struct as_test_score {
	bool has_score, has_multiplier;
	double score, multiplier;
};

struct as_test_result {
	bool counted;     /* it was run, and is reported */
	bool contributes; /* to verdict and score: it was not short-circuited */
	enum as_verdict verdict;
	char reason[AS_TOLERANCE_SIZE]; /* "" if the verdict needs no reason */
	char feedback[AS_FEEDBACK_SIZE];
	bool validator_late; /* JE: the output validator reached its time limit */
	struct {
		bool usage_unknown; /* CPU time and memory of a pass are unknown */
		bool disturbed;     /* other programs took time of its core: rerun.c */
	};
	int64_t cpu_time_ns;
	int64_t wall_time_ns;
	uint64_t memory_bytes;
	uint64_t instructions; /* 0: not counted */
	int exit_code;         /* -1: it did not exit */
	int signal;
	unsigned reruns;
	bool unconfirmed; /* an outside cause is possible, and no rerun confirmed the verdict:
			     rerun.c */
	unsigned passes;  /* of a multi-pass test; else 1 */
	struct as_test_score scored;
	/* The validator's messages for the judges and for the team, printable, of several lines;
	 * NULL: none. */
	char *judge_message, *team_message;
	char *transcript; /* of an interactive test: printable, of several lines; else NULL */
};
/* Frees all that it owns. */
void as_test_result_clear(struct as_test_result *result);
/* Drops ownership, after the struct was copied. */
void as_test_result_disown(struct as_test_result *result);

struct as_group_result {
	enum as_verdict verdict; /* NONE: none of its tests was run */
	double score;
	double test_worth; /* the points of an accepted test directly in it; unused if groups are
			      graded */
	size_t unmet; /* index of a required group that was not accepted, so that this one was not
			 run; or SIZE_MAX */
	enum as_error_kind fault; /* the party at fault for a judging error in the group's score, */
	char feedback[AS_FEEDBACK_SIZE]; /* and its message; else "" */
};

/* Short-circuiting: the tests whose results earlier failures have made irrelevant
 * (short_circuit.c). */
struct as_short_circuit_group {
	size_t end;          /* the first test after its first failure, or SIZE_MAX */
	size_t unmet;        /* the first required group that failed, or SIZE_MAX */
	size_t part_count;   /* the number of tests and groups directly in it */
	size_t failed_count; /* the number of those that failed */
	bool lost;           /* it cannot be accepted any more, which its parent has counted */
};
struct as_short_circuit {
	const struct as_package *package;
	struct as_short_circuit_group *groups;
	size_t end; /* the first test that a pass-fail package would not run */
};
int as_short_circuit_init(struct as_short_circuit *short_circuit, const struct as_package *package,
	struct as_error *error) AS_MUST_USE;
void as_short_circuit_clear(struct as_short_circuit *short_circuit);
void as_short_circuit_reset(struct as_short_circuit *short_circuit);
/* Records that a test was not accepted. */
void as_short_circuit_note(struct as_short_circuit *short_circuit, size_t test);
/* Records that a group's static validation was not accepted; it precedes the group's tests. */
void as_short_circuit_note_static(struct as_short_circuit *short_circuit, size_t group);
/* True if the failures known so far make the result of the test irrelevant, so that it need not be
 * run. */
bool as_short_circuit_is_irrelevant(const struct as_short_circuit *short_circuit, size_t test);
/* True if the test is in a group that requires a failed group. */
bool as_short_circuit_is_unmet(const struct as_short_circuit *short_circuit, size_t test);

/* The contents of the program's working folder on a test (working.c). */
struct as_working {
	char folder[32]; /* an entry of the work folder; "": none */
	bool is_program; /* it is the program's own folder */
	uint64_t bytes;
};

/* An idle sandbox, kept for later programs in its language. */
#define AS_MAX_WARM 3
struct as_warm {
	struct as_sandbox *sandbox; /* NULL: none */
	const struct as_language *language;
};

/* The number of additional sandboxes of a worker for one language with many runs. A run can then
 * start while the kernel still removes the namespaces of earlier ones (worker.c). */
#define AS_MAX_SPARE 2

/* A thread that runs tests, with its own sandbox and its own core. */
struct as_worker {
	struct as_engine *engine;
	struct as_sandbox *sandbox;             /* for the language below; NULL until first used */
	struct as_sandbox *spare[AS_MAX_SPARE]; /* more of the same language; NULL: none */
	unsigned wait_count; /* runs that found no sandbox ready, since the last one was opened */
	const struct as_language *language;
	struct as_warm warm[AS_MAX_WARM]; /* of other languages, most recently used first */
	int core;
	pthread_t thread;
	/* The test that it runs. */
	struct as_judging *judging; /* NULL: none */
	int64_t margin_time_ns;     /* as in struct as_judging_options */
	struct as_working working;
};

/* Runs the worker's submission on one test. -1: the judging must end. */
typedef int as_test_runner(struct as_worker *worker, const struct as_test *test,
	struct as_test_result *result, struct as_error *error);

/* The jobs of an engine, and their drivers: queue.c, job.c. */
struct as_job_queue {
	pthread_cond_t changed; /* a job may start, or the engine closes */
	struct as_job *first;   /* the list of unfinished jobs, in order of arrival */
	struct as_owner *owners;
	uint64_t turns[3]; /* by class: the turn of the job that was started last */
	/* as_job_run, or a stub in a test of the queue */
	void (*run_job)(struct as_job *job);
	pthread_t *drivers;
	size_t driver_count, idle_count;
	pthread_t watcher;
	bool is_watched;
};
/* Ends the driver threads. All jobs are finished. */
void as_drivers_end(struct as_engine *engine);

/* Shared by all judgings of a process, whatever their package. */
struct as_engine {
	struct as_engine_config config;
	struct as_workshop *workshop;
	as_test_runner *run_test; /* as_test_run, or a stub in a test of the schedule */
	struct as_cores *cores;   /* that this process may use */
	struct as_worker *workers;
	size_t worker_count;
	pthread_mutex_t lock; /* guards the members below, the active judgings and their progress */
	pthread_cond_t changed;    /* a test can be run, or a judging has no more tests */
	struct as_judging *first;  /* the list of active judgings, oldest first; or NULL */
	struct as_case_run *cases; /* waiting for a worker, in starting order */
	bool case_is_next;         /* the next turn within a class belongs to a case, not a test */
	size_t thread_count;       /* the number of workers that were started */
	struct as_job_queue queue;
	bool closing;
};

/* Shared by the submissions of one open package. */
struct as_judge {
	struct as_engine *engine;
	const struct as_package *package;
	struct as_workshop *workshop; /* the engine's */
	struct as_program *grader;    /* of the package, or NULL */
	/* The output validators of the package, NULL-terminated: all must accept. NULL: the default
	 * output check. */
	struct as_validator **validators;
	size_t validator_count;
	struct as_sandbox **validator_sandboxes; /* by worker and validator; NULL until used */
	struct as_stage *stages; /* for the validators: one for each test, made when first needed */
	struct as_validator *static_validator; /* of the package, or NULL */
	struct as_sandbox *static_sandbox;     /* NULL until first used */
	pthread_mutex_t stage_lock; /* guards `stages`; separate, because a worker that waits for it
				       has a core */
	pthread_mutex_t program_lock; /* guards the sandboxes of grader and static validator, and */
	bool is_prepared;             /* as_engine_package_prepare is not to try again: */
	bool cannot_prepare;          /* it succeeded, or failed */
	struct as_error why_not;      /* for this reason */
	unsigned submissions;         /* guarded by engine->lock */
};

/* How one submission is judged. */
struct as_judging_options {
	int64_t time_limit_ns;
	/*
	 * A run may overrun the time limit up to this CPU time, to measure its margin (0: no
	 * further than usual). With `margin_once`, one test is enough: one test at a time may
	 * overrun, and without reruns the others are ended at the time limit.
	 */
	int64_t margin_time_ns;
	bool margin_once;
	bool lenient; /* as in struct as_job_order */
	int reruns;   /* a number, AS_RERUNS_USUAL or AS_RERUNS_NONE */
};

/* How a test contributes to the TLE margin of the submission: schedule.c. */
enum as_margin {
	AS_MARGIN_NONE,
	AS_MARGIN_CUT,   /* ended at the limit; it may have to be run again with an overrun */
	AS_MARGIN_KNOWN, /* it used margin_time_ns, or only waited */
};

/* The tests of a submission to run. All of it is borrowed. */
struct as_judging_scope {
	bool run_all;                 /* do not stop at the first failure */
	const char *test;             /* only this test; or NULL */
	const struct as_group *group; /* only the tests of this group; or NULL */
	const char *keep_dir;         /* the folder for --keep; or NULL */
	const atomic_bool *cancel;    /* or NULL */
	enum as_job_class class;      /* a more urgent class goes first */
};

/* Finished tests that the waiting driver reports: schedule.c. They are copies, since a rerun
 * overwrites a test's result without the lock. */
struct as_reports {
	/* Called without the lock; NULL: nothing is reported. */
	void (*report)(void *context, const struct as_job_test *test);
	void *context;
	struct as_job_test *tests; /* in the order of finishing; guarded by engine->lock */
	size_t count, reported_count;
};

/* The progress of a judging's tests: schedule.c. Guarded by engine->lock. */
struct as_schedule {
	size_t next_test;
	size_t running_count;
	struct as_reports reports;
	enum as_margin *margins; /* by test; while a test runs, only its worker uses its result */
	bool exploring;          /* a test is running that may overrun */
	bool margin_known;       /* a contributing test has established the margin */
	bool validator_late;     /* on a test: no other test is run */
	struct as_error trouble; /* the error that ended the judging */
};

/* The judging of one submission. Several can be active at once. */
struct as_judging {
	struct as_judge *judge;
	struct as_judging_options options;
	struct as_judging_scope scope;
	struct as_limits limits; /* the judged limits: run_limits.h */
	atomic_bool core_shared; /* a test ran on a shared core */
	const struct as_program *program;
	const struct as_sources *sources;   /* of the program, or the answers */
	struct as_data *data;               /* of a case: data.h; NULL: the tests' own files */
	struct as_working validator_folder; /* the submission's files for the output validators */
	struct as_test_result *results;     /* one for each test of the package */
	struct as_test_result *statics;     /* by group; counted: its static validation was run */
	struct as_group_result *groups;
	struct as_short_circuit short_circuit;
	struct as_isolation isolation; /* of a sandbox that ran tests; cgroup NULL: none did */
	char sandbox_digest[AS_DIGEST_HEX_SIZE];
	int keep_fd;             /* the submission's folder in keep_dir, or -1 */
	struct as_judging *next; /* guarded by engine->lock */
	struct as_schedule schedule;
};
static inline bool as_judging_is_cancelled(const struct as_judging *judging)
{
	return as_is_cancelled(judging->scope.cancel);
}

/* ---- judge.c ---- */

/* Initialises it for runs without a schedule of tests. Clear it in any case. */
void as_judging_begin(struct as_judging *judging, struct as_judge *judge,
	const struct as_judging_options *options);
/* Sets the compiled submission to judge. Its program, sources and files for output validators are
 * borrowed. */
int as_judging_take(struct as_judging *judging, const struct as_compiled *compiled,
	struct as_error *error) AS_MUST_USE;
/* Like as_engine_package_prepare, but returns 0 at once if another thread is preparing the package.
 */
int as_judge_begin_prepare(struct as_judge *judge, struct as_error *error) AS_MUST_USE;
/* With an empty scope: all tests, with short-circuiting. Clear it in any case. */
int as_judging_init(struct as_judging *judging, struct as_judge *judge,
	const struct as_judging_options *options, struct as_error *error) AS_MUST_USE;
int as_judging_run(struct as_judging *judging, const struct as_compiled *compiled,
	struct as_result *result, struct as_error *error) AS_MUST_USE;
void as_judging_clear(struct as_judging *judging);

/* Checks that the package has the test, and the table the language; NULL is neither. */
int as_judge_check_test(
	const struct as_judge *judge, const char *test, struct as_error *error) AS_MUST_USE;
int as_judge_check_language(
	const struct as_judge *judge, const char *language, struct as_error *error) AS_MUST_USE;

/* answers.c: submissions that are answers. */
/* A placeholder for a program, for reports. */
struct as_program *as_answers_program(struct as_judge *judge, const struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;
/* Provides the answer to a test as if a program had printed it. A missing answer is WA. */
int as_answers_run(const struct as_judging *judging, const struct as_test *test,
	struct as_test_result *result, struct as_run_result *run,
	struct as_error *error) AS_MUST_USE;

/* working.c; remove it afterwards. */
int as_working_make(struct as_working *working, const struct as_judging *judging,
	const struct as_test *test, struct as_error *error) AS_MUST_USE;
void as_working_remove(struct as_working *working, const struct as_judge *judge);
/* Adds the size that the files of a folder have in a box. */
int as_working_measure(int folder, uint64_t *bytes, struct as_error *error) AS_MUST_USE;
/* Sets the initial contents of the box in a request. */
void as_working_show(const struct as_working *working, struct as_run_request *request);

/* test_run.c: runs the program on one test and determines the verdict. -1: the judging must end. */
int as_test_run(struct as_worker *worker, const struct as_test *test, struct as_test_result *result,
	struct as_error *error) AS_MUST_USE;

/* lenient.c: lenient judging. */
/* The verdict of a run before its output was checked, and what lenient judging disregards of it. */
struct as_ending {
	enum as_verdict verdict;
	char reason[AS_TOLERANCE_SIZE];
	char feedback[AS_FEEDBACK_SIZE];
	bool decides;                         /* the output need not be checked */
	unsigned tolerated, tolerated_before; /* of enum as_tolerance; in earlier passes */
};
/* Call it before a pass, while the result is that of the pass before. */
void as_ending_begin(struct as_ending *ending, const struct as_test_result *result);
/* Takes the verdict that as_test_judge_run has set. `read_all`: the input may have ended. */
void as_ending_take(struct as_ending *ending, const struct as_judging *judging,
	const struct as_run_result *run, bool read_all, const struct as_test_result *result);
/* If the program failed at the end of its input, sets `output` to its output without the last line,
 * if that one has no line feed and others precede it: the prompt of the read that failed. It is a
 * file; else `output` stays. */
int as_ending_cut_prompt(const struct as_ending *ending, const struct as_run_result *run,
	int *output, struct as_error *error) AS_MUST_USE;
/* After the output was checked: the ending is tolerated if the output is right, and counts
 * otherwise. */
void as_ending_conclude(const struct as_ending *ending, struct as_test_result *result);

/* verdict.c: the verdict of one run. */
/* True if standard error has one of the texts, a NULL-terminated list. */
bool as_run_says(const struct as_run_result *run, const char *const *texts);
/* Sets a JE: the fault is the package's if the kind is AS_ERROR_INPUT, else the judge's. Returns 0.
 */
int as_test_blame_judge(struct as_test_result *result, const struct as_error *why);
/* Sets an RTE: the kernel refused to start the program. Returns 0. */
int as_test_blame_exec(struct as_test_result *result, const struct as_error *why);
/* Sets the verdict of a run. It stays AS_VERDICT_NONE if the output decides. */
void as_test_judge_run(const struct as_language *language, const struct as_limits *limits,
	struct as_run_result *run, struct as_test_result *result);
void as_test_add_usage(const struct as_run_result *run, struct as_test_result *result);

/* worker.c: opens the worker's sandbox for the submission's language. */
int as_worker_open_sandbox(struct as_worker *worker, struct as_error *error) AS_MUST_USE;
/* Before each run: selects a sandbox that is ready, if there is one. */
void as_worker_choose_sandbox(struct as_worker *worker);
/* Makes the request for a run of the program in a pass (from 1 on), without an input. Clear it in
 * any case. */
int as_test_request(const struct as_worker *worker, const struct as_test *test,
	const struct as_rerun *rerun, unsigned pass, struct as_program_request *request,
	struct as_error *error) AS_MUST_USE;

/* validate.c: the package's output validators, if it has any. */
struct as_validator;
struct as_validator_run;
/* The worker's sandbox for one of them, pinned to the worker's core; NULL with an error. */
struct as_sandbox *as_test_open_validator(struct as_worker *worker,
	const struct as_validator *validator, struct as_error *error) AS_MUST_USE;
/* After a failed run of a validator: closes its sandbox if it is broken. */
void as_test_drop_broken_validator(
	struct as_worker *worker, const struct as_validator *validator, const struct as_error *why);
const struct as_validator *as_test_first_validator(
	const struct as_judge *judge, const struct as_test *test);
/* After a validator has accepted: advances to the next one. False if it was the last. */
bool as_test_next_validator(const struct as_judge *judge, const struct as_test *test,
	struct as_validator_run *validator_run);
/* Runs the validators for one pass, until one does not accept or requests another pass. */
int as_test_validate(struct as_worker *worker, const struct as_test *test,
	struct as_validator_run *validator_run, const struct as_run_result *run,
	struct as_test_result *result, struct as_error *error) AS_MUST_USE;

/* interact_run.c: one pass of an interactive test, and its verdict. -1: the judging must end. */
int as_test_interact(struct as_worker *worker, const struct as_test *test,
	const struct as_rerun *rerun, struct as_validator_run *validator_run,
	struct as_attempt *attempt, struct as_error *error) AS_MUST_USE;

/* claim.c: claims a core; give it back in any case. */
/* Claims a core for the worker, whose sandbox is open. If none is free in time, the worker shares
 * one, see judging->core_shared. After a wait, the name of the test is noted. */
void as_core_claim(struct as_worker *worker, const char *test_name, struct as_core *core);
/* The same for work that is not measured. Pins the calling thread, and the processes that it
 * starts, to the core; without a core it pins nothing. After a wait `what` is noted, unless it is
 * NULL. */
struct as_core_loan {
	struct as_core core; /* its number is -1 if there is none */
	cpu_set_t before;    /* the thread's cores before the loan */
};
#define AS_CORE_LOAN_INIT                                                                          \
	{                                                                                          \
		.core = AS_CORE_INIT                                                               \
	}
#define AS_AUTO_CORE_LOAN AS_AUTO(as_core_return)
void as_core_borrow(struct as_judge *judge, const char *what, const atomic_bool *cancel,
	struct as_core_loan *loan);
/* Gives the core back, and restores the thread's previous cores. */
void as_core_return(struct as_core_loan *loan);
/* The same without a note, and pins the runs of a sandbox instead. */
void as_core_borrow_for(
	const struct as_judging *judging, struct as_sandbox *sandbox, struct as_core *core);

/* schedule.c: runs the tests that must be run, in the order of the package, and fills `results`. */
int as_judging_run_tests(struct as_judging *judging, struct as_error *error) AS_MUST_USE;
/* Starts the worker threads, unless they run. Call it with the lock held. */
int as_workers_require(struct as_engine *engine, struct as_error *error) AS_MUST_USE;
/* Ends the worker threads. */
void as_workers_end(struct as_engine *engine);
/* True if only some tests were requested: each of them is run, and its verdict stands alone. */
bool as_judging_is_part(const struct as_judging *judging);

/* case_run.c: runs cases in a worker. Both functions need the engine's lock, which is released for
 * the run. */
struct as_case_run;
/* Returns the case that starts before the next test of the judging (NULL: none), or NULL. */
struct as_case_run *as_case_choose(
	const struct as_engine *engine, const struct as_judging *judging);
/* Removes the case from the queue, and runs it. */
void as_case_work(struct as_worker *worker, struct as_case_run *run);

/* static.c: runs the package's static validator on the submission; fills `statics`. */
int as_static_open(struct as_judge *judge, struct as_error *error) AS_MUST_USE;
void as_static_close(struct as_judge *judge);
int as_static_run(struct as_judging *judging, struct as_error *error) AS_MUST_USE;

/* result_make.c: makes results of judgings. */
struct as_report {
	const struct as_judging *judging;
	const char *path;
	const struct as_language *language; /* or NULL */
	const struct as_sources *sources;
	const struct as_program *program; /* NULL if nothing was compiled */
	const char *refusal;              /* why nothing was compiled */
	const char *refusal_text;
	char source_digest[AS_DIGEST_HEX_SIZE];
};
/* On failure the result is empty. */
int as_result_make(const struct as_report *report, struct as_result *result,
	struct as_error *error) AS_MUST_USE;

/* Makes the result of a case; clear it in any case. */
int as_result_make_case(const struct as_judging *judging, const struct as_test *test,
	const struct as_test_result *from, struct as_case_result *result,
	struct as_error *error) AS_MUST_USE;

/* keep.c: the files of --keep. The functions have no effect if keep_fd is -1. */
/* Removes the files of tests that do not count. */
void as_keep_forget(const struct as_judging *judging);
int as_keep_begin(struct as_judging *judging, const char *path, struct as_error *error) AS_MUST_USE;
int as_keep_program(struct as_judging *judging, struct as_error *error) AS_MUST_USE;
/* Keeps the messages of the package's output validator. */
int as_keep_messages(const struct as_judging *judging, const struct as_test *test,
	const struct as_test_result *result, struct as_error *error) AS_MUST_USE;
int as_keep_run(const struct as_judging *judging, const struct as_test *test,
	const struct as_attempt *attempt, struct as_error *error) AS_MUST_USE;

#endif
