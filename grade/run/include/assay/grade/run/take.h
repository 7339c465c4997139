/* SPDX-License-Identifier: MIT */
/**
 * take: reads the files of one hand-in as a run reads a submission of an export: archives are
 * unpacked, notebooks become programs, files that nobody wrote for the task are left out, and each
 * package gets its files. Part of run.h.
 *
 * Life cycle: as_grade_take; as_grade_taken_close, which removes what was unpacked. Any thread.
 */
#ifndef ASSAY_GRADE_RUN_TAKE_H
#define ASSAY_GRADE_RUN_TAKE_H

#include <assay/grade/class.h>
#include <assay/grade/submissions.h>

/** All of it is borrowed until as_grade_taken_close. */
struct as_grade_take {
	const struct as_scheme *scheme;           /**< bound */
	const struct as_package *const *packages; /**< one for each of the scheme */
	const struct as_languages *languages;
	const struct as_sources *files; /**< as they came, without a reason (as_sources_take) */
	const char *const *asked;       /**< as in struct as_submissions_order; NULL: all files */
	struct as_submissions_limits limits;
	struct as_keeper *keeper; /**< of temporary folders */
};

struct as_grade_taken;
/** NULL: the files cannot be read (AS_ERROR_INPUT, for the sender), or an error of this machine. */
struct as_grade_taken *as_grade_take(
	const struct as_grade_take *take, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void as_grade_taken_close(struct as_grade_taken *taken); /**< takes NULL */
/** One entry for each package of the scheme, sealed; borrowed. */
const struct as_class_entry *as_grade_taken_entries(const struct as_grade_taken *taken)
	AS_NONNULL(1);
/** What was found: at most one submission, and the files that were left out; borrowed. */
const struct as_submissions *as_grade_taken_found(const struct as_grade_taken *taken) AS_NONNULL(1);

/** The versions of the compilers of this machine by language, for struct as_class_config: starts
 * each of them. Into an empty map. */
int as_grade_compilers(const struct as_languages *languages, enum as_weakness weakness,
	struct as_text_map *compilers, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

#endif
