/* SPDX-License-Identifier: MIT */
/**
 * result: a judged submission: its verdict, what compiling it said, each test that was run, each
 * group, whose fault a judging error was, and the digests that make it repeatable.
 *
 * A result is complete: it holds what setters may see, and of each test what others may see of it,
 * so that a document for any audience can be written later, without the package.
 *
 * Life cycle: `struct as_result result = {0}`; as_engine_wait or as_result_read fills it;
 * as_result_clear. It owns all that it points to. Where a text may be missing, NULL says so; a text
 * holds any bytes but NUL. Times are in nanoseconds, memory is in bytes.
 *
 * All of this is safe from any thread on distinct results, and from several threads on one that
 * nobody changes.
 */
#ifndef ASSAY_ENGINE_RESULT_H
#define ASSAY_ENGINE_RESULT_H

#include <assay/package.h>

/** Whom a document is for: what it may show. */
enum as_audience { AS_AUDIENCE_SETTER, AS_AUDIENCE_STUDENT };

/** How compiling ended. */
struct as_result_compile {
	char *language;          /**< its id in the table; NULL: none fits */
	enum as_verdict verdict; /**< AC: there is a program; CE: there is none */
	char *reason;            /**< of a CE: "compiler", "language", "empty", ...; NULL: none */
	char *output;            /**< what the compiler said, perhaps cut; NULL: nothing */
	int64_t cpu_time_ns;     /**< 0: it did not run */
	int64_t wall_time_ns;
	bool cached; /**< the program came from the cache of compiled programs */
};

/** What each run was allowed, with the allowances of the language. */
struct as_result_limits {
	int64_t cpu_time_ns;
	int64_t wall_time_ns;
	uint64_t memory_bytes;
	uint64_t output_bytes;
	uint32_t processes;
	unsigned reruns; /**< of a test, at most */
};

/** "": unknown, since it did not come to that. */
struct as_result_digests {
	char package[AS_DIGEST_HEX_SIZE];
	char source[AS_DIGEST_HEX_SIZE];
	char language[AS_DIGEST_HEX_SIZE];
	char sandbox[AS_DIGEST_HEX_SIZE];
	char limits[AS_DIGEST_HEX_SIZE];
};

/** How the submission's runs were isolated. */
struct as_result_sandbox {
	bool used;          /**< false: nothing was run, and the rest is unset */
	bool weak;          /**< without control groups */
	char *cgroup;       /**< "v1", "v2" or "none" */
	char **degraded;    /**< words of struct as_isolation; NULL-terminated, NULL: none */
	bool core_shared;   /**< a test was measured on a core that it had to share */
	bool usage_unknown; /**< of a test the CPU time and memory are not known */
};

/** What a run used; of several, the most. */
struct as_result_usage {
	bool known; /**< false: CPU time and memory say nothing; wall time does */
	int64_t cpu_time_ns;
	int64_t wall_time_ns;
	uint64_t memory_bytes;
	uint64_t instructions; /**< 0: the machine does not count them */
};

/** What others than setters may see of a test; as_result_is_shown has the rule. */
struct as_result_sight {
	bool is_sample;          /**< all of it */
	bool full_feedback;      /**< all of it, with the hint, once it is failed */
	bool feedback_is_secret; /**< not `feedback`: the package's output validator wrote it */
};

/** The file in which a validator of 2025-09 said what a test earns. */
enum as_score_file { AS_SCORE_FILE_NONE, AS_SCORE_FILE_SCORE, AS_SCORE_FILE_MULTIPLIER };

