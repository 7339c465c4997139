/* SPDX-License-Identifier: MIT */
/* problem.yaml, and the files of other tools beside it. */
#ifndef ASSAY_JUDGE_PACKAGE_METADATA_H
#define ASSAY_JUDGE_PACKAGE_METADATA_H

#include "read.h"

#include <math.h>

/* ---- problem.yaml ---- */

#define PACKAGE_METADATA_NAME "problem.yaml"
#define PACKAGE_INI_NAME "domjudge-problem.ini"

#define PACKAGE_GRADING_INIT                                                                       \
	{                                                                                          \
		.accept_score = 1, .range_min = -INFINITY, .range_max = INFINITY                   \
	}

/* What problem.yaml and DOMjudge's files say beside the package's model. */
struct package_metadata {
	bool has_domjudge_file;    /* domjudge-problem.ini or .timelimit */
	bool custom;               /* an output validator is required */
	json_t *names;             /* an object of names by language; NULL: none */
	char *named_validator;     /* domjudge-problem.ini: it is not in the package */
	char **validator_flags;    /* not 2025-09: for all tests; NULL-terminated or NULL */
	struct as_grading grading; /* legacy: from problem.yaml, or the defaults */
};
void package_metadata_clear(struct package_metadata *metadata);

/* Reads metadata of a package whose tree is open. */
struct metadata_reader {
	struct package_loader *loader;
	struct package_metadata *made;
};

/* metadata.c: finds the file and its version. */
int package_metadata_read(struct metadata_reader *reader, struct as_error *error) AS_MUST_USE;
/* modern_metadata.c, legacy_metadata.c: the keys of each version. */
int package_modern_read(struct metadata_reader *reader, const struct as_node *root,
	struct as_error *error) AS_MUST_USE;
int package_legacy_read(struct metadata_reader *reader, const struct as_node *root,
	struct as_error *error) AS_MUST_USE;
/* Its keys for output validation, if present. */
int package_legacy_validation_read(struct metadata_reader *reader, const struct as_node *root,
	struct as_error *error) AS_MUST_USE;
/* package_types.c: types as a bit set; with `loose` a text is split at spaces into several types.
 */
enum package_type { PASS_FAIL, SCORING, MULTI_PASS, INTERACTIVE, SUBMIT_ANSWER, TYPE_COUNT };
int package_types_read(const struct as_node *node, bool loose, struct as_package *package,
	struct as_error *error) AS_MUST_USE;
/* package_name.c: the title: a text, or a mapping from languages to texts. */
int package_name_read(const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
bool package_is_language_code(const char *code);
/* package_credits.c: values that are only checked; the target is unused. */
int package_key_ignore(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_texts_check(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_credits_check(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_source_check(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_license_check(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_embargo_check(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
/* package_constants.c: target is a struct as_package. */
int package_constants_read(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
/* package_spelling.c: warns about variants that represent another number than the constant's value.
 */
int package_constants_check(struct package_loader *loader, const struct as_node *node,
	struct as_error *error) AS_MUST_USE;
/* package_limits.c */
int package_limits_read(
	const struct as_node *node, struct as_package *package, struct as_error *error) AS_MUST_USE;
int package_limits_read_draft(struct package_loader *loader, const struct as_node *node,
	struct as_error *error) AS_MUST_USE;
int package_limits_read_legacy(struct package_loader *loader, const struct as_node *node,
	struct as_error *error) AS_MUST_USE;
void package_limits_default_legacy(struct as_package_limits *limits);
#define PACKAGE_MAX_SECONDS 86400

/* package_statement.c: compares the languages of statements with those of names. */
int package_statements_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;

/* ---- files of other tools ---- */

/* domjudge_files.c: .timelimit, domjudge-problem.ini, submissions.json; not in 2025-09. */
int package_domjudge_read(struct metadata_reader *reader, struct as_error *error) AS_MUST_USE;

/* ---- programs (package_programs.c) ---- */

/* Finds the programs, reads assay.yaml, and reports missing programs. */
int package_programs_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;

/* ---- keys of the legacy format (legacy_flags.c, legacy_settings.c) ---- */

/* Keys that problem.yaml shares with testdata.yaml; the target is a struct as_grading. */
int package_accept_score_read(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_reject_score_read(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int package_range_read(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
/* The flags of the default check; if two contradict each other, the last counts and `overridden` is
 * set. */
int package_legacy_check_flags(char *const *words, struct as_check_flags *flags, bool *overridden,
	struct as_error *error) AS_MUST_USE;
/* Splits a text of flags; an open quote is an error at the node. */
int package_flags_split(
	const struct as_node *node, char ***words, struct as_error *error) AS_MUST_USE;

#endif
