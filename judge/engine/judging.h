/* SPDX-License-Identifier: MIT */
/* judging: what the stages of judging one submission hand to each other. */
#ifndef ASSAY_JUDGE_JUDGING_H
#define ASSAY_JUDGE_JUDGING_H

#include "core.h"
#include "run_limits.h"
#include "transcript.h"
#include <assay/engine.h>

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

/* Of a JE: a file of the package was changed after the package was opened. */
#define AS_REASON_PACKAGE_CHANGED "package-changed"

/* What the package's output validator said of an accepted test: its score, or what part of the
 * test's worth it is. At most one of the two is set. */
struct as_test_score {
	bool has_score, has_multiplier;
	double score, multiplier;
};

struct as_test_result {
	bool counted;     /* it was run, and is reported */
	bool contributes; /* to verdict and score: its group was not settled before it */
	enum as_verdict verdict;
	char reason[16]; /* "" where the verdict says all */
	char feedback[AS_FEEDBACK_SIZE];
	bool validator_late; /* JE: the output validator came to the end of its time */
	bool usage_unknown;  /* of a pass: CPU time and memory say nothing */
	int64_t cpu_time_ns;
	int64_t wall_time_ns;
	uint64_t memory_bytes;
	uint64_t instructions; /* 0: not counted */
	int exit_code;         /* -1: it did not exit */
	int signal;
	unsigned reruns;
	bool unconfirmed; /* the machine's doing, perhaps, and no rerun says otherwise: rerun.c */
	unsigned passes;  /* of a multi-pass test; else 1 */
	struct as_test_score scored;
	/* What it wrote for the judges and for the team: printable, of some lines; NULL: nothing.
	 */
	char *judge_message, *team_message;
	char *transcript; /* of an interactive test: printable, of many lines; else NULL */
};
/* Frees what it owns. */
void as_test_result_clear(struct as_test_result *result);
/* What it owned belongs to a copy of it. */
void as_test_result_disown(struct as_test_result *result);

struct as_group_result {
	enum as_verdict verdict; /* NONE: nothing of it was run */
	double score;
	double test_worth; /* what an accepted test directly in it earns, but for graded packages */
	size_t unmet;      /* it was not run, for this group was not accepted; SIZE_MAX */
	enum as_error_kind fault;        /* of a judging error in adding it up, */
	char feedback[AS_FEEDBACK_SIZE]; /* and what it was; else "" */
};

/* What failures have settled: settle.c. */
struct as_settling_group {
	size_t end;          /* the first test after its first failure, or SIZE_MAX */
	size_t unmet;        /* the first group that it requires and that failed, or SIZE_MAX */
	size_t part_count;   /* tests and groups directly in it */
	size_t failed_count; /* of those, the ones that failed */
	bool lost;           /* it cannot be accepted any more, and the group above knows */
};
struct as_settling {
	const struct as_package *package;
	struct as_settling_group *groups;
	size_t end; /* the first test that no pass-fail package would run */
};
int as_settling_init(struct as_settling *settling, const struct as_package *package,
	struct as_error *error) AS_MUST_USE;
void as_settling_clear(struct as_settling *settling);
void as_settling_reset(struct as_settling *settling);
/* A test was not accepted. */
void as_settling_note(struct as_settling *settling, size_t test);
/* The static validation of a group was not: it comes before the group's tests. */
void as_settling_note_static(struct as_settling *settling, size_t group);
/* True where what is known settles the test's fate: it need not be run. */
bool as_settling_is_settled(const struct as_settling *settling, size_t test);
/* True where it is in a group that requires one that failed. */
bool as_settling_is_unmet(const struct as_settling *settling, size_t test);

/* What the program finds in its working folder on a test (working.c). */
struct as_working {
	char folder[32]; /* an entry of the work folder, or "": nothing */
	bool is_program; /* it is the program's own folder */
	uint64_t bytes;
};

/* A sandbox that waits for a program in its language. */
#define AS_WARM_MOST 3
struct as_warm {
	struct as_sandbox *sandbox; /* NULL: none */
	const struct as_language *language;
};

