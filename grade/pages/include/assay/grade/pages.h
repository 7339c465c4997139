/* SPDX-License-Identifier: MIT */
/**
 * pages: the HTML pages of a graded class: one for each person, with what that person may see, one
 * for the teacher, and one for each pair of similar sources. It judges nothing and computes no
 * marks.
 *
 *	class.html        the teacher's: marks, tests, similar pairs, tasks
 *	people/KEY.html   a person's
 *	handouts.zip      FOLDER/feedback.html: the pages of all people
 *	code/KEY.html     a person's code, for the teacher
 *	pairs/KEY.html    two people's sources side by side, for the teacher
 *	pairs/equal-KEY.html, passages-KEY.html    code that several people share, once
 *
 * Each page is one file that needs no network and no other file. Its content policy permits only
 * its own style and script. Texts of strangers are escaped: control characters, bidirectional
 * controls and bytes that are not UTF-8 are written out, and long texts are cut with a note. A page
 * has no date, so that the same marks make the same bytes. A file is replaced only if its page
 * changed, atomically and never through a link. Only the owner can read files and folders.
 *
 * Blind marking: the caller sets `is_blind`, passes a pseudonym (assay/grade/marks/pseudonym.h) as
 * id and key, no name, and no other text that names people. Names in sources, in messages of
 * compilers and in outputs stay.
 *
 * Life cycle:
 * 1. as_pages_open; as_pages_enter for each person, in the order of the class.
 * 2. as_pages_write_shared for code that several people share; as_pages_write_pair for each pair;
 *    as_pages_add_omission for what was not compared; as_pages_write_person and
 *    as_pages_write_code for each person.
 * 3. as_pages_write_class; as_pages_sweep; as_pages_close.
 *
 * A page compares a person with the class, so everyone is entered before the first page is written.
 * The pages keep no results between the two steps, because all of them may not fit in memory: the
 * caller reads them twice.
 *
 * Thread-safety: as_pages_write_person and as_pages_write_pair may run in several threads at once;
 * no other call may run at the same time as another one on the same object.
 *
 * Errors: AS_ERROR_USAGE if a file or folder cannot be written; AS_ERROR_INPUT if a file of a
 * package changed; AS_ERROR_INTERNAL if out of memory.
 */
#ifndef ASSAY_GRADE_PAGES_H
#define ASSAY_GRADE_PAGES_H

#include <assay/grade/marks.h>
#include <assay/grade/marks/pseudonym.h>

/* ---- what is shown ---- */

/** Parts of a mark that counts, and that another scheme gave: the scheme does not explain them. */
struct as_page_outdated {
	bool *items; /**< one for each item; NULL: none */
	bool penalty;
	int64_t gone_e4; /**< points of items that are not in the pages' scheme */
};

/** A person of the class; borrowed during the call. */
struct as_page_person {
	const char *id;   /**< shown; with pseudonyms, the pseudonym */
	const char *name; /**< shown; NULL: none, or pseudonyms are used */
	/** The page's file without ".html", unique: a safe name of 1 to AS_MAX_PAGE_KEY bytes of
	 * A-Z, a-z, 0-9, '.', '_', '-', '@', '+' that does not begin with '.' or '-'. */
	const char *key;
	const struct as_marks *marks;
	/** One for each package of the scheme, as in struct as_marking. NULL: all are unknown. */
	const struct as_work *works;
	bool submitted;   /**< something was handed in, even if it was not judged */
	bool is_unlisted; /**< not in the list of the class */
	bool time_known;
	int64_t time_s; /**< of the submission that counts */
	/** Submitted texts for manual marking, such as the text cells of a notebook, for the
	 * teacher's page. NULL-terminated; NULL: none. */
	const char *const *texts;
	/** Marks that wait to be applied, in one line, and why; NULL: none. For the teacher's page:
	 * "total 100 -> 30, negative 40 -> 0", "submission changed". */
	const char *change, *why;
	struct as_page_outdated outdated;
	bool total_stays; /**< of the change: only marks of items would be others */
};
/** Maximum length of a key in bytes. */
#define AS_MAX_PAGE_KEY 100

/**
 * Reads the output of a person's submission on a test, which the result does not contain. 1:
 * `output` is set (the pages clear it); 0: unknown; -1: an error, which ends the call. It is called
 * only for an output that the page may show, from the thread that writes the page. `person` is an
 * index in the order of as_pages_enter, `package` an index into the scheme's packages.
 */
typedef int as_page_output(void *context, size_t person, size_t package,
	const struct as_result_test *test, struct as_bytes *output, struct as_error *error);

/** A small input on which a submission fails; see assay/explain.h. Missing texts are empty. */
struct as_page_counterexample {
	struct as_bytes input, answer, output; /**< the pages clear them */
	enum as_verdict verdict;
	char *solved, *replayed; /**< the best play and the submission's play; NULL: none */
};
/** Finds a counterexample of a failed submission. 1, 0 or -1 as above. It is called only if the
 * scheme permits the page to show one. */
typedef int as_page_explain(void *context, size_t person, size_t package,
	struct as_page_counterexample *counterexample, struct as_error *error);

