/* SPDX-License-Identifier: MIT */
/*
 * A class for tests of its pages: a package on disk, a scheme, and people whose results are
 * letters, one a test: A accepted, W wrong answer, T time limit, R run-time error, S security
 * violation, J judging error, - not run; "C": it does not compile; "": nothing was submitted; NULL:
 * not judged. Nothing is run.
 */
#ifndef ASSAY_TESTS_PAGES_CASE_H
#define ASSAY_TESTS_PAGES_CASE_H

#include "support/packages.h"

#include <assay/grade/pages.h>

#define CASE_TESTS 7 /* a sample and six secret ones */
#define CASE_ITEMS 3
#define CASE_PEOPLE 400

static const char *const case_names[CASE_TESTS] = {
	"sample/1", "secret/01", "secret/02", "secret/03", "secret/04", "secret/05", "secret/06"};

/* A person; a test sets the first members before the pages are written. */
struct case_person {
	const char *id, *name, *key;
	const char *letters;
	const char *comment; /* of the manual item, with its mark; NULL: it has no mark */
	bool is_zero;        /* that mark is 0, not 2.5 points */
	int64_t late_s; /* INT64_MIN: the time is not known; INT64_MAX: in time, by the platform */
	const char *output;       /* own output on every test; NULL: unknown */
	size_t output_size;       /* 0: to its NUL */
	const char *needs;        /* or NULL */
	const char *change, *why; /* a change that waits, or NULL */
	const char *compiler;     /* message of the compiler, or NULL */
	const char *feedback;     /* on each failed test, or NULL */
	bool secret_feedback;
	const char *refusal; /* the group whose static validation failed, or NULL */
	/* Derived from these: */
	struct as_result result;
	struct as_result_test tests[CASE_TESTS];
	struct as_result_test refused;
	struct as_work work;
	struct as_manual_row row;
	struct as_manual_mark marks_given[CASE_ITEMS];
	struct as_marks marks;
};

/* One for the suite; each test has a process of its own. */
static struct as_package *case_package;
static struct as_scheme case_scheme;
static struct case_person case_people[CASE_PEOPLE];
static size_t case_count;
static enum as_class_stage case_stage = AS_STAGE_PUBLISHED;
static bool case_blind;
static size_t case_outputs_asked;
static struct as_pages *case_pages;

/* ---- the scheme ---- */

#define CASE_DUE INT64_C(1791237540) /* 2026-10-05T23:59:00+02:00 */
#define CASE_ITEM_1                                                                                \
	"  - id: first\n    name: First tests\n    tests: [\"sample/1\", \"secret/01\", "          \
	"\"secret/02\"]\n    partial: per_test\n    points: 6\n"
#define CASE_ITEM_2                                                                                \
	"  - id: rest\n    name: Other tests\n    tests: [\"secret/03\", \"secret/04\", "          \
	"\"secret/05\", \"secret/06\"]\n    partial: per_test\n    points: 10\n"
#define CASE_ITEM_3 "  - id: approach\n    name: Approach\n    manual: true\n    points: 4\n"
#define CASE_HEAD                                                                                  \
	"title: Coins in a row\ndue: 2026-10-05T23:59:00+02:00\nlate: {per: day, "                 \
	"penalty: 10%, max_penalty: 50%}\npackage: sum\n"

/* Opens the package and the scheme of this text. */
static inline void case_open(const char *text)
{
	struct as_error error = {0};

	put_sum_package(CASE_TESTS - 1);
	case_package = as_package_open("sum", NULL, &error);
	cr_assert_not_null(case_package, "%s", error.text);
	cr_assert_eq(as_scheme_parse(&case_scheme, "scheme.yaml", text, strlen(text), &error), 0,
		"%s", error.text);
	cr_assert_eq(as_scheme_bind(&case_scheme, 0, case_package, &error), 0, "%s", error.text);
	cr_assert_eq(case_scheme.item_count, (size_t)CASE_ITEMS);
}
static inline void case_open_usual(void)
{
	case_open(CASE_HEAD "items:\n" CASE_ITEM_1 CASE_ITEM_2 CASE_ITEM_3);
}

/* ---- people ---- */

static inline enum as_verdict case_verdict(char letter)
{
	switch (letter) {
	case 'A':
		return AS_VERDICT_AC;
	case 'T':
		return AS_VERDICT_TLE;
	case 'R':
		return AS_VERDICT_RTE;
	case 'S':
		return AS_VERDICT_SV;
	case 'J':
		return AS_VERDICT_JE;
	default:
		return AS_VERDICT_WA;
	}
}