/* How many more sandboxes a worker opens for one language, when it has many runs: one run starts
 * while the kernel still removes the namespaces of the last ones (worker.c). */
#define AS_SPARE_MOST 2

/* One of several that run tests at the same time, each with a sandbox on a core of its own. */
struct as_worker {
	struct as_engine *engine;
	struct as_sandbox *sandbox;              /* for the language below; NULL until first used */
	struct as_sandbox *spare[AS_SPARE_MOST]; /* for the same language; NULL: none */
	unsigned wait_count; /* runs that found no sandbox ready, since one was opened */
	const struct as_language *language;
	struct as_warm warm[AS_WARM_MOST]; /* of other languages, the one used last first */
	int core;
	pthread_t thread;
	/* The test that it runs. */
	struct as_judging *judging; /* NULL: none */
	int64_t least_time_ns;      /* as in struct as_judging_options */
	struct as_working working;
};

/* Runs the program of the worker's submission on one test. -1: the judging must end. */
typedef int as_test_runner(struct as_worker *worker, const struct as_test *test,
	struct as_test_result *result, struct as_error *error);

/* The jobs of an engine, and the threads that drive them: queue.c, job.c. */
struct as_job_queue {
	pthread_cond_t changed; /* a job may start, or the engine closes */
	struct as_job *first;   /* of the unfinished jobs, in the order in which they came */
	struct as_owner *owners;
	uint64_t turns[3]; /* by class: of the job that was started last */
	/* as_job_run; a test of the queue has its own. */
	void (*run_job)(struct as_job *job);
	pthread_t *drivers;
	size_t driver_count, idle_count;
	pthread_t watcher;
	bool is_watched;
};
/* Ends its threads. All jobs are finished. */
void as_drivers_end(struct as_engine *engine);

/* What all judgings of a process share, whatever their package. */
struct as_engine {
	struct as_engine_config config;
	struct as_workshop *workshop;
	as_test_runner *run_test; /* as_test_run; a test of the schedule has its own */
	struct as_cores *cores;   /* that this process may use */
	struct as_worker *workers;
	size_t worker_count;
	pthread_mutex_t lock;      /* guards what follows, judgings in work, and their progress */
	pthread_cond_t changed;    /* there are tests to run, or no more of a judging */
	struct as_judging *first;  /* of those in work, the one that came first, or NULL */
	struct as_case_run *cases; /* waiting for a worker, in the order in which they start */
	bool case_is_next;         /* a case, not a test of the same class, has the next turn */
	size_t thread_count;       /* workers that were started */
	struct as_job_queue queue;
	bool closing;
};

/* What the submissions of one open package share. */
struct as_judge {
	struct as_engine *engine;
	const struct as_package *package;
	struct as_workshop *workshop; /* the engine's */
	struct as_program *grader;    /* of the package, or NULL */
	/* Of the package, NULL-terminated: all must accept. NULL: the default output check. */
	struct as_validator **validators;
	size_t validator_count;
	struct as_sandbox **validator_sandboxes; /* by worker and validator; NULL until used */
	struct as_stage *stages;                 /* for it: one a test, made when first needed */
	struct as_validator *static_validator;   /* of the package, or NULL */
	struct as_sandbox *static_sandbox;       /* NULL until first used */
	pthread_mutex_t stage_lock;   /* guards stages: a worker that waits for it has a core */
	pthread_mutex_t program_lock; /* guards the sandboxes of grader and static validator, and */
	bool is_prepared;             /* as_engine_package_prepare was called: */
	bool cannot_prepare;          /* it failed, */
	struct as_error why_not;      /* for this reason */
	unsigned submissions;         /* guarded by engine->lock */
};

/* How one submission is judged. */
struct as_judging_options {
	int64_t time_limit_ns;
	/*
	 * A run may overrun the time limit up to this CPU time, to measure its margin (0: as
	 * usual). With `least_once` one test that uses so much is enough: one test at a time is run
	 * that far, and without reruns the others are ended at the time limit.
	 */
	int64_t least_time_ns;
	bool least_once;
	int reruns; /* a number, AS_RERUNS_USUAL or AS_RERUNS_NONE */
};

