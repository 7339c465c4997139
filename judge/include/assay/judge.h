/* SPDX-License-Identifier: MIT */
/**
 * judge: reads a package, compiles a submission, runs it on each test, checks what it printed and
 * says the verdict. It knows no game and links no solver: expected outputs reach it as files.
 *
 * Data flows one way: package + submission -> compiled program -> run per test -> check -> verdict
 * -> verdict document (docs/verdict.schema.json).
 *
 * Life cycle: as_package_open and as_languages_open read what does not change; as_judge_open holds
 * workers with their sandboxes; as_judge_submission, called once a submission, returns its
 * document.
 */
#ifndef ASSAY_JUDGE_H
#define ASSAY_JUDGE_H

#include <assay/base.h>
#include <assay/base/keeper.h>
#include <assay/base/tree.h>
#include <assay/sandbox.h>

/* ---- verdicts -------------------------------------------------------------------------------- */

/** In the order of DESIGN.md: when several things happened, the greatest value wins. */
enum as_verdict {
	AS_VERDICT_NONE, /**< not judged */
	AS_VERDICT_AC,
	AS_VERDICT_WA,
	AS_VERDICT_RTE,
	AS_VERDICT_TLE,
	AS_VERDICT_OLE,
	AS_VERDICT_MLE,
	AS_VERDICT_SV,
	AS_VERDICT_JE,
	AS_VERDICT_CE, /**< of a submission only, never of a test */
};
/** "AC", "WA", ...; "" for AS_VERDICT_NONE. */
const char *as_verdict_name(enum as_verdict verdict);
int as_verdict_parse(const char *name, enum as_verdict *verdict) AS_MUST_USE AS_NONNULL(1, 2);

/* ---- findings -------------------------------------------------------------------------------- */

/** What a setter should know of a package, and what does not stop its judging. */
enum as_finding_level {
	AS_FINDING_INFO,
	AS_FINDING_WARNING,
	AS_FINDING_ERROR, /**< `verify` answers no */
};
/** "info", "warning", "error". */
const char *as_finding_level_name(enum as_finding_level level);

struct as_finding {
	enum as_finding_level level;
	char *where; /**< "problem.yaml:3:5", "data/secret/1.in", "secret/1"; "": the package */
	char *text;  /**< what is wrong and what to do, one printable line */
};

/** In the order in which they were found. Initialise with `= {0}`. */
struct as_findings {
	struct as_finding *items;
	size_t count, capacity;
	size_t dropped_count; /**< beyond the first 1,000 only errors are kept */
};
int as_findings_add(struct as_findings *findings, enum as_finding_level level, const char *where,
	struct as_error *error, const char *format, ...) AS_PRINTF(5, 6) AS_MUST_USE
	AS_NONNULL(1, 3);
void as_findings_clear(struct as_findings *findings) AS_NONNULL(1);

/* ---- packages -------------------------------------------------------------------------------- */

/**
 * One internal model for every package format; the version matters to the loader only. Sources:
 * the ICPC/Kattis problem package format, legacy and 2025-09. Strings are owned by the package;
 * paths are relative to its folder unless they say otherwise.
 */
enum as_format { AS_FORMAT_LEGACY, AS_FORMAT_2023_07_DRAFT, AS_FORMAT_2025_09 };

/** How the score of a group comes from its parts (tests directly in it, groups below it). */
enum as_aggregation {
	AS_AGGREGATE_PASS_FAIL, /**< all or nothing */
	AS_AGGREGATE_SUM,
	AS_AGGREGATE_MIN,
	AS_AGGREGATE_MAX,     /**< legacy only */
	AS_AGGREGATE_AVERAGE, /**< legacy only */
	AS_AGGREGATE_PROGRAM, /**< legacy only: the package's grader says verdict and score */
};

/** Legacy: how the verdict of a group comes from those of its parts. */
enum as_grader_verdict {
	AS_GRADER_WORST_ERROR,
	AS_GRADER_FIRST_ERROR,
	AS_GRADER_ALWAYS_ACCEPT,
};