/** All of it is borrowed until as_pages_close. */
struct as_pages_config {
	int dir_fd;                               /**< the folder of the class */
	const struct as_scheme *scheme;           /**< bound */
	const struct as_package *const *packages; /**< open, one for each of the scheme */
	enum as_class_stage stage;                /**< of the pages of people */
	/** Ids are pseudonyms: the teacher's page sorts people by their keys, because the order of
	 * the class would reveal them. */
	bool is_blind;
	as_page_output *output;   /**< NULL: no output is known */
	as_page_explain *explain; /**< NULL: no counterexample is known */
	void *output_context;     /**< of both */
	const char *version;      /**< of the command, for the footer; NULL: none */
};

/* ---- similar sources ---- */

/** A file of a submission; borrowed. */
struct as_page_source {
	const char *name;
	const char *text; /**< any bytes; NULL: only the name is shown */
	size_t size;
	const char *left_out; /**< the reason: "is a unit test"; NULL: it is judged */
};
/** The submitted files of a person; borrowed during the call. */
struct as_page_code {
	size_t person; /**< in the order of as_pages_enter */
	const struct as_page_source *files;
	size_t file_count;
	size_t more_count; /**< further files, which are not in `files` */
};
/** Lines of a file; both count from 1 and are included. A line ends with \n, \r\n or \r. */
struct as_page_lines {
	size_t file; /**< index in the files of its side */
	unsigned first, last;
};
/** Similar lines of two sources. */
struct as_page_passage {
	struct as_page_lines left, right;
};
/** Two people whose sources are similar; borrowed during the call. */
struct as_page_pair {
	bool is_short;             /**< one is so short that it may be similar by chance */
	size_t left, right;        /**< people, in the order of as_pages_enter */
	size_t package;            /**< index into the scheme's */
	int64_t left_e4, right_e4; /**< the share of each side's code, in 1/10000: 0 to 10000 */
	const struct as_page_source *left_files, *right_files;
	size_t left_file_count, right_file_count;
	const struct as_page_passage *passages;
	size_t passage_count;
};

/** A person whose code others also have. */
struct as_page_sharer {
	size_t person;    /**< in the order of as_pages_enter */
	int64_t share_e4; /**< the part of that person's code, in 1/10000 */
};
/** Code that several people have; borrowed during the call. */
struct as_page_shared {
	bool is_equal; /**< whole programs, which are equal; false: passages that many have */
	bool is_text;  /**< of equal programs: only comments and white space may differ */
	bool is_short; /**< so short that it may be equal by chance */
	size_t package;
	const struct as_page_sharer *sharers; /**< at least 2; the program of the first is shown */
	size_t sharer_count;
	const struct as_page_source *files; /**< of that program */
	size_t file_count;
	const struct as_page_lines *lines; /**< the passages in it, which are marked */
	size_t line_count;
};

/* ---- pages ---- */

struct as_pages;
/** Makes the folders people/ and pairs/ if they are missing. Copies `config`. */
struct as_pages *as_pages_open(
	const struct as_pages_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. */
void as_pages_close(struct as_pages *pages);

/** Enters the next person; the index is the number of people entered before. Copies what it needs.
 * AS_ERROR_INTERNAL: the key is not safe or exists already. */
int as_pages_enter(struct as_pages *pages, const struct as_page_person *person,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Each of these functions returns 1 if the file was written, 0 if it is unchanged, and -1 with an
 * error. */

/** Writes the page of a person, who has been entered with the same data. */
int as_pages_write_person(struct as_pages *pages, size_t index, const struct as_page_person *person,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** Writes the page with a person's code, to which the teacher's page then links. It is never in
 * handouts. */
int as_pages_write_code(struct as_pages *pages, const struct as_page_code *code,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Writes the page of a pair, and keeps its numbers for the teacher's page, which links to it.
 * AS_ERROR_INTERNAL: it was written before, or has the same person twice. */
int as_pages_write_pair(struct as_pages *pages, const struct as_page_pair *pair,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Writes the page of code that several people have, and keeps their names for the teacher's page,
 * which lists it in the order of the calls. AS_ERROR_INTERNAL: it was written before, or fewer than
 * two people have it. */
int as_pages_write_shared(struct as_pages *pages, const struct as_page_shared *shared,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Adds a line to the teacher's page: code that was not compared, or does not count, and why. The
 * page says "No similar pairs" only if it has no line of this kind. 0 or -1. */
int as_pages_add_omission(struct as_pages *pages, const char *text,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Notes that programs were compared; otherwise the page says that nothing was compared. */
void as_pages_note_compared(struct as_pages *pages) AS_NONNULL(1);
/** Writes the teacher's page, which must be the last page. `notes`: tasks that belong to no person,
 * one line each; `remarks`: lines that require no action. Both are NULL-terminated; NULL:
 * nothing. */
int as_pages_write_class(struct as_pages *pages, const char *const *notes,
	const char *const *remarks, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** Writes handouts.zip: FOLDER/feedback.html for each person. The pages of people have been
 * written; `folders` is in the order of as_pages_enter. Call it before as_pages_write_class. 1:
 * written, 0: unchanged. */
int as_pages_write_handouts(const struct as_pages *pages, const char *const *folders,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** Removes pages in people/, code/ and pairs/ that this object did not write: of students who
 * left the class, of pairs that are not similar any more, of names that have become pseudonyms.
 * Other files stay. */
int as_pages_sweep(struct as_pages *pages, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** For blind marking without pages: removes all pages in the folder if people/ contains a page
 * whose key is not in `keys` (sorted), because such pages contain names. Other files stay. 1:
 * removed; 0: there was no such page; -1: failed. */
int as_pages_remove_others(int dir_fd, const char *const *keys, size_t count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2);

#endif
