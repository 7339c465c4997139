/* SPDX-License-Identifier: MIT */
/**
 * strength: how well the tests of a package tell right programs from wrong ones. It makes mutants
 * of the accepted submissions, compiles them in the sandbox, leaves out those that cannot differ
 * from a right program, and judges the others on all tests.
 *
 * Life cycle: `struct as_strength_report report = {0}`; as_strength_measure; readers;
 * as_strength_report_clear.
 */
#ifndef ASSAY_STRENGTH_H
#define ASSAY_STRENGTH_H

#include <assay/engine.h>
#include <assay/matrix.h>
#include <assay/mutants.h>
#include <assay/programs.h>
#include <assay/stress.h>

#define AS_STRENGTH_SCHEMA "assay-strength/1"
#define AS_STRENGTH_MUTANTS 300
#define AS_STRENGTH_MAX_MUTANTS 10000
/** The longest quoted input that is shown as a line for a recipe. */
#define AS_STRENGTH_LINE_BYTES 2000
#define AS_STRENGTH_TIME_NS (300 * INT64_C(1000000000))

struct as_strength_progress {
	size_t source_count;  /**< submissions to judge first */
	size_t accepted;      /**< of them */
	size_t program_count; /**< wrong submissions and chosen mutants; 0: not known yet */
	size_t compiled;      /**< or refused by the compiler */
	size_t judged;
	size_t killed;         /**< of those judged */
	size_t survivor_count; /**< that are searched for inputs; 0: not known yet */
	size_t searched;       /**< of them */
	size_t pair_count;     /**< mutants that keep the points of a group; 0: not known yet */
	size_t pairs_searched; /**< of them */
	size_t gaps;           /**< of those searched */
	size_t gap_count;      /**< that may be tests; 0: not known yet, or no tests are wanted */
	size_t checked;        /**< of them */
	bool is_checking_validators; /**< which is the last stage */
};

/** What to measure. All of it is borrowed during the call. */
struct as_strength_order {
	struct as_engine *engine;
	struct as_open_package *opened; /**< open in the engine */
	const char *const *from; /**< the submissions to make mutants of, NULL-terminated; NULL:
				      those of submissions/accepted */
	size_t mutants;          /**< at most; 0: AS_STRENGTH_MUTANTS */
	const char *seed;        /**< of the choice; NULL: "" */
	int64_t time_ns;         /**< of the mutants: none is begun later; 0: AS_STRENGTH_TIME_NS */
	const json_t *baseline;  /**< of as_strength_baseline_load: programs that passed all tests
				      then are known; NULL: none is */
	/** A third of the lines with mutants, drawn by this text, is kept back: mutants of these
	 * lines choose no tests, and the estimate comes from them alone. NULL: none is. */
	const char *keep_back;
	size_t wanted_tests; /**< the largest number of inputs of gaps to choose as tests */
	/** To run the package's generators: the time that is left is spent on searches for inputs
	 * on which the survivors fail. NULL: there is no search. */
	const struct as_gen_config *programs;
	/** Called when a submission or mutant has ended a stage, and before each check of a gap and
	 * that of the validators, in the calling thread; or NULL. */
	void (*progress)(void *context, const struct as_strength_progress *now);
	void *progress_context;
};

/** The state of a mutant, or of a wrong submission. */
enum as_mutant_state {
	AS_MUTANT_UNKNOWN,    /**< not judged, or not on all tests: the time ended, or a signal */
	AS_MUTANT_REFUSED,    /**< it does not compile */
	AS_MUTANT_EQUIVALENT, /**< it compiles to the same code as an accepted submission */
	AS_MUTANT_DOUBLE,     /**< it compiles to the same code as an earlier mutant */
	AS_MUTANT_FAULT,      /**< no test kills it, and a test ended with a judging error */
	AS_MUTANT_KILLED,
	AS_MUTANT_SURVIVED, /**< no test kills it, and no input is known on which it fails */
	AS_MUTANT_GAP,      /**< no test kills it, but it fails on an input that was found */
	AS_MUTANT_RIGHT,    /**< no test kills it, and strength.yaml says that it is right */
};
#define AS_MUTANT_STATE_COUNT 9
/** "unknown", "refused", "equivalent", "double", "fault", "killed", "survived", "gap", "right" */
const char *as_mutant_state_name(enum as_mutant_state state);
/** The state after a number of mutants: "did not compile". */
const char *as_mutant_state_describe(enum as_mutant_state state);