/** Legacy: what testdata.yaml says of grading, with what is inherited filled in. */
struct as_grading {
	bool continues; /**< on_reject: continue; else the first failure ends the group */
	enum as_grader_verdict verdict;
	bool ignore_sample;
	bool accept_if_any;  /**< accept_if_any_accepted */
	double accept_score; /**< of an accepted test */
	double reject_score;
	double range_min, range_max; /**< -INFINITY and INFINITY where it does not say */
	char **grader_flags;         /**< for a grader of the package; NULL-terminated or NULL */
};

/**
 * Flags of the default output validator. A tolerance below 0 is absent. Tolerances have the
 * precision of the numbers they are held against: 0.1 as a double is 5e-18 more than 0.1 and lets
 * too much through.
 */
struct as_check_flags {
	bool case_sensitive;
	bool space_change_sensitive;
	long double absolute_tolerance;
	long double relative_tolerance;
};
#define AS_CHECK_FLAGS_INIT                                                                        \
	{                                                                                          \
		.absolute_tolerance = -1, .relative_tolerance = -1                                 \
	}

/** Arguments of input validators: one list without a name, which is for all of them, or lists by a
 * validator's name, in the author's order. */
struct as_input_args_list {
	char *name;
	char **words; /**< NULL-terminated; NULL: empty */
};
struct as_input_args {
	struct as_input_args_list *lists;
	size_t count;
};

struct as_test {
	char *name;       /**< path beneath data/ without its ending: "secret/2/07" */
	char *input_path; /**< "data/secret/2/07.in" */
	char *answer_path;
	size_t group;                      /**< index into groups: the innermost group it is in */
	struct as_check_flags check_flags; /**< where the package has no output validator */
	char **output_validator_args; /**< for the package's own; NULL-terminated, NULL: none */
	const char *only_validator;   /**< legacy: of the package's own the one that is asked,
					 borrowed; NULL: all of them */
	struct as_input_args *input_validator_args; /**< NULL: none */
	char **args;        /**< of the submission's command line; NULL-terminated, NULL: none */
	char *files_path;   /**< a folder of files that the submission finds in its working folder
			       (.files), or NULL */
	bool full_feedback; /**< its files may be shown after a failure (as those of samples) */
	char *hint;         /**< for who fails it, text in UTF-8; or NULL */
};

/** What the validators of a package must say of a probe. */
enum as_probe_kind {
	AS_PROBE_INVALID_INPUT,  /**< an input validator must reject the input */
	AS_PROBE_INVALID_OUTPUT, /**< the input is valid; the output validator must reject */
	AS_PROBE_VALID_OUTPUT,   /**< the input is valid; the output validator must accept */
};

/** A test of the validators, not of submissions: data/invalid_input, invalid_output, valid_output.
 */
struct as_probe {
	enum as_probe_kind kind;
	struct as_test test; /**< its group is unused; answer_path is NULL for an invalid input */
	char *output_path;   /**< NULL for an invalid input */
};

/**
 * A test group: "sample", "secret", or a folder with a test_group.yaml below secret; in a graded
 * package every folder of the data, and "data" for the whole of it.
 */
struct as_group {
	char *name;        /**< "sample", "secret", "secret/2"; "data" */
	size_t parent;     /**< index, less than its own; its own index for data, or, where there is
			      no such group, for sample and secret */
	size_t first_test; /**< tests of a group and its subgroups are contiguous in the package's
			      order */
	size_t test_count; /**< subgroups' tests included */
	bool has_score;    /**< false in a pass-fail package, and for sample of 2025-09 */
	double max_score;  /**< INFINITY: unbounded; of a graded group the better end of its
			      range */
	enum as_aggregation aggregation;
	bool has_static;     /**< the static validator judges it, too */
	double static_score; /**< of the static validator, part of max_score */
	char **static_args;  /**< for the static validator; NULL-terminated, NULL: none */
	size_t *required;    /**< groups that must be accepted first: ascending indices */
	size_t required_count;
	struct as_grading grading; /**< legacy only */
};

/** What the exit status of an output validator means. */
enum as_validator_dialect {
	AS_VALIDATOR_ICPC,    /**< 42 accepted, 43 wrong, else a judging error */
	AS_VALIDATOR_TESTLIB, /**< 0 accepted, 1 and 2 wrong, 7 points, else a judging error */
};