/** A test that was run, or a group's static validation. */
struct as_result_test {
	char *name;              /**< "secret/2/07"; of a static validation its group's */
	bool is_static;          /**< then what a run has is unset */
	size_t group;            /**< index into the result's groups: the innermost */
	enum as_verdict verdict; /**< never NONE or CE */
	char *reason;            /**< "cpu", "signal", ...; NULL: the verdict says all */
	char *feedback;          /**< one line on what was wrong; NULL: nothing was */
	char *judge_message;     /**< what a validator wrote for the judges, or NULL */
	char *team_message;      /**< for the team, or NULL */
	char *transcript;        /**< of an interactive test that was not accepted, or NULL */
	char *hint; /**< of the package, for who failed it; NULL: none, or not failed */
	struct as_result_usage usage;
	int exit_code;    /**< -1: it did not exit */
	int signal;       /**< that ended it; 0: none did */
	unsigned reruns;  /**< how many runs there were besides the first */
	bool unconfirmed; /**< a rerun might have said otherwise, and none was made */
	unsigned passes;  /**< 0: the package is not multi-pass */
	bool has_score;   /**< false: tests have none here, or it does not count */
	double score;     /**< in the package's points */
	enum as_score_file score_file;
	struct as_result_sight sight;
};

/** A group of the package. */
struct as_result_group {
	char *name;              /**< "secret/2" */
	bool has_score;          /**< false: it has none, or only tests elsewhere were asked for */
	enum as_verdict verdict; /**< NONE: nothing of it was run */
	double score;            /**< in the package's points */
	double max_score;        /**< INFINITY: unbounded */
	size_t unmet;   /**< index of a group that it requires and that was not accepted, so
			   that it does not count; SIZE_MAX: none */
	char *feedback; /**< of a JE in adding it up; NULL: none */
};

/** Room for one line of feedback. */
#define AS_FEEDBACK_SIZE 512

struct as_result {
	char *problem;           /**< the package's short name */
	char *path;              /**< of the submission, as it was given */
	char *version;           /**< of what judged: "0.1.0" */
	enum as_verdict verdict; /**< never NONE */
	/** Whose fault a JE was: AS_ERROR_INPUT (the package), AS_ERROR_INTERNAL (the judge; also
	 * where both are), AS_ERROR_NONE where there was none. */
	enum as_error_kind fault;
	bool scoring;     /**< the package scores; else neither it nor a group has a score */
	bool has_score;   /**< false in a legacy package where the verdict is not AC */
	double score;     /**< in the package's points */
	double max_score; /**< INFINITY: unbounded */
	struct as_result_compile compile;
	struct as_result_limits limits;
	struct as_result_digests digests;
	struct as_result_sandbox sandbox;
	struct as_result_test *tests; /**< that were run, in the package's order */
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

/** True if the audience may see more of a test than its name, verdict and score: a setter; anybody
 * of a sample; and with full feedback, who failed it. */
bool as_result_is_shown(const struct as_result_test *test, enum as_audience audience) AS_NONNULL(1);
/** The feedback that the audience may see of a test, "" where it may see none. */
const char *as_result_feedback(const struct as_result_test *test, enum as_audience audience)
	AS_NONNULL(1);
/** The most that a test used, of those that are shown; unknown where that of one is. */
struct as_result_usage as_result_usage(const struct as_result *result, enum as_audience audience)
	AS_NONNULL(1);

/**
 * The verdict document (docs/verdict.schema.json) for an audience, or NULL without memory; free it
 * with json_decref. Bytes that are not UTF-8 are written as \xNN. It is for others to read: nothing
 * of ours reads it back.
 */
json_t *as_result_json(const struct as_result *result, enum as_audience audience,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** A score in a document: an integer if it is whole, null if it is unbounded. */
json_t *as_result_score_json(double score) AS_MUST_USE;

/**
 * The result as bytes of the format assay-result/1, a record (assay/base/record.h), which loses
 * nothing; clear them. -1: no memory, or it is larger than a record may be.
 */
int as_result_write(const struct as_result *result, struct as_bytes *bytes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/**
 * Reads it back into an empty result. 1: done. 0: the bytes are of another version of the format,
 * or of another thing: a miss, which is not an error. -1: they are damaged, or there is no memory
 * (AS_ERROR_INTERNAL); for a cache that is a miss too, for a store something to tell. But for 1 the
 * result stays empty. The bytes may come from anywhere.
 */
int as_result_read(const void *data, size_t size, struct as_result *result,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

#endif