static inline void case_judge_test(
	struct case_person *person, size_t test, char letter, size_t index)
{
	const enum as_verdict verdict = case_verdict(letter);

	person->tests[person->result.test_count++] = (struct as_result_test){
		.name = (char *)case_names[test],
		.verdict = verdict,
		.feedback = verdict == AS_VERDICT_AC ? NULL : (char *)person->feedback,
		.reason = verdict == AS_VERDICT_TLE ? "cpu" : NULL,
		.signal = verdict == AS_VERDICT_RTE ? SIGSEGV : 0,
		.exit_code = verdict == AS_VERDICT_RTE ? -1 : 0,
		.usage = {.known = true,
			.cpu_time_ns = (int64_t)(1 + test + index) * 1000000,
			.wall_time_ns = (int64_t)(2 + test + index) * 1000000,
			.memory_bytes = (1 + test + index) << 20},
		.sight = {.is_sample = test == 0, .feedback_is_secret = person->secret_feedback}};
}

static inline void case_judge(struct case_person *person, size_t index)
{
	const char *letters = person->letters;

	person->work = (struct as_work){.submitted = !letters || *letters};
	if (!letters || !*letters)
		return;
	person->work.result = &person->result;
	person->result = (struct as_result){.tests = person->tests,
		.compile = {.verdict = *letters == 'C' ? AS_VERDICT_CE : AS_VERDICT_AC,
			.output = (char *)person->compiler},
		.verdict = *letters == 'C' ? AS_VERDICT_CE : AS_VERDICT_AC,
		.statics = &person->refused,
		.static_count = person->refusal != NULL};
	strcpy(person->result.digests.package, case_package->digest);
	person->refused = (struct as_result_test){
		.name = (char *)person->refusal, .is_static = true, .verdict = AS_VERDICT_WA};
	for (size_t t = 0; *letters != 'C' && t < CASE_TESTS; t++) {
		if (letters[t] == '-')
			continue;
		case_judge_test(person, t, letters[t], index);
		if (person->result.verdict == AS_VERDICT_AC)
			person->result.verdict = case_verdict(letters[t]);
	}
}

static inline int64_t case_time(const struct case_person *person)
{
	if (person->late_s == INT64_MIN)
		return 0;
	return person->late_s == INT64_MAX ? AS_TIME_IN_TIME : CASE_DUE + person->late_s;
}

/* Something else to decide. */
static inline void case_decide(struct as_marks *marks, const char *text)
{
	size_t count = 0;

	while (marks->todo && marks->todo[count])
		count++;
	char **todo = calloc(count + 2, sizeof(*todo));
	todo[0] = strdup(text);
	for (size_t i = 0; i < count; i++)
		todo[i + 1] = marks->todo[i];
	free(marks->todo);
	marks->todo = todo;
	marks->decision_count++;
}

static inline void case_mark(struct case_person *person)
{
	struct as_error error = {0};
	struct as_manual manual = {.rows = &person->row, .count = 1, .item_count = CASE_ITEMS};
	const size_t approach = as_scheme_find(&case_scheme, "approach");

	person->row = (struct as_manual_row){
		.id = (char *)person->id, .line = 2, .marks = person->marks_given};
	if (person->comment)
		person->marks_given[approach] = (struct as_manual_mark){.is_marked = true,
			.points_e4 = person->is_zero ? 0 : 25000,
			.comment = (char *)person->comment};
	const struct as_marking marking = {.scheme = &case_scheme,
		.id = person->id,
		.works = &person->work,
		.submitted = person->work.submitted,
		.time_known = person->late_s != INT64_MIN,
		.time_s = case_time(person),
		.manual = &manual};
	cr_assert_eq(as_marks_compute(&marking, &person->marks, &error), 0, "%s", error.text);
	if (person->needs)
		case_decide(&person->marks, person->needs);
}

/* Adds a person, with a key made from the number. */
static inline struct case_person *case_add(struct case_person person)
{
	static char keys[CASE_PEOPLE][32];
	struct case_person *added = &case_people[case_count];

	cr_assert_lt(case_count, (size_t)CASE_PEOPLE);
	snprintf(keys[case_count], sizeof(keys[0]), "p%03zu", case_count);
	*added = person;
	if (!added->key)
		added->key = keys[case_count];
	if (!added->id)
		added->id = added->key;
	case_count++;
	return added;
}
#define ADD(...) case_add((struct case_person){__VA_ARGS__})

