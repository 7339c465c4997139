/* SPDX-License-Identifier: MIT */
/**
 * The model of a package, for all formats. The package owns all of it; it does not change while the
 * package is open.
 */
#ifndef ASSAY_PACKAGE_MODEL_H
#define ASSAY_PACKAGE_MODEL_H

#include <assay/base.h>
#include <assay/base/keeper.h>
#include <assay/base/tree.h>
#include <assay/check.h>
#include <assay/package/findings.h>

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
	AS_AGGREGATE_PROGRAM, /**< legacy only: the package's grader gives verdict and score */
};

/** Legacy: how the verdict of a group comes from those of its parts. */
enum as_grader_verdict {
	AS_GRADER_WORST_ERROR,
	AS_GRADER_FIRST_ERROR,
	AS_GRADER_ALWAYS_ACCEPT,
};

/** Legacy: grading keys of testdata.yaml, with inherited values filled in. */
struct as_grading {
	bool continues; /**< on_reject: continue; else the first failure ends the group */
	enum as_grader_verdict verdict;
	bool ignore_sample;
	bool accept_if_any;  /**< accept_if_any_accepted */
	double accept_score; /**< of an accepted test */
	double reject_score;
	double range_min, range_max; /**< default: -INFINITY and INFINITY */
	char **grader_flags;         /**< for a grader of the package; NULL-terminated or NULL */
	/** The settings of its own testdata.yaml, for DOMjudge's scores. */
	bool has_settings;  /**< it has one */
	double group_score; /**< accept_score; NAN: none */
	enum as_aggregation own_aggregation;
};

/** Arguments of input validators: one list without a name for all of them, or one list per
 * validator name, in the author's order. */
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
	struct as_check_flags check_flags; /**< if the package has no output validator */
	char **output_validator_args; /**< for the package's own; NULL-terminated, NULL: none */
	const char *only_validator;   /**< legacy: the only output validator to run, borrowed;
					 NULL: all of them */
	struct as_input_args *input_validator_args; /**< NULL: none */
	char **args;        /**< of the submission's command line; NULL-terminated, NULL: none */
	char *files_path;   /**< a folder of files for the submission's working folder (.files), or
			       NULL */
	bool full_feedback; /**< its files may be shown after a failure (as those of samples) */
	char *hint;         /**< shown if the test fails, UTF-8; or NULL */
};

/** The expected answer of the validators to a probe. */
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
 * package every folder of the data, and "data" itself.
 */
struct as_group {
	char *name;        /**< "sample", "secret", "secret/2"; "data" */
	size_t parent;     /**< a smaller index; its own index for data or, without a group data,
			      for sample and secret */
	size_t first_test; /**< tests of a group and its subgroups are contiguous in the package's
			      order */
	size_t test_count; /**< subgroups' tests included */
	bool has_score;    /**< false in a pass-fail package, and for sample of 2025-09 */
	double max_score;  /**< INFINITY: unbounded; of a graded group the best score of its
			      range */
	enum as_aggregation aggregation;
	bool has_static;     /**< the static validator also judges it */
	double static_score; /**< of the static validator, part of max_score */
	char **static_args;  /**< for the static validator; NULL-terminated, NULL: none */
	size_t *required;    /**< groups that must be accepted first: ascending indices */
	size_t required_count;
	struct as_grading grading; /**< legacy only */
};

/** The indices of two groups if the package is not graded. */
enum { AS_GROUP_SAMPLE, AS_GROUP_SECRET };

/** The exit statuses of a validator (2025-09, "Output Validator"). */
#define AS_EXIT_ACCEPTED 42
#define AS_EXIT_WRONG 43

/** What the exit status of an output validator means. */
enum as_validator_dialect {
	AS_VALIDATOR_ICPC,    /**< 42 accepted, 43 wrong, else a judging error */
	AS_VALIDATOR_TESTLIB, /**< 0 accepted, 1, 2, 4 and 8 wrong, 7 points, or as the text says */
};

/** Limits of problem.yaml, with defaults filled in. */
struct as_package_limits {
	bool has_time_limit; /**< false: computed by `verify`; the judge uses 2 s */
	int64_t time_limit_ns;
	const char *time_limit_file; /**< that states it: "problem.yaml"; NULL: none; static */
	/** Margins that `verify` checks the time limit with. 2025-09: ac_to_time_limit and
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

/** What identified each file of a package when it was opened; private to as_package_check_*. */
struct as_snapshot {
	struct as_snapshot_item *items; /**< sorted by `real` */
	size_t count;
	int64_t begun_ns; /**< real time before the first file was read */
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
	char *title;    /**< `name`, English first */
	json_t *titles; /**< `name` by language; NULL: it has no languages */
	enum as_format format;
	bool icpc;      /**< legacy-icpc: `verify` checks more */
	bool scoring;   /**< type has "scoring" */
	bool minimizes; /**< legacy, grading.objective: min */
	/** Legacy and 2023-07-draft: `grading` determines verdict and score of each group; those
	 * of the group "data" are the submission's. */
	bool graded;
	bool interactive;   /**< the output validator interacts with the submission */
	bool multi_pass;    /**< the output validator may ask for another pass */
	bool submit_answer; /**< submissions are outputs, not programs */
	bool writes_files;  /**< allow_file_writing */
	/** Legacy, `validation: custom score`: the output validator gives each accepted test its
	 * score. In 2025-09 it may, in every scoring package. */
	bool validator_scores;
	/** Legacy, with marks of DOMjudge (domjudge_scores.c). The first: a score counts whatever
	 * the verdict is; the second: groups are scored as DOMjudge scores them. */
	bool keeps_scores, domjudge_scores;
	char **languages; /**< NULL: all; else a NULL-terminated list of allowed language ids */
	/** Programs of the package: paths of files or folders. */
	/** All must accept; run in this order. NULL-terminated; only the legacy format may have
	 * more than one, sorted by name. NULL: the default output check. */
	char **output_validators;
	enum as_validator_dialect dialect;
	char **input_validators;                 /**< NULL-terminated, sorted; NULL: none */
	enum as_validator_dialect input_dialect; /**< testlib: 0 accepted, else rejected */
	char *static_validator;                  /**< NULL: none */
	char *grader;                            /**< legacy, graders/; NULL: none */
	char *include;                /**< "include": code added to every submission; NULL: none */
	struct as_text_map constants; /**< by name: "n", "n.value", "n.tex" */
	struct as_text_map entry_points; /**< of submissions.json, by the submission's path */
	struct as_package_limits limits;
	struct as_group *groups; /**< in the order of the format: data if it is graded, sample,
				    secret, subgroups by name; a group comes after its parent */
	size_t group_count;
	struct as_test *tests; /**< in the order of the format: sample, then secret; group by
				  group, by the bytes of their names */
	size_t test_count;
	struct as_probe *probes; /**< by kind, then by name */
	size_t probe_count;
	struct as_findings findings; /**< of its loader; `verify` prints them */
	bool needs_generation;       /**< it has a recipe (generators/generators.yaml) and no secret
					tests */
	/** Covers all that can change a verdict: settings, files of tests, validators, grader,
	 * included files; not input validators and submissions. */
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_snapshot snapshot; /**< of the files in the digest */
};

#endif