/** Limits of problem.yaml, the system's defaults filled in. */
struct as_package_limits {
	bool has_time_limit; /**< false: left to `verify`; the judge then uses 2 s */
	int64_t time_limit_ns;
	/** What `verify` holds the time limit against. 2025-09: ac_to_time_limit and
	 * time_limit_to_tle; legacy: time_multiplier and time_safety_margin. */
	double ac_to_time_limit, time_limit_to_tle;
	int64_t time_resolution_ns;  /**< default 1 s */
	unsigned validation_passes;  /**< default 2 */
	uint64_t memory_bytes;       /**< default 2048 MiB */
	uint64_t output_bytes;       /**< default 8 MiB */
	uint64_t code_bytes;         /**< default 128 KiB */
	int64_t compilation_time_ns; /**< default 60 s */
	uint64_t compilation_memory_bytes;
	int64_t validation_time_ns;
	uint64_t validation_memory_bytes;
	uint64_t validation_output_bytes;
};

struct as_package {
	char *path;          /**< as given, for messages */
	char *folder;        /**< its folder: `path`, or where the archive was unpacked */
	struct as_tree tree; /**< its folder, whose descriptor the package owns; all its files are
				opened beneath it */
	char *short_name;    /**< the folder's name, or an archive's without its ending */
	char *unpacked_path; /**< of an archive: the temporary folder with its files, kept by
				`keeper` until as_package_close; NULL: it is a folder */
	struct as_keeper *keeper;
	char *title; /**< `name`, English first */
	enum as_format format;
	bool icpc;      /**< legacy-icpc: what `verify` holds it to */
	bool scoring;   /**< type has "scoring" */
	bool minimizes; /**< legacy, grading.objective: min */
	/** Legacy and 2023-07-draft: verdict and score of each group come of its `grading`, and
	 * those of the group "data" are the submission's. */
	bool graded;
	bool interactive;   /**< the output validator talks with the submission */
	bool multi_pass;    /**< the output validator may ask for another pass */
	bool submit_answer; /**< submissions are outputs, not programs */
	bool writes_files;  /**< allow_file_writing */
	/** Legacy, `validation: custom score`: the output validator gives each accepted test its
	 * score. In 2025-09 it may, in every scoring package. */
	bool validator_scores;
	char **languages; /**< NULL: all; else a NULL-terminated list of allowed language ids */
	/** Programs of the package: paths of files or folders. */
	/** What all must accept, asked in this order (NULL-terminated; one, but for the legacy
	 * format, which sorts them by name); NULL: the default output check. */
	char **output_validators;
	enum as_validator_dialect dialect;
	char **input_validators; /**< NULL-terminated, sorted; NULL: none */
	char *static_validator;  /**< NULL: none */
	char *grader;            /**< legacy, graders/; NULL: none is wanted */
	char *include;           /**< "include": code that goes with every submission; NULL: none */
	struct as_text_map constants; /**< by name: "n", "n.value", "n.tex" */
	struct as_text_map entry_points; /**< of submissions.json, by the submission's path */
	struct as_package_limits limits;
	struct as_group
		*groups; /**< in the order of the format: data where it is graded, sample, secret,
			    the groups in one by name; one comes after the one it is in */
	size_t group_count;
	struct as_test *tests; /**< in the order of the format: sample first, then secret; a
				  group's before those of the next one, by bytes of their names */
	size_t test_count;
	struct as_probe *probes; /**< by kind, then by name */
	size_t probe_count;
	struct as_findings findings; /**< what its loader had to say; `verify` prints it */
	bool needs_generation; /**< it has a recipe (generators/generators.yaml) and no secret test
				  yet */
	/** Of all that changes a verdict: settings, every test's files, validators, grader,
	 * included files. Not of input validators and submissions. */
	char digest[AS_DIGEST_HEX_SIZE];
};

/**
 * Reads a package of format legacy, legacy-icpc, 2023-07-draft or 2025-09 from a folder, or from a
 * zip archive (.zip, .kpp), which is unpacked first: its one folder is the package, or else all of
 * it. What the format forbids is an AS_ERROR_INPUT in one line, at its place where it has one; what
 * it does not know but does no harm goes into `findings`. A package whose secret tests were not
 * generated yet loads with `needs_generation` set. Without a time limit the judge assumes 2 s.
 */
