/* SPDX-License-Identifier: MIT */
/* state: the pages of a class, for the files of this folder. */
#ifndef ASSAY_GRADE_PAGES_STATE_H
#define ASSAY_GRADE_PAGES_STATE_H

#include <assay/grade/pages.h>
#include <assay/html.h>
#include <pthread.h>

/* ---- what is kept of everybody ---- */

/* A test of a person: whole results would need too much memory. */
struct as_page_cell {
	enum as_verdict verdict; /* NONE: it was not run */
	bool is_known;           /* time and memory are */
	int64_t time_ns;         /* that the verdict was given for */
	uint64_t memory_bytes;
};

/* The work of a person for a package. */
struct as_entered_work {
	bool submitted;
	char *entry;             /* what was run; NULL: nothing */
	enum as_verdict verdict; /* NONE: not judged */
	enum as_verdict compiled;
	struct as_page_cell *cells; /* one for each test of the package */
};

struct as_entered_mark {
	enum as_mark_state state;
	int64_t mark_e4, full_e4;
	bool overridden;
};

struct as_entered {
	size_t index; /* in the order of entering; survives the sorting of people */
	char *id, *name, *key;
	struct as_entered_mark *marks; /* one for each item */
	struct as_entered_work *works; /* one for each package */
	enum as_late_state late;
	int64_t late_s, penalty_e4, total_e4, full_e4;
	bool overridden, complete; /* not complete: the total is only a sum so far */
	struct {
		bool submitted, is_unlisted;
		bool has_marks;   /* some item has one */
		bool has_code;    /* its page was written */
		bool total_stays; /* as in struct as_page_person */
		bool is_awaited;  /* only a submission is missing, or excused: nobody has to act */
	} flags;
	struct {
		size_t decisions; /* the first ones, which must be decided */
		size_t looks;     /* after these: what only deserves a look */
	} counts;                 /* of the needs; the others are about programs that do not run */
	char **needs;             /* NULL-terminated */
	char *unmarked;           /* as in struct as_marks; or NULL */
	char **texts;             /* NULL-terminated */
	char *change, *why;       /* as in struct as_page_person; or NULL */
};

/* The usage of accepted runs of a test in the class. */
struct as_page_median {
	bool is_known; /* from enough people that it reveals nothing about one of them */
	size_t count;
	int64_t time_ns;
	uint64_t memory_bytes;
};

/* A pair whose page was written. */
struct as_written_pair {
	bool is_short;
	size_t left, right, package;
	int64_t left_e4, right_e4;
	char key[AS_DIGEST_HEX_SIZE];
};

/* Shared code whose page was written. */
struct as_written_shared {
	bool is_equal, is_short;
	size_t package;
	struct as_page_sharer *sharers;
	size_t count;
	unsigned line_count; /* of the program that is shown */
	char key[AS_DIGEST_HEX_SIZE];
};

struct as_pages {
	struct as_pages_config config;
	int people_fd, pairs_fd, code_fd;
	struct as_entered *people;
	size_t count;
	pthread_mutex_t lock;            /* of all below */
	struct as_page_median **medians; /* by package, by test; NULL: not computed */
	struct as_written_pair *pairs;
	size_t pair_count;
	struct as_written_shared *shared;
	size_t shared_count;
	char **omissions;  /* NULL-terminated; NULL: none */
	bool is_compared;  /* some code */
	int64_t *fulls_e4; /* maxima.h */
};

/* ---- median.c ---- */

/* Borrowed. NULL: out of memory. Safe from any thread. */
const struct as_page_median *as_page_median_of(
	struct as_pages *pages, size_t package, size_t test, struct as_error *error);
void as_page_medians_free(struct as_pages *pages);
/* The index of a test in its package; SIZE_MAX: no test has this name. The search begins at `from`,
 * which is right if tests are looked up in order. */
size_t as_page_test_index(const struct as_package *package, const char *name, size_t from);

/* ---- shown.c ---- */

/* True if the page of a person shows feedback on an item, beside the mark. */
bool as_page_has_feedback(const struct as_pages_config *config, const struct as_marks *marks,
	const struct as_page_person *person, size_t item);
/* What has changed since the mark, so that feedback is not shown ("the tests have"); else NULL. */
const char *as_page_outdated_by(const struct as_pages_config *config, const struct as_marks *marks,
	const struct as_page_person *person, size_t item);
/* Maximum number of failed tests of an item whose data is shown. */
#define AS_PAGE_MAX_FAILURES 20
/* The failed tests of an item whose data may be shown; returns their number, which may be greater
 * than the maximum. */
size_t as_page_failures(const struct as_item *item, const struct as_result *result,
	const struct as_result_test *failures[AS_PAGE_MAX_FAILURES]);

/* ---- file.c ---- */

/* Replaces the file unless it has this content. 1: written, 0: unchanged, -1: error. */
int as_page_file_write(int dir_fd, const char *name, const char *text, struct as_error *error);
/* True if the file contains a page that this library wrote. */
bool as_page_file_is_ours(int dir_fd, const char *name);

