/* SPDX-License-Identifier: MIT */
/**
 * folder: a course as people write it. The folder holds course.yaml, the people (people.csv), their
 * passwords (accounts.yaml) and the assignments (assignments/NAME.yaml): marking schemes as `assay
 * grade` reads them. The library runs no programs; only the functions of folder/make.h write.
 *
 * All mistakes of a folder are found in one pass, as findings with file and line. Life cycle:
 *
 * 	struct as_course *course = as_course_open(path, &options, &cancel, &error);
 * 	if (course && as_course_require(course, &error) == 0)
 * 		serve(course);
 * 	as_course_close(course);
 *
 * An open course is constant: any thread can read it until as_course_close.
 */
#ifndef ASSAY_COURSE_FOLDER_H
#define ASSAY_COURSE_FOLDER_H

#include <assay/accounts.h>
#include <assay/base/tree.h>
#include <assay/grade/marks/scheme.h>
#include <assay/grade/submissions/roster.h>

/** No index. */
#define AS_COURSE_NONE SIZE_MAX

/** Somebody of the course; the texts are untrusted. */
struct as_course_person {
	/** id, name (or NULL), mail (or NULL), username, group (or NULL), sections, role, line of
	 * people.csv. */
	struct as_roster_person of;
	char *password;        /**< plain, or its hash; NULL: none, and nobody can log in */
	bool password_is_hash; /**< "$argon2id$v=19$..." */
};

/** How people who are not in people.csv become students. */
struct as_course_registration {
	char *code;   /**< who registers must know it; NULL: nobody can register */
	char **mails; /**< patterns of email addresses ("*@uni.example"); NULL-terminated, NULL: any
		       */
};

struct as_course_assignment {
	char *id;   /**< the name of its file without .yaml; as_course_is_id */
	char *path; /**< of its file, beneath the folder: "assignments/week1.yaml" */
	/** Its title, items, points and times: `due_s` if `has_due`, `hand_in.opens_s`,
	 * `hand_in.release_s`, extensions of people and sections. The extensions of sections are
	 * given to their people, so that as_scheme_due_of is right for everybody. Bound, unless
	 * `is_broken` or the packages are not opened. */
	struct as_scheme scheme;
	struct as_package **packages; /**< one for each of the scheme's; NULL: not opened */
	bool is_broken; /**< a package or its tests are missing: there is an error finding */
};
/** The title, else the id. */
const char *as_course_title_of(const struct as_course_assignment *assignment) AS_NONNULL(1);

/** Owns all members. */
struct as_course {
	char *path;          /**< as the caller wrote it, without a final '/' */
	struct as_tree tree; /**< of the folder */
	char *id;            /**< as_course_is_id; default: the name of the folder */
	char *title;         /**< default: the id */
	char *zone;          /**< an IANA name */
	struct as_zone *clock;
	struct as_course_registration registration;
	char **sections; /**< of course.yaml, else those of the people; sorted, NULL-terminated */
	struct as_course_person *people; /**< in the order of people.csv */
	size_t person_count;
	size_t *by_id, *by_username;              /**< private: indices of people, sorted */
	struct as_course_assignment *assignments; /**< by deadline, then by id */
	size_t assignment_count;
	/** In the order of reading: course.yaml, people.csv, accounts.yaml, assignments. `where` is
	 * "FILE:LINE:COLUMN", "FILE:LINE" or "FILE", relative to the folder. */
	struct as_findings findings;
};

struct as_course_options {
	/** Ids of the languages that can be judged, to report misspelt ones; NULL-terminated,
	 * borrowed for the call. NULL: languages are not checked. */
	const char *const *languages;
	bool without_packages; /**< schemes are not bound, and `packages` are NULL */
	const char *zone;      /**< replaces that of course.yaml; or NULL */
};

/** True for 1 to 36 of a-z, A-Z, 0-9, '_' and '-', the first not '-': safe in paths and URLs. */
bool as_course_is_id(const char *text) AS_NONNULL(1);

/**
 * Reads a folder. NULL: it is not a folder or has no course.yaml (AS_ERROR_INPUT), the call was
 * cancelled, or AS_ERROR_INTERNAL, AS_ERROR_MACHINE. Every other mistake is a finding, and the
 * wrong part is left out. `options` may be NULL.
 *
 * Files are opened beneath the folder; a link that leads out of it is an error. A package can be
 * anywhere.
 */
struct as_course *as_course_open(const char *path, const struct as_course_options *options,
	const atomic_bool *cancel, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** 0 if no finding is an error. -1 with AS_ERROR_INPUT: the first error and the number of others.
 * Serve a course only after this check. */
int as_course_require(const struct as_course *course, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
void as_course_close(struct as_course *course);
static inline void as_auto_course(struct as_course **course)
{
	as_course_close(*course);
}
#define AS_AUTO_COURSE AS_AUTO(as_auto_course)

/* ---- lookups: an index, or AS_COURSE_NONE ---- */

size_t as_course_find_person(const struct as_course *course, const char *id) AS_NONNULL(1, 2);
size_t as_course_find_username(const struct as_course *course, const char *username)
	AS_NONNULL(1, 2);
size_t as_course_find_assignment(const struct as_course *course, const char *id) AS_NONNULL(1, 2);

#endif