struct as_package *as_package_open(const char *path, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_package_close(struct as_package *package);
/** The same without all but problem.yaml: of a package whose tests are about to be made. */
struct as_package *as_package_open_settings(const char *path, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** In a package while its tests are being replaced: as_package_open refuses it. */
#define AS_RECIPE_MARK "generators/.replacing"
/** AS_ERROR_INPUT naming `assay gen` where the data is not there. */
int as_package_require_data(const struct as_package *package, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/* ---- packages for others, and from others -----------------------------------------------------
 */

struct as_export_config {
	enum as_format format;     /**< the package's own, or legacy or 2025-09 to convert it to */
	bool in_folder;            /**< all in a folder of the package's name, not at the top */
	const char *include_dir;   /**< holds assay/gen.h, which goes along where a validator needs
				      it; or NULL */
	const atomic_bool *cancel; /**< or NULL */
};
/**
 * Writes a package with its test data as a zip archive: the same bytes every time. In another
 * format what would change a verdict and cannot be said there is AS_ERROR_INPUT; what else is lost
 * is in `notes`, a line each (NULL-terminated, or NULL; free with as_names_free). A file at `path`
 * is replaced once the archive is whole.
 */
int as_package_export(const struct as_package *package, const struct as_export_config *config,
	const char *path, char ***notes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);

struct as_import_config {
	const char *title;     /**< the problem's name; NULL: that of the folder */
	int64_t time_limit_ns; /**< 0: none is written */
	const char *tolerance; /**< a decimal number as typed, absolute or relative; NULL: none */
	bool exact;            /**< case and white space count */
	const char *const *solutions; /**< files of right submissions; NULL-terminated, or NULL */
};
/**
 * Makes a package at `path`, where nothing may be yet, of a folder of inputs and answers: 1.in with
 * 1.out or 1.ans, input01.txt with output01.txt, 1/input.txt with 1/output.txt, input/1.txt with
 * output/1.txt, 01 with 01.a. An input without its answer, or the other way round, is
 * AS_ERROR_INPUT. `notes` as above: what was left out or changed. `count`: the tests.
 */
int as_package_import(const char *from, const char *path, const struct as_import_config *config,
	size_t *count, char ***notes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4, 5);
/** Makes a small package to start from at `path`, where nothing may be yet. */
int as_package_new(const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* ---- the default output check ---------------------------------------------------------------- */

/**
 * Parses the default output validator's flags (2025-09: case_sensitive, space_change_sensitive,
 * float_absolute_tolerance E, float_relative_tolerance E, float_tolerance E) from a list of words.
 * An unknown flag, a tolerance that is no non-negative decimal number, or one given twice is
 * AS_ERROR_INPUT.
 */
int as_check_flags_parse(const char *const *words, size_t count, struct as_check_flags *flags,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);

#define AS_FEEDBACK_SIZE 512
/**
 * Compares an output with an answer, streaming: both descriptors are read from their current offset
 * in blocks, memory is constant whatever their size but for single tokens, of which up to 64 KiB
 * are looked at as numbers. Returns 0 and AS_VERDICT_AC or AS_VERDICT_WA with one line of feedback
 * ("token 3 (line 2): expected 8, got 7"), or -1 where reading failed.
 */
int as_check_default(int output_fd, int answer_fd, const struct as_check_flags *flags,
	enum as_verdict *verdict, char feedback[AS_FEEDBACK_SIZE],
	struct as_error *error) AS_MUST_USE AS_NONNULL(3, 4, 5);

/* ---- languages --------------------------------------------------------------------------------
 */

struct as_languages;
/** Reads the language table (NULL: the one built in, which is the repository's
 * judge/program/languages.json). */
struct as_languages *as_languages_open(const char *path, struct as_error *error) AS_MUST_USE;
void as_languages_close(struct as_languages *languages);
/** A language on this machine. What is const is borrowed from the table. */
struct as_language_state {
	const char *id;
	const char *name;
	const char *package; /**< what to install */
	const char *profile;
	const char *const *extensions; /**< NULL-terminated, as the commands with placeholders */
	const char *const *compile;
	const char *const *run;
	char *version; /**< what its compiler says; NULL: it is not available */
	char *trouble; /**< why its compiler does not say its version; NULL: nothing failed */
};
/**
 * What this machine can judge: each language that a submission can be in, in the table's order, and
 * behind the last one whose id is NULL. Free with as_language_states_free.
 */
struct as_language_state *as_languages_inspect(const struct as_languages *languages,
	const char *cache_dir, bool weak_sandbox, struct as_error *error) AS_NONNULL(1) AS_MUST_USE;
void as_language_states_free(struct as_language_state *states);

/* ---- judging ----------------------------------------------------------------------------------
 */

enum as_audience { AS_AUDIENCE_SETTER, AS_AUDIENCE_STUDENT };

/** How often a test is run again at most, where one run does not tell (judge/engine/run/rerun.c):
 * the usual number, and none. Fewer than two cannot change a verdict. */
#define AS_RERUNS_USUAL 0
#define AS_RERUNS_NONE (-1)
#define AS_RERUNS_USUAL_COUNT 10

struct as_judge_config {
	const struct as_languages *languages; /**< borrowed */
	unsigned workers; /**< tests at once, each on a core of its own; 0: one */
	int reruns;       /**< a number, AS_RERUNS_USUAL or AS_RERUNS_NONE */
	/** How long to wait for a core that nobody else measures on, before sharing one; 0: 30 s.
	 */
	int64_t core_wait_ns;
	bool weak_sandbox;
	bool run_all;         /**< do not stop at the first failure */
	const char *test;     /**< judge only this test, or NULL */
	const char *language; /**< take submissions to be in this language; NULL: as they look */
	const char *keep_dir; /**< keep what was made for debugging here, or NULL */
	enum as_audience audience;
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

/** A submission, and what is known of it besides its looks. */
struct as_submission {
	const char *path;     /**< a file or a folder; what is beneath the package's submissions/ is
				 read as a part of the package: its constants are filled in */
	const char *language; /**< an id of the table; NULL: the config's, or as it looks */
	const char *entry_point; /**< the file, class or module that it starts with, in a language
				    that has such a thing; NULL: the usual */
};

struct as_judge;
struct as_judge *as_judge_open(const struct as_package *package,
	const struct as_judge_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void as_judge_close(struct as_judge *judge);
/**
 * Judges one submission and returns its verdict document (free with json_decref). A submission that
 * cannot be judged is a document with verdict CE; NULL means that there is no such path
 * (AS_ERROR_USAGE), that the machine cannot do it, or that it was cancelled.
 */
json_t *as_judge_submission(struct as_judge *judge, const struct as_submission *submission,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/**
 * Whose fault it was that a test of the submission judged last got JE: AS_ERROR_INPUT (the
 * package), AS_ERROR_INTERNAL (the judge; also where both are), or AS_ERROR_NONE. A document may be
 * made for people who must not see the reason.
 */
enum as_error_kind as_judge_fault(const struct as_judge *judge) AS_NONNULL(1);

/* ---- verifying ---------------------------------------------------------------------------------
 */

struct as_verify_config {
	/** How to judge. Its test, language, run_all, audience and keep_dir are verify's own;
	 * `fresh` does without results of earlier commands as well. */
	struct as_judge_config judge;
	/** Called once it is known how many steps its progress will have at most, or NULL. */
	void (*begin)(void *progress_context, size_t steps);
};
/**
 * Checks a package: its structure, its validators, and every submission on every test against what
 * its authors expect, with the time limit found or held against what submissions need. Returns a
 * document (free with json_decref): the keys of docs/verify.schema.json, and for as_verify_page
 * "about" and, in each submission, "max_score", "tests" and "compile". NULL means that it could not
 * be verified; that a package is wrong is a finding.
 */
json_t *as_verify_package(const struct as_package *package, const struct as_verify_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** One self-contained page of a few such documents, HTML, on the heap. */
char *as_verify_page(const json_t *documents, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* ---- programs, for what stands above (testgen) ---------------------------------------------- */

/**
 * A workshop turns sources into programs: it knows the languages, the cache of compiled programs
 * and a temporary folder of its own, which as_workshop_close removes.
 */
struct as_workshop;
struct as_workshop_config {
	const struct as_languages *languages; /**< borrowed */
	const char *cache_dir; /**< NULL: $XDG_CACHE_HOME/assay or $HOME/.cache/assay */
	bool weak_sandbox;
	bool fresh;                /**< compile again what the cache holds */
	const char *include_dir;   /**< shown to compilers of package programs (gen.h), or NULL;
				      borrowed */
	const struct as_text_map *constants; /**< of the package, written into its programs; or
				    NULL; borrowed */
	const atomic_bool *cancel; /**< or NULL */
};
struct as_workshop *as_workshop_open(
	const struct as_workshop_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_workshop_close(struct as_workshop *workshop);
/** Its keeper, for what else its owner makes; the workshop's until it closes. */
struct as_keeper *as_workshop_keeper(const struct as_workshop *workshop) AS_NONNULL(1);
/** Builds the precompiled headers of the language table, so that the first compile is fast. */
int as_workshop_prepare(struct as_workshop *workshop, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** A compiled program of a package; free with as_program_free before its workshop closes. */
struct as_program;
/**
 * Compiles a program of a package: a file or a folder beneath dir_fd, its folder. One with a script
 * `build` or `run` is built by the one and run by the other. That it does not compile is an
 * AS_ERROR_INPUT with the first line of the compiler's message that names an error.
 */
struct as_program *as_workshop_compile(struct as_workshop *workshop, int dir_fd, const char *path,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/**
 * The same for a program that a recipe puts together: files by their path relative to generators/,
 * or with a leading '/' to the package, NULL-terminated; the first says in which language it is and
 * where it starts. "../../FOLDER/FILE" is a regular file in a folder beside the package's, reached
 * through no link. One alone may be a folder of the package.
 */
struct as_program *as_workshop_compile_named(struct as_workshop *workshop, int dir_fd,
	const char *const *files, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
void as_program_free(struct as_program *program);
/**
 * Runs it once with more arguments (NULL-terminated, or NULL) under limits, in a sandbox that the
 * program keeps for its next run.
 */
int as_program_run(struct as_program *program, const char *const *arguments,
	const struct as_limits *limits, int stdin_fd, struct as_run_result *result,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 5);
/** The id of its language in the table. */
const char *as_program_language(const struct as_program *program) AS_NONNULL(1);
/** A sandbox for programs of this one's language. One thread runs in it; close it before the
 * workshop. */
struct as_sandbox *as_program_open_sandbox(
	const struct as_program *program, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** A run of a program. All of it is borrowed. */
struct as_program_task {
	const char *const *arguments; /**< that follow its command; NULL-terminated, or NULL */
	/** "NAME=value" besides, or in place of, its language's own; NULL-terminated, or NULL */
	const char *const *env;
	const struct as_limits *limits;
	int stdin_fd;  /**< -1: empty */
	bool keep_box; /**< hand over its working folder in the result */
};
/** Runs it once in a sandbox that was opened for its language. Any thread, each in its own. */
int as_program_run_in(const struct as_program *program, struct as_sandbox *sandbox,
	const struct as_program_task *task, struct as_run_result *result,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
/** A digest of its source, language, flags and compiler. */
const char *as_program_digest(const struct as_program *program) AS_NONNULL(1);
/** A digest of the names and contents of its files: the same on every machine. */
const char *as_program_source_digest(const struct as_program *program) AS_NONNULL(1);
/**
 * What programs made, kept in the cache folder between commands under a digest of all that it
 * depends on. 1: found, `bytes` is filled; 0: not there. Any thread.
 */
int as_workshop_recall(struct as_workshop *workshop, const char key[AS_DIGEST_HEX_SIZE],
	struct as_bytes *bytes) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Best effort: without it the next command only takes longer. Very large things are not kept. */
void as_workshop_remember(struct as_workshop *workshop, const char key[AS_DIGEST_HEX_SIZE],
	const struct as_bytes *bytes) AS_NONNULL(1, 2, 3);
/**
 * Writes a package's constants (or NULL: nothing happens) where
 * `{{name}}` or `{{name.variant}}` stands in a text, which is replaced; unknown names stay.
 */
int as_constants_fill(struct as_bytes *text, const struct as_text_map *constants,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/**
 * What a run did other than exit with 0, as a sentence ("exceeded 10 s of CPU time", "exited with
 * status 3: <the line of its stderr that says most>"); NULL where it ended well. On the heap.
 */
char *as_run_result_complain(const struct as_run_result *result) AS_NONNULL(1) AS_MUST_USE;
/** The line of a compiler's output that names the error, printable; "" if there is no output. */
void as_compiler_quote(const char *output, char *line, size_t size) AS_NONNULL(1, 2);

#endif
