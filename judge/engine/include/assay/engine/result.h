/* SPDX-License-Identifier: MIT */
/**
 * result: a judged submission: its verdict, the compilation, each test that was run, each group,
 * the party at fault for a judging error, and the digests that make the verdict repeatable.
 *
 * A result is complete: it has all that setters may see, and for each test a note of what others
 * may see, so that a document for any audience can be written later, without the package.
 *
 * Life cycle: `struct as_result result = {0}`; as_engine_wait or as_result_read fills it;
 * as_result_clear. It owns all that it points to. NULL stands for a text that is missing; a text
 * may have any bytes but NUL. Times are in nanoseconds, memory is in bytes.
 *
 * All of this is safe from any thread on distinct results, and from several threads on one result
 * that no thread changes.
 */
#ifndef ASSAY_ENGINE_RESULT_H
#define ASSAY_ENGINE_RESULT_H

#include <assay/package.h>
#include <assay/sandbox.h>

/** The readers of a document, who determine what it may show. */
enum as_audience { AS_AUDIENCE_SETTER, AS_AUDIENCE_STUDENT };

/** The compilation. */
struct as_result_compile {
	char *language;          /**< its id in the table; NULL: unknown */
	enum as_verdict verdict; /**< AC: there is a program; CE: there is none */
	char *reason;            /**< of a CE: "compiler", "language", "empty", ...; NULL: none */
	char *output;            /**< the compiler's message, cut if it is long; NULL: none */
	int64_t cpu_time_ns;     /**< 0: it did not run */
	int64_t wall_time_ns;
	bool cached; /**< the program came from the cache of compiled programs */
	/** Notes on how its files were interpreted, one line each; NULL-terminated, NULL: none */
	char **notes;
	/** What is run: the file or class with which the program starts, or the files that were
	 * compiled into one program, "a.c, b.c"; NULL: there is no program. */
	char *entry;
};

/** What lenient judging (struct as_job_order) disregards, as bits. */
enum as_tolerance {
	AS_TOLERANCE_EXIT_STATUS = 1 << 0, /**< the program exits with a status other than 0 */
	AS_TOLERANCE_SHELL = 1 << 1,       /**< it tries to start another program */
	/** It ends with an error because it reads past the end of its input. */
	AS_TOLERANCE_END_OF_INPUT = 1 << 2,
	AS_TOLERANCE_SIGNAL = 1 << 3, /**< a signal ends it: it crashes after its output */
};
#define AS_TOLERANCE_COUNT 4
/** The name of a bit, by its position: "exit-status", "shell", "end-of-input",
 * "signal". */
extern const char *const as_tolerance_names[AS_TOLERANCE_COUNT];
/** Large enough for all names. */
#define AS_TOLERANCE_SIZE 48
/** Writes the names of the bits, separated by ", "; "": none. Returns `text`. */
char *as_tolerance_format(unsigned bits, char text[AS_TOLERANCE_SIZE]) AS_NONNULL(2);

/** The limits of each run, with the allowances of the language. */
struct as_result_limits {
	int64_t cpu_time_ns;
	int64_t wall_time_ns;
	uint64_t memory_bytes;
	uint64_t output_bytes;
	uint32_t processes;
	unsigned reruns; /**< the maximum number of reruns of a test */
	bool lenient;    /**< judged as with `lenient` of struct as_job_order */
};

/** The schema of as_result_json. */
#define AS_VERDICT_SCHEMA "assay-verdict/1"
/** The format of as_result_write, unless a run is `disturbed`. */
#define AS_RESULT_FORMAT "assay-result/4"
#define AS_RESULT_FORMAT_DISTURBED "assay-result/5"

/** "": unknown, because judging ended before it was computed. */
struct as_result_digests {
	char package[AS_DIGEST_HEX_SIZE];
	char source[AS_DIGEST_HEX_SIZE];
	char language[AS_DIGEST_HEX_SIZE];
	char sandbox[AS_DIGEST_HEX_SIZE];
	char limits[AS_DIGEST_HEX_SIZE];
};