/* ---- style.c ---- */

extern const char as_pages_style[];
extern const char as_pages_script[]; /* of the teacher's page: class.js */

/* ---- words.c: what several pages say ---- */

/* "12 ms", or a dash if it is not known. */
void as_page_write_time(FILE *out, const struct as_page_cell *cell);
/* "3.4 MiB", likewise. */
void as_page_write_memory(FILE *out, const struct as_page_cell *cell);
/* A percentage, rounded to the nearest whole number, half up; but 0 only if `part` is 0, and 100
 * only if `part` is `whole`. `whole` is positive. All percentages of pages are rounded this way. */
#define AS_PAGE_SHARE_E4 10000 /* the share of a whole program */
int as_page_percent(int64_t part, int64_t whole);
struct as_page_cell as_page_cell_of(const struct as_result_test *test);
/* True if the teacher has to decide, about the mark or about one that waits. The lists of the
 * teacher's page and the command's summary have the same people. */
bool as_page_needs_decision(const struct as_entered *person);
/* True if something about the mark deserves a look. Likewise. */
bool as_page_needs_look(const struct as_entered *person);
/* True if the person has no mark because of being excused. */
bool as_page_is_excused(const struct as_pages *pages, const struct as_entered *person);
/* "-1.8" with a real minus sign; "0" if there is none. */
void as_page_write_penalty(FILE *out, int64_t penalty_e4);
/* Writes the name and the id of a person, or the id alone. */
void as_page_write_person_name(FILE *out, const struct as_entered *person);
void as_page_write_end(const struct as_pages *pages, FILE *out, const struct as_html_page *page);
/* "SUM: sum.py was run." */
void as_page_write_entry(
	FILE *out, const struct as_pages *pages, size_t package, const char *entry);
/* Of a package: its title, else its short name. */
const char *as_page_package_title(const struct as_pages *pages, size_t package);
/* Of the scheme: its title, else that of its first package. */
const char *as_page_title(const struct as_pages *pages);

/* ---- text.c ---- */

/* Writes a text of a stranger in <pre>; a long one is cut, with a note. `whole_bytes` is its real
 * size. */
void as_page_write_text(FILE *out, const char *text, size_t size, uint64_t whole_bytes);

/* ---- diff.c ---- */

/* Writes expected and own output side by side, around the first difference. */
void as_page_write_diff(FILE *out, const struct as_bytes *expected, const struct as_bytes *output,
	const struct as_check_flags *flags);

/* ---- code.c ---- */

/* Maximum number of lines of a file that are shown. */
#define AS_PAGE_FILE_LINES 3000

/* Lines of a source. */
struct as_code {
	const struct as_page_source *source;
	unsigned first, last; /* from 1, included */
	unsigned max;         /* more lines are cut, with a note */
	bool (*is_marked)(const void *context, unsigned line);
	const void *context;
};
void as_page_write_code(FILE *out, const struct as_code *code);
unsigned as_page_count_lines(const struct as_page_source *source);

/* ---- source.c ---- */

/* A link to the code of a student, if it has a page. `folder` is the path to the class's folder
 * from the page: "" or "../". */
void as_page_write_code_link(FILE *out, const char *folder, const struct as_entered *person);

/* ---- shared.c ---- */

void as_pages_shared_free(struct as_pages *pages);

/* ---- the parts of a person's page ---- */

struct as_person_page {
	FILE *out;
	struct as_pages *pages;
	size_t index;
	const struct as_page_person *person;
};

/* person_tests.c: the compiler's messages, and each item with its tests. */
int as_page_person_feedback(const struct as_person_page *page, struct as_error *error);
/* person_failure.c: the failed tests of an item with their data. */
int as_page_person_failures(const struct as_person_page *page, const struct as_item *item,
	const struct as_result *result, struct as_error *error);

/* person_counterexample.c: a small input on which the submission fails, if the item's feedback
 * includes one. */
int as_page_person_counterexample(const struct as_person_page *page, const struct as_item *item,
	const struct as_result *result, struct as_error *error);

/* ---- the parts of the teacher's page ---- */

/* class_table.c */
void as_teacher_write_table(const struct as_pages *pages, FILE *out);
/* class_changes.c: nothing, if no change waits */
void as_teacher_write_changes(const struct as_pages *pages, FILE *out);
/* class_charts.c */
void as_teacher_write_histogram(const struct as_pages *pages, FILE *out);
void as_teacher_write_items(const struct as_pages *pages, FILE *out);
/* class_matrix.c */
void as_teacher_write_matrices(const struct as_pages *pages, FILE *out);
/* class_similar.c; sorts the pairs */
void as_teacher_write_similar(struct as_pages *pages, FILE *out);
/* class_texts.c: writes nothing if there are no texts. */
void as_teacher_write_texts(const struct as_pages *pages, FILE *out);
/* class_needs.c */
int as_teacher_write_needs(const struct as_pages *pages, FILE *out, const char *const *notes,
	const char *const *remarks, struct as_error *error);

#endif