/** An accepted submission. */
struct as_strength_source {
	char *path; /**< as given, or within the package: "submissions/accepted/table.c" */
	const char *language;  /**< static: "C" */
	size_t size_bytes;     /**< of its file */
	size_t mutation_count; /**< that its text has */
	size_t mutant_count;   /**< that were chosen */
	int64_t time_ns;       /**< CPU time on its slowest test */
	int64_t pace_ns;       /**< wall time of its compilation and of all tests, one by one */
};
/** An input that the tests lack: shrunk, with the verdict of a wrong program on it. */
struct as_strength_gap {
	struct as_bytes input;
	enum as_verdict verdict;
	char *folder; /**< that the input fits into: "secret/2" */
	struct as_bytes answer;
	const struct as_test *like; /**< whose settings it has; borrowed */
	/** The first test of each folder whose input validators accept the input; of a test, of
	 * each folder that gets it. */
	const struct as_test **homes;
	size_t home_count;
	struct as_stress_draws draws; /**< of the search that found it, if one did */
	size_t first; /**< index of the first program with this input; its own if it is */
	size_t kills; /**< of the first: gaps with this input */
	/** Of as many as are wanted: the program is the first with this input, which is valid and
	 * short; no points depend on the number of tests; the results of all submissions of the
	 * package stay the same, but of wrong submissions that pass all tests. */
	bool is_test;
	char *refusal; /**< why the input cannot be a test that was wanted; or NULL */
};

/** A wrong program: a wrong submission of the package, or a mutant. */
struct as_strength_program {
	char *path;    /**< of a submission: "submissions/wrong_answer/a.c"; NULL: a mutant, of
			    which the next four members are */
	size_t source; /**< index */
	const struct as_mutant_operator *kind;
	uint32_t line;
	struct as_mutant_change change;
	enum as_mutant_state state;
	size_t twin;          /**< of a double: the index of the earlier mutant */
	bool is_inconclusive; /**< it survived fewer than AS_STRESS_ENOUGH inputs in the time */
	bool is_disputed;     /**< accepted submissions disagree about an input on which it fails */
	bool is_kept_back;    /**< it chooses no tests; see `keep_back` of the order */
	bool is_known;        /**< it passes all tests, and passed them in the baseline */
	char *reason;   /**< why it is right, by strength.yaml; of a killed mutant the claim is
			     false; NULL: the file does not contain it */
	uint64_t tried; /**< valid inputs that it was run on besides the tests */
	struct as_strength_gap gap; /**< in the state AS_MUTANT_GAP */
};

/** A lowest group of the package: a group with tests, but without subgroups. */
struct as_strength_group {
	size_t index; /**< in the package */
	size_t kills; /**< programs that fail one of its tests */
	size_t alone; /**< of them, those that pass all other lowest groups; in a scoring package
			   groups without a score do not count */
	struct as_matrix_cover cover; /**< indices of tests begin at the group's first */
	bool has_equal_answers;       /**< of at least two tests: one output passes all of them */
};

/** In a scoring package: a mutant that a test kills, but that passes all tests of a lowest group
 * with points, and fails on an input of this group. */
struct as_strength_group_gap {
	size_t program; /**< index */
	size_t group;   /**< index in the package */
	/** `first` and `kills`: among the gaps of the same group. */
	struct as_strength_gap gap;
	bool is_known; /**< it was in the baseline */
};
struct as_strength_group_gaps {
	struct as_strength_group_gap *items;
	size_t count;
	size_t few; /**< pairs of a mutant and a group with fewer than AS_STRESS_ENOUGH inputs,
			 and without a gap */
	size_t unsearched; /**< other pairs that no input was searched for */
	char *no_search;   /**< the reason; NULL: there are none */
};

/** Of wrong programs like the mutants, the share that passes all tests. A mutant without a known
 * failing input is undecided. */
struct as_strength_estimate {
	size_t family_count; /**< lines with a wrong mutant; 0: nothing is known */
	struct as_matrix_share share;
};
enum { AS_ESTIMATE_UNDECIDED_RIGHT, AS_ESTIMATE_UNDECIDED_WRONG };

/** The smallest input that was found on which accepted submissions disagree. */
struct as_strength_dispute {
	char *right; /**< the right solution, which made the answer; NULL: there is no such input */
	char *other; /**< the other submission, with its verdict */
	char *folder; /**< that the input fits into: "secret/2" */
	struct as_bytes input;
};

struct as_strength_report {
	struct as_strength_source *sources; /**< the shortest first */
	size_t source_count;
	char **left_out; /**< accepted submissions that mutants are not made of, each with the
			      reason: "submissions/accepted/a.go: no operators for its language";
			      NULL-terminated; NULL: none */
	/** In the order in which they are judged, and of the rows of the matrix: the wrong
	 * submissions of the package, then the mutants. */
	struct as_strength_program *programs;
	size_t own_count;    /**< of the first programs, which are submissions */
	size_t mutant_count; /**< of the others */
	char **own_left_out; /**< wrong submissions that cannot be judged, each with the reason;
				  NULL-terminated; NULL: none */
	size_t counts[AS_MUTANT_STATE_COUNT]; /**< mutants by state */
	struct as_matrix matrix;              /**< programs x tests of the package */
	struct as_matrix_cover cover;         /**< of the whole matrix */
	size_t *instead; /**< of each test, as of as_matrix_find_needless; in a scoring package only
			      tests of the same group are compared */
	struct as_strength_group *groups; /**< in the package's order */
	size_t group_count;
	struct as_strength_estimate estimates[2]; /**< undecided mutants are right; are wrong */
	struct as_strength_dispute dispute;
	int64_t elapsed_ns;
	struct as_strength_group_gaps group_gaps;
	struct {
		int64_t waited_ns;   /**< for cores; the caller counts it */
		int64_t own_pace_ns; /**< expected time of the own programs, on one core */
		size_t unsearched;   /**< survivors that no input was searched for */
		char *no_search; /**< the reason; NULL: the time ended, or no search was wanted */
		char *failed_search; /**< the reason if only some searches failed; or NULL */
		size_t inconclusive; /**< survivors that are */
		char *ignores_seed;  /**< a command that makes one input for all seeds; or NULL */
	};
	struct {
		bool is_validated;     /**< the inputs that were found passed input validators */
		bool accepts_anything; /**< the input validators accept malformed data */
		bool knows_that;       /**< and did so in the baseline */
		bool keeps_back;       /**< the estimate comes from mutants that were kept back */
		bool is_late;          /**< the time ended before all mutants were judged */
		bool interrupted;      /**< the engine's cancel flag was set meanwhile */
	};
	/** What the package's validators accept. Empty if inputs of gaps can be tests, because
	 * another measurement follows. */
	struct as_programs_report validators;
};