/* What a test says of how far over the time limit the submission is: schedule.c. */
enum as_margin {
	AS_MARGIN_NONE,
	AS_MARGIN_CUT,   /* ended at the limit, and more of its time may have to be seen */
	AS_MARGIN_SHOWN, /* it took least_time_ns, or waited */
};

/* Which tests of a submission are run, and for whom. All of it is borrowed. */
struct as_judging_scope {
	bool run_all;                 /* do not stop at the first failure */
	const char *test;             /* only this test; or NULL */
	const struct as_group *group; /* only the tests of this group; or NULL */
	const char *keep_dir;         /* keep what was made for debugging here; or NULL */
	const atomic_bool *cancel;    /* or NULL */
	enum as_job_class class;      /* the more urgent go first */
};

/* Tests that workers ran, for the thread that waits for them to report: schedule.c. They are
 * copies, since a test that is run again has its result overwritten without the lock. */
struct as_reports {
	/* Called without the lock; NULL: nothing is reported. */
	void (*report)(void *context, const struct as_job_test *test);
	void *context;
	struct as_job_test *tests; /* in the order in which they ended; guarded by engine->lock */
	size_t count, reported_count;
};

/* How far a judging's tests are: schedule.c. Guarded by engine->lock. */
struct as_schedule {
	size_t next_test;
	size_t running_count;
	struct as_reports reports;
	enum as_margin *margins; /* by test; while one runs, its result is its worker's alone */
	bool exploring;          /* a test that runs looks for least_time_ns */
	bool margin_seen;        /* a test that counts has shown it */
	bool validator_late;     /* on a test: no further one is run */
	struct as_error trouble; /* that ended the judging */
};

