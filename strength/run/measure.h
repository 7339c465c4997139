/* SPDX-License-Identifier: MIT */
/* measure: the parts of a measurement; private to strength/run. */
#ifndef ASSAY_STRENGTH_MEASURE_H
#define ASSAY_STRENGTH_MEASURE_H

#include <assay/strength.h>
#include <assay/verify/result_cache.h>
#include <pthread.h>

#define SUBMISSIONS "submissions/"
#define ACCEPTED SUBMISSIONS "accepted"

/* A submission on the disk. Accepted submissions have the indices of their sources in the report;
 * wrong submissions have those of their programs. */
struct origin {
	char *path; /* on the disk */
	struct as_submitted submitted;
	struct as_expected_start start; /* borrowed from the expectations */
	enum as_source_language language;
	struct as_mutations mutations; /* those that were chosen */
	struct as_job *job;            /* that judges it */
	char code[AS_DIGEST_HEX_SIZE]; /* of its compiled program; "": unknown */
	int64_t limit_ns;              /* of a run of its mutants */
	double *scores;                /* of each test; NAN: the test has none */
};

/* A program with this many timeouts would probably time out on most other tests as well. */
#define MAX_TIMEOUTS 3

/* A wrong program; its index is that of the program in the report. */
struct trial {
	struct measuring *measuring;
	size_t index;
	const struct as_mutation *mutation; /* borrowed from the origin; NULL: a submission */
	struct as_job *compiling;           /* NULL: not begun, or ended */
	struct as_compiled *compiled;
	char code[AS_DIGEST_HEX_SIZE]; /* as of an origin */
	char key[AS_DIGEST_HEX_SIZE];  /* of its row in the cache */
	bool is_begun;                 /* false: the time is over */
	bool is_refused;               /* by the compiler */
	bool has_row;                  /* its verdicts were in the cache */
	struct as_job *judging;        /* NULL: not begun, or ended; guarded by the lock */
	bool is_over;     /* guarded: enough timeouts; the rest of the row is not run */
	unsigned weight;  /* of its timeouts: 1 if unconfirmed, else 2 */
	int64_t limit_ns; /* of a run */
};

struct back_line;

struct measuring {
	const struct as_strength_order *order;
	const struct as_package *package;
	struct as_strength_report *report;
	struct as_expectations expectations;
	struct as_document equivalents;    /* strength.yaml; without a root if there is none */
	const struct as_language *missing; /* that an accepted submission needs; NULL: none */
	struct origin *origins;
	struct origin *others; /* further accepted submissions, which are only judged */
	size_t other_count;
	struct origin *own; /* the package's wrong submissions */
	struct {
		struct back_line *items;
		size_t count;
	} back;
	struct trial *trials;    /* one for each program */
	size_t trial_count;      /* that were begun */
	int64_t time_ns, end_ns; /* of the mutants, and of searches */
	struct as_strength_progress progress;
	pthread_mutex_t lock;
	struct as_result_cache *cache; /* NULL: there is none */
	struct {
		/* Digests of all that rows and searches depend on, besides the program. */
		char rows[AS_DIGEST_HEX_SIZE], searches[AS_DIGEST_HEX_SIZE];
	} keys;
};

/* Reports the progress. */
static inline void measure_show(const struct measuring *measuring)
{
	const struct as_strength_order *order = measuring->order;

	if (order->progress)
		order->progress(order->progress_context, &measuring->progress);
}

/* ---- origin.c ---- */

/* Reads a submission at a path (takes ownership); clear it in any case. */
int origin_read(const struct measuring *measuring, struct origin *origin, char *path,
	struct as_error *error) AS_MUST_USE;
void origin_clear(struct origin *origin);
/* The submission that was read, in the form that the engine takes. */
struct as_submission origin_submission(const struct origin *origin);
/* Finds the reason why this machine cannot compile the submission; free it. NULL: it can. */
int origin_find_lack(struct measuring *measuring, const struct origin *origin, char **reason,
	struct as_error *error) AS_MUST_USE;
/* True if the file is a submission, and this machine can compile it. */
bool origin_can_judge(struct measuring *measuring, const struct origin *origin);
/* The names in a folder of the package, for as_names_free; NULL: the folder does not exist. */
int measure_list(const struct measuring *measuring, const char *path, char ***names,
	struct as_error *error) AS_MUST_USE;

/* ---- own.c ---- */