/**
 * Measures. 0: fills the report (clear it); after an interruption with the results so far. -1:
 * AS_ERROR_INPUT: the package is of type submit-answer or has no tests; strength.yaml is malformed;
 * no submission can be changed; an accepted submission does not compile, or fails a test.
 * AS_ERROR_USAGE: a submission of `from` does not exist or cannot be used. Or the machine cannot
 * judge.
 */
int as_strength_measure(const struct as_strength_order *order, struct as_strength_report *report,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Leaves `{0}` behind. */
void as_strength_report_clear(struct as_strength_report *report) AS_NONNULL(1);

/** The number of programs, own and mutants. */
static inline size_t as_strength_count_programs(const struct as_strength_report *report)
{
	return report->own_count + report->mutant_count;
}

/** The mutants of the estimate in one of its states: killed, gap or, undecided, survived. */
size_t as_strength_count_estimated(
	const struct as_strength_report *report, enum as_mutant_state state) AS_NONNULL(1);
/** All places of gaps: one of each program, then the gaps of groups. */
static inline size_t as_strength_count_gaps(const struct as_strength_report *report)
{
	return as_strength_count_programs(report) + report->group_gaps.count;
}
/** The gap at a place; empty if the program has none. `program`: whose it is; or NULL. */
const struct as_strength_gap *as_strength_gap_at(const struct as_strength_report *report,
	size_t place, const struct as_strength_program **program) AS_NONNULL(1);

/** The programs with gaps, in an array of the length of all programs that holds `count` indices:
 * those whose input kills most first; programs with the same input stand together. Free it with
 * free. */
size_t *as_strength_order_gaps(const struct as_strength_report *report, size_t *count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** True if there is a gap. */
bool as_strength_has_gap(const struct as_strength_report *report) AS_NONNULL(1);
/** The name of the line for the recipe of the gap at a place, which is the first with its input:
 * gap-1 in the order of as_strength_order_gaps, then gaps of groups, after the tests of the package
 * with such names. The place after the last one: of an input on which accepted submissions
 * disagree. On the heap; NULL: out of memory. */
char *as_strength_line_name(const struct as_strength_report *report,
	const struct as_package *package, size_t place, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** The folders that the line belongs to: in a scoring package all whose input validators accept
 * the input, "secret/1 and secret/2", else the first. On the heap; NULL: out of memory. */
char *as_strength_line_folders(const struct as_strength_gap *gap, const struct as_package *package,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** True if a new test in a group can only take points of programs that fail it: the worst test of
 * the group counts, and no output validator gives points. */
bool as_strength_takes_tests(const struct as_package *package, size_t group) AS_NONNULL(1);
/** True if a program passes all tests: a gap, survived, or right by strength.yaml. */
bool as_strength_has_passed(const struct as_strength_program *program) AS_NONNULL(1);
/** Why a wrong submission was not judged; NULL: it was. */
const char *as_strength_unjudged(const struct as_strength_program *own) AS_NONNULL(1);
/** The number of the package's wrong submissions that were judged. */
size_t as_strength_count_judged(const struct as_strength_report *report) AS_NONNULL(1);
/** The number of gaps, also of groups, of wrong submissions of the package that pass all tests, of
 * false claims of strength.yaml, and of findings about validators, without known ones; and one if
 * accepted submissions disagree. */
size_t as_strength_count_findings(const struct as_strength_report *report) AS_NONNULL(1);
/** Reads an earlier document about a package, as a baseline, from a file of one or more documents;
 * free it with json_decref. NULL, AS_ERROR_INPUT: the file cannot be read, is something else, or
 * has no document about the package. */
json_t *as_strength_baseline_load(const char *path, const struct as_package *package,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** The document (docs/strength.schema.json); free it with json_decref. NULL: out of memory. */
json_t *as_strength_json(const struct as_strength_report *report, const struct as_package *package,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** The report as an HTML page without a script and without external resources, on the heap. `made`:
 * when and where. NULL: out of memory. */
char *as_strength_page(const struct as_strength_report *report, const struct as_package *package,
	const char *made, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

#endif
