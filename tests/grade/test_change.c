/* SPDX-License-Identifier: MIT */
/* The reasons why marks change, and the record of the machine that judged. */
#include "grade/marks_case.h"
#include "state.h"

#define OLD_MACHINE "old, x86_64"
#define NEW_MACHINE "new, x86_64"
#define OLD_COMPILER "gcc 12.2.0"
#define NEW_COMPILER "gcc 13.1.0"

/* ---- reasons ---- */

/* A row of a person with one work and one mark; its texts are not on the heap. */
struct one_row {
	struct as_class_work work;
	struct as_class_mark mark;
	struct as_class_row row;
};

static void make_row(struct one_row *one, int64_t mark_e4)
{
	*one = (struct one_row){.work = {.package = (char *)"sum",
					.package_digest = "p",
					.files = "f",
					.job = 1,
					.language = (char *)"c",
					.compiler = "c",
					.sandbox = "s",
					.limits = "l",
					.version = (char *)"1"},
		.mark = {.item = (char *)"tests", .raw_e4 = mark_e4, .mark_e4 = mark_e4}};
	one->row = (struct as_class_row){.id = (char *)"ann",
		.is_marked = true,
		.submitted = true,
		.works = &one->work,
		.work_count = 1,
		.marks = &one->mark,
		.mark_count = 1,
		.total = {.complete = true, .total_e4 = mark_e4}};
}

struct pair {
	struct as_class class;
	struct as_text_map compilers;
	struct one_row before, now;
};

static void begin(struct pair *pair)
{
	*pair = (struct pair){0};
	make_row(&pair->before, 30000);
	make_row(&pair->now, 20000);
	pair->now.work.job = 2;
	pair->class.config.machine = pair->class.reg.machine = (char *)OLD_MACHINE;
	pair->class.config.compilers = &pair->compilers;
	cr_assert_eq(as_text_map_set(&pair->compilers, "c", OLD_COMPILER, NULL), 0);
	cr_assert_eq(as_text_map_set(&pair->class.reg.compilers, "c", OLD_COMPILER, NULL), 0);
}

static void expect_why(struct pair *pair, const char *why)
{
	size_t count;

	cr_assert_eq(as_class_compare(&pair->class, &pair->before.row, &pair->now.row, NULL), 0);
	const struct as_class_change *changes = as_class_changes(&pair->class, &count);
	cr_assert_eq(count, 1);
	cr_expect_str_eq(changes->id, "ann");
	cr_expect_str_eq(changes->item, "tests");
	cr_expect_eq(changes->before_e4, 30000);
	cr_expect_eq(changes->now_e4, 20000);
	cr_expect_str_eq(changes->why, why, "%s", changes->why);
	as_class_clear_changes(&pair->class);
	as_text_map_clear(&pair->compilers);
	as_text_map_clear(&pair->class.reg.compilers);
}

Test(change, another_compiler_is_named_with_both_versions)
{
	struct pair pair;

	begin(&pair);
	strcpy(pair.now.work.compiler, "d");
	cr_assert_eq(as_text_map_set(&pair.compilers, "c", NEW_COMPILER, NULL), 0);
	expect_why(&pair, "compiler of c: " NEW_COMPILER ", was " OLD_COMPILER);
}

Test(change, a_compiler_of_the_same_version_may_have_changed)
{
	struct pair pair;

	begin(&pair);
	strcpy(pair.now.work.compiler, "d");
	expect_why(&pair, "compiler of c changed");
}

Test(change, another_machine_is_named)
{
	struct pair pair;

	begin(&pair);
	pair.class.config.machine = NEW_MACHINE;
	expect_why(&pair, "machine: " NEW_MACHINE ", was " OLD_MACHINE);
}

Test(change, several_reasons_are_all_named)
{
	struct pair pair;

	begin(&pair);
	strcpy(pair.now.work.files, "g");
	strcpy(pair.now.work.package_digest, "q");
	strcpy(pair.now.work.limits, "m");
	strcpy(pair.now.work.sandbox, "t");
	pair.now.work.version = (char *)"2";
	pair.now.work.worker = (char *)"far";
	expect_why(&pair,
		"submission changed; package sum changed; assay 2, was 1; limits changed; "
		"isolation of this machine changed; judged by far, before by this "
		"machine");
}

Test(change, without_another_cause_it_was_judged_again)
{
	struct pair pair;

	begin(&pair);
	expect_why(&pair, "judged again");
}

/* ---- the machine of the marks that count ---- */

/* Computes the marks of a class of one person, with a manual mark, on a machine. */
static void mark_on(const char *out, const char *machine, char kept[64])
{
	static const struct as_text_map none;
	struct as_scheme scheme = {0};
	struct as_findings findings = {0};
	struct as_error error = {0};
	const struct as_class_attempt attempt = {.time_known = true};
	const struct as_class_person person = {
		.id = "ann", .attempts = &attempt, .attempt_count = 1};

	read_scheme(&scheme, "items:\n  - {id: hand, manual: true, points: 8}\n");
	const struct as_class_config config = {
		.out = out, .scheme = &scheme, .machine = machine, .compilers = &none};
	struct as_class *class = as_class_open(&config, &error);
	cr_assert_not_null(class, "%s", error.text);
	cr_assert_eq(as_class_enter(class, &person, 1, &error), 0, "%s", error.text);
	cr_assert_eq(as_class_mark(class, &findings, &error), 0, "%s", error.text);
	snprintf(kept, 64, "%s", class->reg.machine);
	as_class_close(class);
	as_findings_clear(&findings);
	as_scheme_clear(&scheme);
}

/* Otherwise a rejudging could not report that the machine is another one. */
Test(change, marks_that_stay_are_of_the_machine_that_judged_them)
{
	char folder[] = "/tmp/assay-change-XXXXXX", out[64], kept[64];

	cr_assert_not_null(mkdtemp(folder));
	snprintf(out, sizeof(out), "%s/out", folder);
	mark_on(out, OLD_MACHINE, kept);
	cr_expect_str_eq(kept, OLD_MACHINE);
	mark_on(out, NEW_MACHINE, kept);
	cr_expect_str_eq(kept, OLD_MACHINE);
	cr_assert_eq(as_dir_remove(AT_FDCWD, folder, NULL), 0);
}