/** How the submission's runs were isolated. */
struct as_result_sandbox {
	bool used; /**< false: nothing was run, and the rest is unset */
	enum as_weakness weak;
	char *cgroup;       /**< "v1", "v2" or "none" */
	char **degraded;    /**< words of struct as_isolation; NULL-terminated, NULL: none */
	bool core_shared;   /**< a test was measured on a core that it had to share */
	bool usage_unknown; /**< CPU time and memory of a test are unknown */
};

/** The usage of a run; of several runs, the greatest values. */
struct as_result_usage {
	bool known; /**< false: CPU time and memory are unknown; wall time is known */
	/** Other programs took time of its core, which makes a run longer and never shorter. False
	 * without `keep_disturbed` of struct as_job_order. */
	bool disturbed;
	int64_t cpu_time_ns;
	int64_t wall_time_ns;
	uint64_t memory_bytes;
	uint64_t instructions; /**< 0: the machine does not count them */
};

/** What audiences other than setters may see of a test; as_result_is_shown has the rule. */
struct as_result_sight {
	bool is_sample;          /**< all of it */
	bool full_feedback;      /**< all of it, with the hint, if the submission failed it */
	bool feedback_is_secret; /**< not `feedback`: the package's output validator wrote it */
};

/** The file in which a validator of 2025-09 wrote the score of a test. */
enum as_score_file { AS_SCORE_FILE_NONE, AS_SCORE_FILE_SCORE, AS_SCORE_FILE_MULTIPLIER };

/** A test that was run, or a group's static validation. */
struct as_result_test {
	char *name;              /**< "secret/2/07"; for a static validation, its group's name */
	bool is_static;          /**< a static validation; the members about a run are unset */
	size_t group;            /**< index into the result's groups: the innermost */
	enum as_verdict verdict; /**< never NONE or CE */
	/** "cpu", "signal", ...; with AC, what was tolerated: as_result_tolerated. NULL: no finer
	 * cause */
	char *reason;
	char *feedback;      /**< one line about the mistake; NULL: none */
	char *judge_message; /**< the validator's message for the judges, or NULL */
	char *team_message;  /**< its message for the team, or NULL */
	char *transcript;    /**< of an interactive test that was not accepted, or NULL */
	char *hint; /**< the package's hint for a failed test; NULL: none, or it was accepted */
	struct as_result_usage usage;
	int exit_code;    /**< -1: it did not exit */
	int signal;       /**< the signal that ended it; 0: none did */
	unsigned reruns;  /**< the number of runs after the first */
	bool unconfirmed; /**< a TLE of a disturbed run, or a kill, that no rerun confirmed */
	unsigned passes;  /**< 0: the package is not multi-pass */
	bool has_score; /**< false: the package does not score tests, or this test does not count */
	double score;   /**< in the package's points */
	enum as_score_file score_file;
	struct as_result_sight sight;
};

/** A group of the package. */
struct as_result_group {
	char *name;              /**< "secret/2" */
	bool has_score;          /**< false: it has none, or only other tests were requested */
	enum as_verdict verdict; /**< NONE: none of its tests was run */
	double score;            /**< in the package's points */
	double max_score;        /**< INFINITY: unbounded */
	size_t unmet;            /**< index of the prerequisite group that was not accepted, so that
				    this group earns nothing; SIZE_MAX: none */
	char *feedback;          /**< the error in adding up its points, with JE; NULL: none */
};

