/* SPDX-License-Identifier: MIT */
/**
 * verification: the result of verifying one package: each submission with its result and its
 * expected verdicts, the time limit, and the findings.
 *
 * Life cycle: `struct as_verification verification = {0}`; as_verify_package fills it;
 * as_verification_clear. It owns all that it points to and outlives the package. Safe from any
 * thread on distinct objects, and from several threads on one that no thread changes.
 */
#ifndef ASSAY_VERIFY_VERIFICATION_H
#define ASSAY_VERIFY_VERIFICATION_H

#include <assay/engine/result.h>

#define AS_SCORE_NOTE_SIZE 48

/** A submission of the package, on all tests. */
struct as_verified {
	char *path; /**< beneath submissions/, printable: "accepted/a.py" */
	/** The permitted verdicts of the submission, in the order of enum as_verdict; none if the
	 * expectations contradict each other. */
	enum as_verdict expected[AS_VERDICT_CE];
	size_t expected_count;
	bool judged; /**< false: the result is empty, and a finding says why */
	bool ok;     /**< it was judged, and every expectation holds */
	/** How the score differs from the expected one, "not 100"; "": it does not. */
	char score_note[AS_SCORE_NOTE_SIZE];
	struct as_result result;
};

/** A group that the package's static validator judges. */
struct as_verified_static {
	char *group;
	size_t before; /**< index of its first test in the package */
};

/** The package. */
struct as_verified_package {
	char *short_name;
	char *path; /**< as given, printable */
	char *title;
	enum as_format format;
	bool scoring, interactive, multi_pass;
	bool has_time_limit; /**< false: the time limit below was computed */
	double ac_to_time_limit, time_limit_to_tle;
	char **tests; /**< their names, in order; NULL-terminated */
	size_t test_count;
	struct as_verified_static *statics; /**< in the order of the groups */
	size_t static_count;
};

struct as_verification {
	char *version; /**< of the command that verified: "0.9.0" */
	bool ok;       /**< no finding is an error */
	/** The limit of the verdicts; 0: unknown, because nothing was judged. */
	int64_t time_limit_ns;
	char *measured_on; /**< the group of machines that judged; NULL: this machine */
	char *unconfirmed; /**< with confirm_times: why the computed limit is not; or NULL */
	struct as_verified_package package;
	struct as_verified *submissions; /**< sorted by path */
	size_t submission_count;
	struct as_findings findings; /**< errors, then warnings, then information */
};

/** The tests that do not accept a submission. */
enum as_rejecters {
	AS_REJECTERS_NONE,    /**< it is accepted, or was not run */
	AS_REJECTERS_SAMPLES, /**< samples alone, although it was run on secret tests */
	AS_REJECTERS_ONE,     /**< one test alone */
	AS_REJECTERS_SEVERAL,
};
/** Sets `count` to the number of tests that reject the submission, unless `count` is NULL. */
enum as_rejecters as_result_rejecters(const struct as_result *result, size_t *count) AS_NONNULL(1);
/** True if the authors expect that the submission is rejected, but samples alone or one test alone
 * reject it: a small change of the tests would accept it. */
bool as_verified_is_narrow(const struct as_verified *submission) AS_NONNULL(1);

/** Sets the weakest isolation of the submissions' runs. False: none was run. */
bool as_verification_isolation(
	const struct as_verification *verification, enum as_weakness *weakness) AS_NONNULL(1, 2);

/** Leaves `{0}` behind. */
void as_verification_clear(struct as_verification *verification) AS_NONNULL(1);

/**
 * The document of docs/verify.schema.json, or NULL if out of memory; free it with json_decref. It
 * is for people and other tools: no code of Assay reads it back.
 */
json_t *as_verification_json(const struct as_verification *verification,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