/* The judging of one submission. Several can be in progress at once. */
struct as_judging {
	struct as_judge *judge;
	struct as_judging_options options;
	struct as_judging_scope scope;
	struct as_limits limits; /* judged: run_limits.h */
	atomic_bool core_shared; /* a test ran on a core that was not its own */
	const struct as_program *program;
	const struct as_sources *sources; /* what was compiled, or the answers */
	struct as_data *data;             /* of a case: data.h; NULL: the tests' own files */
	struct as_working given;          /* what the output validator finds of it */
	struct as_test_result *results;   /* one a test of the package */
	struct as_test_result *statics; /* by group: counted where its static validation was run */
	struct as_group_result *groups;
	struct as_settling settling;
	struct as_isolation isolation; /* of a sandbox that tests ran in; cgroup NULL: none did */
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

/* Prepares it for runs, but not for scheduling tests. Clear it in any case. */
void as_judging_begin(struct as_judging *judging, struct as_judge *judge,
	const struct as_judging_options *options);
/* Makes it judge a submission that compiled, and borrows from that the program, the sources and the
 * files for output validators. */
int as_judging_take(struct as_judging *judging, const struct as_compiled *compiled,
	struct as_error *error) AS_MUST_USE;
/* As as_engine_package_prepare, unless another thread does it at the time: then returns 0. */
int as_judge_begin_prepare(struct as_judge *judge, struct as_error *error) AS_MUST_USE;
/* Its scope is empty: all tests that are not settled. Clear it in any case. */
int as_judging_init(struct as_judging *judging, struct as_judge *judge,
	const struct as_judging_options *options, struct as_error *error) AS_MUST_USE;
int as_judging_run(struct as_judging *judging, const struct as_compiled *compiled,
	struct as_result *result, struct as_error *error) AS_MUST_USE;
void as_judging_clear(struct as_judging *judging);

/* That the package has such a test, and the table such a language; NULL is none. */
int as_judge_check_test(
	const struct as_judge *judge, const char *test, struct as_error *error) AS_MUST_USE;
int as_judge_check_language(
	const struct as_judge *judge, const char *language, struct as_error *error) AS_MUST_USE;

/* answers.c: submissions that are answers. */
/* What stands for a program in a report. */
struct as_program *as_answers_program(struct as_judge *judge, const struct as_sources *sources,
	struct as_error *error) AS_MUST_USE;
/* The answer to a test, as if a program had printed it; no answer is WA. */
int as_answers_run(const struct as_judging *judging, const struct as_test *test,
	struct as_test_result *result, struct as_run_result *run,
	struct as_error *error) AS_MUST_USE;

/* working.c; remove what was made. */
int as_working_make(struct as_working *working, const struct as_judging *judging,
	const struct as_test *test, struct as_error *error) AS_MUST_USE;
void as_working_remove(struct as_working *working, const struct as_judge *judge);
/* Adds up what files take in a box. */
int as_working_measure(int folder, uint64_t *bytes, struct as_error *error) AS_MUST_USE;
/* Has the request begin with it. */
void as_working_show(const struct as_working *working, struct as_run_request *request);

/* rerun.c: which tests are run again, and which run counts; the rule is at its head. */
struct as_attempt {
	struct as_test_result result;
	struct as_run_result run;
	bool disturbed;
	struct as_transcript *transcript; /* of all passes of an interactive test; else NULL */
};
#define AS_ATTEMPT_INIT                                                                            \
	{                                                                                          \
		.result = {.exit_code = -1}, .run = AS_RUN_RESULT_INIT                             \
	}
void as_attempt_clear(struct as_attempt *attempt);

#define AS_VERDICT_COUNT (AS_VERDICT_CE + 1)

struct as_rerun {
	const struct as_limits *limits; /* judged; borrowed */
	int64_t least_time_ns;          /* as in struct as_judging_options */
	unsigned most;
	unsigned count;        /* runs so far, the first included */
	unsigned killed_count; /* of those, the ones that were killed: as_run_was_killed */
	bool first_killed;
	enum as_verdict first;                    /* of a first run that was not killed */
	bool final;                               /* no further run can change anything */
	bool broken;                              /* a judging error */
	bool far_over;                            /* an undisturbed rerun was */
	unsigned within, over;                    /* reruns that say so */
	unsigned unknown;                         /* runs over the limit with unknown usage */
	unsigned said[AS_VERDICT_COUNT];          /* reruns with this verdict that say something */
	struct as_attempt best[AS_VERDICT_COUNT]; /* of the runs with this verdict */
	struct as_attempt killed;
};
#define AS_RERUN_INIT                                                                              \
	{                                                                                          \
		.best = {[0 ... AS_VERDICT_COUNT - 1] = AS_ATTEMPT_INIT},                          \
		.killed = AS_ATTEMPT_INIT                                                          \
	}
/* How many reruns of a test the caller allows. */
unsigned as_rerun_most(int reruns);
/* Sets the time after which the next run is killed. */
void as_rerun_overrun(const struct as_rerun *rerun, struct as_limits *limits);
bool as_rerun_is_disturbed(const struct as_run_result *run);
/* Takes from the attempt what it keeps; clear both. */
void as_rerun_add(struct as_rerun *rerun, struct as_attempt *attempt);
/* True where no further run is wanted; after the first as_rerun_add. */
bool as_rerun_is_settled(const struct as_rerun *rerun);
/* The run that counts, which stays the rerun's. */
struct as_attempt *as_rerun_counted(struct as_rerun *rerun);
void as_rerun_clear(struct as_rerun *rerun);

/* test_run.c: runs the program on one test and says its verdict. -1: the judging must end. */
int as_test_run(struct as_worker *worker, const struct as_test *test, struct as_test_result *result,
	struct as_error *error) AS_MUST_USE;

/* verdict.c: the verdict of one run. */
/* JE: the judge or, where the reason is AS_ERROR_INPUT, the package is at fault. Returns 0. */
int as_test_blame_judge(struct as_test_result *result, const struct as_error *why);
/* RTE: the kernel refused to start it. Returns 0. */
int as_test_blame_exec(struct as_test_result *result, const struct as_error *why);
/* Sets the verdict; it stays AS_VERDICT_NONE if the output decides. */
void as_test_judge_run(const struct as_language *language, const struct as_limits *limits,
	struct as_run_result *run, struct as_test_result *result);
void as_test_add_usage(const struct as_run_result *run, struct as_test_result *result);

/* worker.c: opens the worker's sandbox for the submission's language. */
int as_worker_open_sandbox(struct as_worker *worker, struct as_error *error) AS_MUST_USE;
/* Before each run: makes one that is ready, if there is one, the worker's sandbox. */
void as_worker_choose_sandbox(struct as_worker *worker);
/* The request to run the program, without an input. Clear it in any case. */
int as_test_request(const struct as_worker *worker, const struct as_test *test,
	const struct as_rerun *rerun, struct as_program_request *request,
	struct as_error *error) AS_MUST_USE;

/* ask.c: the package's output validators, where it has any. */
struct as_validator;
struct as_validator_run;
/* The worker's sandbox for one of them, on the worker's core; NULL with an error. */
struct as_sandbox *as_test_open_validator(struct as_worker *worker,
	const struct as_validator *validator, struct as_error *error) AS_MUST_USE;
/* After a failed run of a validator: closes its sandbox if that is broken. */
void as_test_drop_broken_validator(
	struct as_worker *worker, const struct as_validator *validator, const struct as_error *why);
const struct as_validator *as_test_first_validator(
	const struct as_judge *judge, const struct as_test *test);
/* Where one has accepted: turns to the next one. False where that was the last. */
bool as_test_ask_next(const struct as_judge *judge, const struct as_test *test,
	struct as_validator_run *validator_run);
/* One pass: asks until one does not accept, or wants another pass. */
int as_test_ask(struct as_worker *worker, const struct as_test *test,
	struct as_validator_run *validator_run, const struct as_run_result *run,
	struct as_test_result *result, struct as_error *error) AS_MUST_USE;

/* interact_run.c: one pass of an interactive test, and its verdict. -1: the judging must end. */
int as_test_interact(struct as_worker *worker, const struct as_test *test,
	const struct as_rerun *rerun, struct as_validator_run *validator_run,
	struct as_attempt *attempt, struct as_error *error) AS_MUST_USE;

/* claim.c: a core for what is run; give it back in any case. */
/* One of its own for the worker, whose sandbox is open. If there is none the worker shares one, see
 * judging->core_shared. The name of the test is noted when a wait is over. */
void as_core_claim(struct as_worker *worker, const char *test_name, struct as_core *core);
/* The same for work that is not measured: pins the calling thread, and the processes that it
 * starts, to the core; if there is none, it pins nothing. `what` is noted when a wait is over,
 * unless it is NULL. */
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
/* Gives the core back, and restores the thread's cores. */
void as_core_return(struct as_core_loan *loan);
/* The same without a note, and pins the runs of a sandbox instead. */
void as_core_borrow_for(
	const struct as_judging *judging, struct as_sandbox *sandbox, struct as_core *core);

/* schedule.c: runs the tests that have to be run, in the order of the package, and fills `results`.
 */
int as_judging_run_tests(struct as_judging *judging, struct as_error *error) AS_MUST_USE;
/* With the lock: starts the workers' threads, unless they run. */
int as_workers_require(struct as_engine *engine, struct as_error *error) AS_MUST_USE;
/* Ends the workers' threads. */
void as_workers_end(struct as_engine *engine);
/* Only some tests were asked for: each of them is run, and its verdict counts by itself. */
bool as_judging_is_part(const struct as_judging *judging);

/* case_run.c: a case in a worker. Both need the engine's lock, which is released for the run. */
struct as_case_run;
/* The case that starts before the next test of the judging (NULL: there is none); or NULL. */
struct as_case_run *as_case_choose(
	const struct as_engine *engine, const struct as_judging *judging);
/* Removes the case from the waiting ones, and runs it. */
void as_case_work(struct as_worker *worker, struct as_case_run *run);

/* score.c and earned.c: what tests and groups earn. */

/* The input of a grader for a test or group. */
struct as_part {
	enum as_verdict verdict;
	double score;
};

struct as_scoring {
	const struct as_package *package;
	struct as_test_result *results;       /* one a test; `contributes` is filled in */
	const struct as_test_result *statics; /* one a group; NULL: none was validated */
	/* Runs the package's grader: grader.c. Its faults are the group's. -1: the judging must
	 * end. */
	int (*grade)(void *context, const struct as_group *group, const struct as_part *parts,
		size_t count, struct as_group_result *result, struct as_error *error);
	void *context;
};
/* What the tests are worth, before they are run. `groups` has one for each of the package. */
void as_score_begin(const struct as_package *package, struct as_group_result *groups);
/*
 * What an output validator may not say of an accepted test, for which one has to know its group:
 * makes it a judging error. After as_score_begin.
 */
void as_score_check(const struct as_package *package, const struct as_group_result *groups,
	size_t test, struct as_test_result *result);
/* The same of a group's static validation. */
void as_score_check_static(
	const struct as_package *package, size_t group, struct as_test_result *result);
/* The groups' verdicts and scores. What was run and would not have been, had everything been known
 * before, changes nothing. */
int as_score_groups(const struct as_scoring *scoring, struct as_group_result *groups,
	struct as_error *error) AS_MUST_USE;
double as_score_of_test(const struct as_package *package, const struct as_group_result *groups,
	size_t test, const struct as_test_result *result);
/* The index of the group whose score is the submission's, or SIZE_MAX. */
size_t as_score_total(const struct as_package *package);
/* The submission's verdict, once its groups have theirs. */
enum as_verdict as_score_verdict(
	const struct as_package *package, const struct as_group_result *groups);
void as_score_blame(struct as_group_result *result, enum as_error_kind fault, const char *format,
	...) AS_PRINTF(3, 4);

/* grading.c: the same for packages whose groups are graded. */
int as_grade_groups(const struct as_scoring *scoring, struct as_group_result *groups,
	struct as_error *error) AS_MUST_USE;

/* grader.c: the program of the package that grades. */
int as_grader_open(struct as_judge *judge, struct as_error *error) AS_MUST_USE;
/* For as_scoring.grade; the context is the judging. */
int as_grader_run(void *context, const struct as_group *group, const struct as_part *parts,
	size_t count, struct as_group_result *result, struct as_error *error) AS_MUST_USE;

/* static.c: what the package's static validator says of the submission; fills `statics`. */
int as_static_open(struct as_judge *judge, struct as_error *error) AS_MUST_USE;
void as_static_close(struct as_judge *judge);
int as_static_run(struct as_judging *judging, struct as_error *error) AS_MUST_USE;

/* result_make.c: results of judgings. */
struct as_report {
	const struct as_judging *judging;
	const char *path;
	const struct as_language *language; /* or NULL */
	const struct as_sources *sources;
	const struct as_program *program; /* NULL if nothing was compiled */
	const char *refusal;              /* the reason if so */
	const char *refusal_text;
	char source_digest[AS_DIGEST_HEX_SIZE];
};
/* Where it fails, the result is empty. */
int as_result_make(const struct as_report *report, struct as_result *result,
	struct as_error *error) AS_MUST_USE;

/* The result of a case; clear it in any case. */
int as_result_make_case(const struct as_judging *judging, const struct as_test *test,
	const struct as_test_result *from, struct as_case_result *result,
	struct as_error *error) AS_MUST_USE;

/* keep.c: what --keep keeps. Each does nothing where keep_fd is -1. */
/* Takes back what was kept of tests that do not count. */
void as_keep_forget(const struct as_judging *judging);
int as_keep_begin(struct as_judging *judging, const char *path, struct as_error *error) AS_MUST_USE;
int as_keep_program(struct as_judging *judging, struct as_error *error) AS_MUST_USE;
/* What the package's output validator wrote. */
int as_keep_messages(const struct as_judging *judging, const struct as_test *test,
	const struct as_test_result *result, struct as_error *error) AS_MUST_USE;
int as_keep_run(const struct as_judging *judging, const struct as_test *test,
	const struct as_attempt *attempt, struct as_error *error) AS_MUST_USE;

#endif