/* ---- the pages ---- */

static inline int case_output(void *context, size_t index, size_t package,
	const struct as_result_test *test, struct as_bytes *output, struct as_error *error)
{
	const struct case_person *person = &case_people[index];
	const size_t size = person->output && !person->output_size ? strlen(person->output)
								   : person->output_size;

	(void)context;
	(void)error;
	cr_expect_eq(package, 0U);
	cr_expect(test >= person->tests && test < person->tests + CASE_TESTS);
	case_outputs_asked++;
	if (!person->output)
		return 0;
	output->data = malloc(size + 1);
	memcpy(output->data, person->output, size);
	output->data[size] = '\0';
	output->size = size;
	return 1;
}

static inline struct as_page_person case_person_of(const struct case_person *person)
{
	return (struct as_page_person){.id = person->id,
		.name = person->name,
		.key = person->key,
		.marks = &person->marks,
		.works = &person->work,
		.submitted = person->work.submitted,
		.time_known = person->late_s != INT64_MIN,
		.time_s = case_time(person),
		.change = person->change,
		.why = person->why};
}

static inline struct as_pages_config case_config(void)
{
	static const struct as_package *packages[1];

	packages[0] = case_package;
	return (struct as_pages_config){.dir_fd = here_fd,
		.scheme = &case_scheme,
		.packages = packages,
		.stage = case_stage,
		.is_blind = case_blind,
		.output = case_output,
		.version = "0.1.0"};
}

/* Marks all people, and enters them into new pages. */
static inline void case_enter(void)
{
	struct as_error error = {0};
	const struct as_pages_config config = case_config();

	case_pages = as_pages_open(&config, &error);
	cr_assert_not_null(case_pages, "%s", error.text);
	for (size_t i = 0; i < case_count; i++) {
		as_marks_clear(&case_people[i].marks);
		case_judge(&case_people[i], i);
		case_mark(&case_people[i]);
		const struct as_page_person person = case_person_of(&case_people[i]);
		cr_assert_eq(as_pages_enter(case_pages, &person, &error), 0, "%s", error.text);
	}
}

/* Writes all pages of people and the teacher's; returns the number of files that changed. */
static inline int case_write(void)
{
	struct as_error error = {0};
	int written = 0;

	for (size_t i = 0; i < case_count; i++) {
		const struct as_page_person person = case_person_of(&case_people[i]);
		const int done = as_pages_write_person(case_pages, i, &person, &error);
		cr_assert_geq(done, 0, "%s", error.text);
		written += done;
	}
	const int done = as_pages_write_class(case_pages, NULL, NULL, &error);
	cr_assert_geq(done, 0, "%s", error.text);
	return written + done;
}

static inline void case_close(void)
{
	as_pages_close(case_pages);
	case_pages = NULL;
}

static inline void leave_class(void)
{
	case_close();
	for (size_t i = 0; i < case_count; i++)
		as_marks_clear(&case_people[i].marks);
	as_scheme_clear(&case_scheme);
	as_package_close(case_package);
	leave_folder();
}

/* All of the above. */
static inline int case_make(void)
{
	case_enter();
	const int written = case_write();
	cr_assert_eq(as_pages_sweep(case_pages, NULL), 0);
	case_close();
	return written;
}

static inline struct as_bytes case_read(const char *path)
{
	struct as_bytes page = {0};
	struct as_error error = {0};

	cr_assert_eq(
		as_file_read(here_fd, path, 1 << 26, &page, &error), 0, "%s: %s", path, error.text);
	return page;
}

static inline size_t count_pieces(const char *text, const char *piece)
{
	size_t found = 0;

	for (; (text = strstr(text, piece)); text += strlen(piece))
		found++;
	return found;
}
#define EXPECT_PIECE(page, piece)                                                                  \
	cr_expect_not_null(strstr((page).data, piece), "%s is missing", piece)
#define EXPECT_NO_PIECE(page, piece)                                                               \
	cr_expect_null(strstr((page).data, piece), "%s is there", piece)
#define EXPECT_PIECES(page, piece, expected)                                                       \
	cr_expect_eq(count_pieces((page).data, piece), (size_t)(expected), "%zu times %s",         \
		count_pieces((page).data, piece), piece)

#endif
