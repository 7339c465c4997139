/* SPDX-License-Identifier: MIT */
/**
 * pages: the HTML pages of a course, as functions that write to a stream from the state of the log
 * and the marks of a class. They know no HTTP: the server resolves the address, checks permissions,
 * reads results and files from the store, takes the lock, and calls one function.
 *
 * Pages work without JavaScript, except for live updates, and comply with AS_HTTP_POLICY. All
 * untrusted text is escaped.
 *
 * Errors: writing returns none. `out` is a stream in memory; as_text_close of <assay/html.h>
 * reports if memory ran out.
 *
 * Threads: any thread, with the lock of the journal.
 *
 * A page function does not check permissions: its comment says which visitors may see the page.
 *
 * Addresses, after the base:
 *
 *	GET /                     as_course_page_home; for teachers as_course_page_class
 *	GET /login  POST /login   as_course_page_login; username, password, next
 *	POST /logout
 *	GET /password  POST /password   as_course_page_password; now, new, again
 *	GET /a/ID                 as_course_page_assignment
 *	GET /a/ID/files/PACKAGE/NAME    a file of a statement
 *	POST /a/ID                hands in: file (several), or source; language, entry_point;
 *	                          `check`: shows what would be judged, in place of that
 *	POST /a/ID/request        item, text: asks to look at a mark again
 *	GET /h/N  /h/N/fragment   as_course_page_hand_in
 *	GET /h/N/files  /h/N/receipt    the files as a zip archive; the receipt as text
 *	GET /class                as_course_page_class
 *	GET /class/ID             as_course_page_table: ?section= &show=
 *	GET /class/ID/marks.csv
 *	GET /class/ID/people/KEY  as_course_page_marking: ?n=N of a hand-in
 *	POST /class/ID/people/KEY/mark      item, points, text, override, seen
 *	POST /class/ID/people/KEY/extend    until, reason
 *	POST /class/ID/release    release=1, or 0
 *	POST /class/ID/apply
 *	GET /class/requests  POST /class/requests/N     text: the answer
 *	GET /class/audit          as_course_page_audit
 *	POST /class/view/KEY      looks at the site as a student;   POST /as/end
 */
#ifndef ASSAY_COURSE_PAGES_H
#define ASSAY_COURSE_PAGES_H

#include <assay/course/log.h>
#include <assay/grade/class.h>
#include <assay/grade/submissions.h>
#include <assay/site/libraries.h>
#include <assay/statement.h>

/** A message at the top of a page. */
struct as_course_notice {
	enum as_course_notice_kind {
		AS_COURSE_NOTICE_INFO,
		AS_COURSE_NOTICE_DONE,
		AS_COURSE_NOTICE_ERROR,
	} kind;
	const char *text; /**< can quote untrusted text */
};

/** The data of a request that a page needs. All pointers are borrowed. */
struct as_course_visit {
	const struct as_course_log *log;
	const char *base;  /**< prefix of all addresses, without a final '/' */
	const char *index; /**< the base of the list of a server's sites; NULL: it has one */
	int64_t now_wall_ms;
	size_t person; /**< the visitor; AS_COURSE_NONE: not logged in */
	size_t viewer; /**< the teacher who looks at the site as `person`; or AS_COURSE_NONE */
	const char *csrf;
	struct as_course_notice notice; /**< its text NULL: none */
	const struct as_languages *languages;
	const char *const *language_ids; /**< that can be judged; NULL-terminated */
	const struct as_site_libraries *libraries;
};
/** The visitor's role; AS_ROLE_STUDENT if there is none. */
enum as_role as_course_visit_role(const struct as_course_visit *visit) AS_NONNULL(1);
/** What a student sees of results now. */
enum as_disclosure as_course_visit_disclosure(
	const struct as_course_visit *visit, size_t assignment) AS_NONNULL(1);

/** The files that a course's pages need beside those of every site. */
extern const struct as_site_assets as_course_assets;

/* ---- for everybody ---- */

void as_course_page_login(FILE *out, const struct as_course_visit *visit, const char *username,
	const char *next) AS_NONNULL(1, 2);
/** For those who are logged in. `reset`: the person whose password a teacher sets, or
 * AS_COURSE_NONE. */
void as_course_page_password(FILE *out, const struct as_course_visit *visit) AS_NONNULL(1, 2);
void as_course_page_error(FILE *out, const struct as_course_visit *visit, int status,
	const char *text) AS_NONNULL(1, 2, 4);
/** Without a log. */
void as_course_page_error_plain(FILE *out, const char *base, int status, const char *text)
	AS_NONNULL(1, 2, 4);

/* ---- for students ---- */

/** The marks of an assignment; `class` NULL: they are not computed yet. */
struct as_course_marks {
	const struct as_class *class;
};
/** Of all assignments, by their indexes in the log. */
void as_course_page_home(FILE *out, const struct as_course_visit *visit,
	const struct as_course_marks *marks) AS_NONNULL(1, 2, 3);

/** What a visitor typed, if the form is shown again. */
struct as_course_typed {
	const char *language, *entry_point, *source;
};
/** What would be judged. */
struct as_course_preview {
	const struct as_class_entry *entries; /**< one for each package of the scheme */
	const struct as_submissions *found;
	const char *const *languages; /**< the language of each; NULL: none */
};
struct as_course_assignment_page {
	size_t assignment;
	struct as_course_marks marks;
	struct as_statement *const *statements;  /**< by package; each may be NULL */
	const struct as_course_typed *typed;     /**< or NULL */
	const struct as_course_preview *preview; /**< or NULL */
};
void as_course_page_assignment(FILE *out, const struct as_course_visit *visit,
	const struct as_course_assignment_page *page) AS_NONNULL(1, 2, 3);

/** Data of a hand-in from the store; each may be NULL. */
struct as_course_evidence {
	const struct as_submitted *files; /**< as they came */
	const struct as_result
		*results; /**< of the jobs, in their order; a verdict NONE: unknown */
};
/** For its members, and for teachers, markers and viewers. */
void as_course_page_hand_in(FILE *out, const struct as_course_visit *visit, size_t hand_in,
	const struct as_course_evidence *evidence) AS_NONNULL(1, 2, 4);
void as_course_page_hand_in_fragment(FILE *out, const struct as_course_visit *visit, size_t hand_in,
	const struct as_course_evidence *evidence) AS_NONNULL(1, 2, 4);

/* ---- for teachers, markers and viewers ---- */

void as_course_page_class(FILE *out, const struct as_course_visit *visit,
	const struct as_course_marks *marks) AS_NONNULL(1, 2, 3);
struct as_course_table_filter {
	const char *section, *show; /**< "", NULL: all; show: "unmarked", "missing", "todo" */
};
void as_course_page_table(FILE *out, const struct as_course_visit *visit, size_t assignment,
	const struct as_course_marks *marks, const struct as_course_table_filter *filter)
	AS_NONNULL(1, 2, 4, 5);
/** The marking page of a person. `hand_in`: the one that is shown, or AS_COURSE_NONE. */
void as_course_page_marking(FILE *out, const struct as_course_visit *visit, size_t assignment,
	size_t person, const struct as_course_marks *marks, size_t hand_in,
	const struct as_course_evidence *evidence) AS_NONNULL(1, 2, 5, 7);
void as_course_page_requests(FILE *out, const struct as_course_visit *visit) AS_NONNULL(1, 2);
void as_course_page_audit(FILE *out, const struct as_course_visit *visit) AS_NONNULL(1, 2);

#endif