struct as_result {
	char *problem;           /**< the package's short name */
	char *path;              /**< of the submission, as given */
	char *version;           /**< of the command that judged: "0.9.0" */
	char *worker;            /**< the worker of a store that judged; NULL: it has no name */
	enum as_verdict verdict; /**< never NONE */
	/** The party at fault for a JE: AS_ERROR_INPUT (the package) or AS_ERROR_INTERNAL (the
	 * judge, or both). AS_ERROR_NONE: there was no JE. */
	enum as_error_kind fault;
	bool scoring;     /**< the package scores; else neither result nor group has a score */
	bool has_score;   /**< false in a legacy package if the verdict is not AC */
	double score;     /**< in the package's points */
	double max_score; /**< INFINITY: unbounded */
	struct as_result_compile compile;
	struct as_result_limits limits;
	struct as_result_digests digests;
	struct as_result_sandbox sandbox;
	struct as_result_test *tests; /**< those that were run, in the package's order */
	size_t test_count;
	struct as_result_test *statics; /**< in the order of their groups */
	size_t static_count;
	struct as_result_group *groups; /**< all of the package */
	size_t group_count;
};

/** Frees what a test of a result owns. */
void as_result_test_clear(struct as_result_test *test) AS_NONNULL(1);
/** Leaves `{0}` behind. */
void as_result_clear(struct as_result *result) AS_NONNULL(1);
/** NULL: the result has no test of that name. */
struct as_result_test *as_result_find_test(const struct as_result *result, const char *name)
	AS_NONNULL(1, 2);

/** True if the audience may see more of a test than its name, verdict and score. Setters may.
 * Others may if it is a sample, or if it was failed and has full feedback. */
bool as_result_is_shown(const struct as_result_test *test, enum as_audience audience) AS_NONNULL(1);
/** The feedback that the audience may see of a test; "" if it may see none. */
const char *as_result_feedback(const struct as_result_test *test, enum as_audience audience)
	AS_NONNULL(1);
/** The greatest usage of the tests that the audience may see; unknown if the usage of one of them
 * is unknown, or if the audience may see none. */
struct as_result_usage as_result_usage(const struct as_result *result, enum as_audience audience)
	AS_NONNULL(1);
/** Raises the values of `max` to those of another run; unknown if either is. */
void as_result_usage_add(struct as_result_usage *max, const struct as_result_usage *usage)
	AS_NONNULL(1, 2);
/** True if the test exceeded a limit of wall time or idle time, so that its CPU time does not
 * explain the verdict. */
bool as_result_has_waited(const struct as_result_test *test) AS_NONNULL(1);
/** The time that decided the verdict of a test: wall time if it waited, else CPU time. -1: unknown.
 */
int64_t as_result_counted_ns(const struct as_result_test *test) AS_NONNULL(1);

/** The endings that were disregarded so that a test is accepted: bits of enum as_tolerance; 0:
 * nothing. */
unsigned as_result_tolerated(const struct as_result_test *test) AS_NONNULL(1);

/**
 * The verdict document (docs/verdict.schema.json) for an audience, or NULL if out of memory; free
 * it with json_decref. Bytes that are not UTF-8 are written as \xNN. It is for people and other
 * tools: no code of Assay reads it back.
 */
json_t *as_result_json(const struct as_result *result, enum as_audience audience,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** A score in a document: an integer if it is whole, null if it is unbounded. */
json_t *as_result_score_json(double score) AS_MUST_USE;

/**
 * Writes the result as bytes in the lossless format assay-result/4, or /5 if a run is `disturbed`,
 * a record (assay/base/record.h); clear them. -1: out of memory, or the result is larger than a
 * record may be.
 */
int as_result_write(const struct as_result *result, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/**
 * Reads such bytes, or those of assay-result/2 and /3, which may be hostile, into an empty result.
 * 1: done. 0: they are of another version of the format, or not a result at all: a miss and not an
 * error. -1: they are damaged, or there is no memory (AS_ERROR_INTERNAL); a cache may treat that as
 * a miss, a store should report it. With 0 and -1 the result stays empty.
 */
int as_result_read(const void *data, size_t size, struct as_result *result,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

#endif