/* Finds and reads the wrong submissions of the package. */
int measure_find_own(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

/* ---- kept.c ---- */

/* Opens the cache of earlier results. Close it. */
int kept_open(struct measuring *measuring, struct as_error *error) AS_MUST_USE;
/* True if all that an original needs is in the cache. Sets the times of the source, or takes NULL.
 */
bool kept_load_original(
	struct measuring *measuring, struct origin *origin, struct as_strength_source *source);
void kept_store_original(const struct measuring *measuring, const struct origin *origin,
	const struct as_strength_source *source);
/* Looks up a program: its code or the refusal of the compiler and, if `has_row`, its verdicts. */
bool kept_load_row(struct trial *trial);
void kept_store_row(const struct trial *trial);

/* ---- sources.c ---- */

/* Finds and reads the submissions, the shortest first. */
int measure_find_sources(struct measuring *measuring, struct as_error *error) AS_MUST_USE;
void measure_clear_sources(struct measuring *measuring);
/* The path of a file of the package as in the package; else as it is. On the heap. */
char *measure_shorten(
	const struct measuring *measuring, const char *path, struct as_error *error) AS_MUST_USE;

/* ---- others.c ---- */

/* Finds the accepted submissions of the package that no mutants are made of, but that this machine
 * can judge. */
int measure_find_others(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

/* ---- originals.c ---- */

/* Judges all accepted submissions on all tests, which must accept them. Sets the times and codes of
 * those that mutants are made of. */
int measure_judge_originals(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

/* ---- keep_back.c ---- */

/* A line of an accepted submission whose mutants choose no tests. */
struct back_line {
	size_t source;
	uint32_t line;
	char key[AS_DIGEST_HEX_SIZE]; /* the order of the draw */
};
/* Draws the lines that are kept back, if the order wants it. */
int measure_keep_back(struct measuring *measuring, struct as_error *error) AS_MUST_USE;
bool keep_back_has(const struct measuring *measuring, size_t source, uint32_t line);

/* ---- choose.c ---- */

/* Chooses the mutants, in turn from each submission. */
int measure_choose(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

/* ---- trial.c ---- */

/* The digest of the code of a compiled program; "" if it is unknown. */
int measure_code(const struct as_compiled *compiled, char code[AS_DIGEST_HEX_SIZE],
	struct as_error *error) AS_MUST_USE;
int trial_begin_compiling(struct trial *trial, struct as_error *error) AS_MUST_USE;
/* Waits, and sets the state of a mutant that is not judged; AS_MUTANT_UNKNOWN: judge it. */
int trial_end_compiling(struct trial *trial, struct as_error *error) AS_MUST_USE;
/* The state of a program whose verdicts are in the cache is known at once. */
int trial_begin_judging(struct trial *trial, struct as_error *error) AS_MUST_USE;
int trial_end_judging(struct trial *trial, struct as_error *error) AS_MUST_USE;
/* Compiles a program once more, and waits. AS_ERROR_INPUT: the compiler refuses it now. */
int trial_compile_again(struct trial *trial, struct as_error *error) AS_MUST_USE;
/* Ends what is running. */
void trial_clear(struct trial *trial);

/* ---- groups.c ---- */

/* Counts what each lowest group kills, and finds small sets of tests and tests that add nothing. */
int measure_groups(struct measuring *measuring, struct as_error *error) AS_MUST_USE;
/* True if the group has tests, but no subgroups. */
bool groups_is_lowest(const struct as_package *package, size_t group);

/* ---- estimate.c ---- */

int measure_estimate(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

/* ---- rows.c ---- */

/* A submission of the package, and its verdicts on all tests. */
struct row {
	char *path; /* within the package */
	struct origin origin;
	enum as_verdict *verdicts;
};
struct rows {
	struct row *items;
	size_t count;
};
/* Finds all submissions whose results new tests must not change, and judges those that were not
 * judged yet. Left out are wrong submissions that pass all tests, and submissions that do not
 * compile here. Clear it in any case. */
int rows_find(struct rows *rows, struct measuring *measuring, struct as_error *error) AS_MUST_USE;
void rows_clear(struct rows *rows);

/* ---- fix.c ---- */

/* Finds the gaps whose inputs can be tests, if the order wants it. */
int measure_choose_tests(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

/* ---- report.c ---- */

/* A text of the package in a document: control characters and bytes that are not UTF-8 are written
 * as \xNN. */
json_t *report_text(const char *text);

/* Each resets its argument to `{0}`. */
void gap_clear(struct as_strength_gap *gap);
void dispute_clear(struct as_strength_dispute *dispute);

/* ---- validators.c ---- */

/* Checks the validators of the package. */
int measure_validators(struct measuring *measuring, struct as_error *error) AS_MUST_USE;
void measure_mark_known_validators(struct measuring *measuring);
/* Their part of the document. */
json_t *report_validators(const struct as_strength_report *report);

/* ---- baseline.c ---- */

void measure_mark_known(struct measuring *measuring);
/* The keys and values that identify a program in documents, as a new object. Line numbers are not
 * among them, because lines may move. */
json_t *baseline_key(
	const struct as_strength_report *report, const struct as_strength_program *program);
/* True if an entry of a document has all of a key. */
bool baseline_has_key(const json_t *entry, json_t *key);

/* ---- equivalents.c ---- */

/* Reads strength.yaml, if the package has it. */
int measure_read_equivalents(struct measuring *measuring, struct as_error *error) AS_MUST_USE;
/* Gives each entry the line of its mutant, before mutants are chosen: the mutant of another line
 * may be chosen alone. */
int measure_place_equivalents(struct measuring *measuring, struct as_error *error) AS_MUST_USE;
/* Notes which mutants are right by that file. */
int measure_mark_equivalents(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

#endif
