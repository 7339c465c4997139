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

static void end(struct pair *pair)
{
	as_class_clear_changes(&pair->class);
	as_text_map_clear(&pair->compilers);
	as_text_map_clear(&pair->class.reg.compilers);
}

static void expect_change(struct pair *pair, const char *numbers, const char *why)
{
	size_t count;

	cr_assert_eq(as_class_compare(&pair->class, &pair->before.row, &pair->now.row, NULL), 0);
	const struct as_class_change *changes = as_class_changes(&pair->class, &count);
	cr_assert_eq(count, 1);
	cr_expect_str_eq(changes->id, "ann");
	AS_AUTO_FREE char *text = as_class_describe_change(changes, NULL);
	cr_expect_str_eq(text, numbers, "%s", text);
	cr_expect_str_eq(changes->why, why, "%s", changes->why);
	end(pair);
}

static void expect_why(struct pair *pair, const char *why)
{
	expect_change(pair, "total 3 -> 2, tests 3 -> 2", why);
}

static void expect_none(struct pair *pair)
{
	size_t count;

	cr_assert_eq(as_class_compare(&pair->class, &pair->before.row, &pair->now.row, NULL), 0);
	as_class_changes(&pair->class, &count);
	cr_expect_eq(count, 0);
	end(pair);
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

/* ---- facts that are recorded ---- */

static void put_fact(struct one_row *one, const char *name, const char *value)
{
	cr_assert_eq(as_text_map_set(&one->row.facts, name, value, NULL), 0);
}

static void put_both(struct pair *pair, const char *name, const char *before, const char *now)
{
	put_fact(&pair->before, name, before);
	put_fact(&pair->now, name, now);
}

static void end_facts(struct pair *pair)
{
	as_text_map_clear(&pair->before.row.facts);
	as_text_map_clear(&pair->now.row.facts);
}

/* The scheme is another one, but not what it says about this item. */
Test(change, facts_that_feed_no_changed_number_are_not_named)
{
	struct pair pair;

	begin(&pair);
	strcpy(pair.now.work.files, "g");
	strcpy(pair.now.row.scheme, "new");
	pair.now.row.time_known = true;
	pair.now.row.time_s = 60;
	put_both(&pair, "rules", "r", "s");
	put_both(&pair, "due", "Monday", "Tuesday");
	put_both(&pair, "team", "t", "u");
	put_both(&pair, "maximum", "10", "20");
	put_both(&pair, "item/tests", "i", "i");
	put_both(&pair, "item/other", "i", "j");
	expect_why(&pair, "submission changed");
	end_facts(&pair);
}

/* A member's mark of an individual item feeds no mark of the others. */
Test(change, individual_marks_of_the_team_are_no_facts)
{
	struct as_item items[] = {
		{.id = (char *)"talk", .kind = AS_ITEM_MANUAL, .individual = true},
		{.id = (char *)"style", .kind = AS_ITEM_MANUAL}};
	const struct as_scheme scheme = {.items = items, .item_count = 2};
	const struct as_class_person people[] = {
		{.id = "ann", .team = 1}, {.id = "bob", .team = 1}};
	struct as_manual_mark ann[] = {{.is_marked = true, .points_e4 = 10000}, {0}};
	struct as_manual_mark bob[] = {
		{.is_marked = true, .points_e4 = 20000}, {.is_marked = true, .points_e4 = 30000}};
	struct as_manual_row rows[] = {
		{.id = (char *)"ann", .marks = ann}, {.id = (char *)"bob", .marks = bob}};
	const struct as_manual manual = {.rows = rows, .count = 2, .item_count = 2};
	bool undecided[2] = {false};
	const struct as_class class = {.config.scheme = &scheme,
		.people = people,
		.person_count = 2,
		.undecided = undecided};
	struct as_class_row row = {.id = (char *)"ann"};
	size_t count = 0;

	cr_assert_eq(as_class_note_facts(&class, 0, &manual, &row, NULL), 0);
	for (size_t i = 0; i < row.facts.count; i++) {
		const char *name = row.facts.items[i].name;
		count += strncmp(name, "manual/", 7) == 0;
		if (strncmp(name, "manual/talk/", 12) == 0)
			cr_expect_str_eq(row.facts.items[i].value, "1");
	}
	cr_expect_eq(count, 3, "%zu", count);
	as_text_map_clear(&row.facts);
}

Test(change, a_deadline_of_the_student_is_named_with_both_times)
{
	struct pair pair;

	begin(&pair);
	pair.now.work = pair.before.work;
	pair.now.mark.mark_e4 = 30000;
	put_both(&pair, "due", "Monday", "Friday");
	pair.before.row.total.late = AS_LATE_YES;
	pair.before.row.total.late_s = 3600;
	pair.before.row.total.penalty_e4 = 10000;
	pair.before.row.total.total_e4 = 20000;
	pair.now.row.total.total_e4 = 30000;
	expect_change(&pair, "total 2 -> 3, late penalty 1 -> 0",
		"deadline: Friday, was Monday; in time, was late by 1 h");
	end_facts(&pair);
}

/* One such rule is rounding: then the items and the penalty do not explain the total. */
Test(change, rules_of_the_total_are_named_if_the_items_do_not_explain_it)
{
	struct pair pair;

	begin(&pair);
	pair.now.work = pair.before.work;
	pair.now.mark.mark_e4 = 30000;
	strcpy(pair.now.row.scheme, "new");
	put_both(&pair, "rules", "total=30 rounding=0/1 late=a", "total=30 rounding=5/1 late=b");
	put_both(&pair, "item/tests", "i", "i");
	expect_change(&pair, "total 3 -> 2", "scheme changed: rounding, late");
	end_facts(&pair);
}

Test(change, a_maximum_of_the_platform_takes_the_total)
{
	struct pair pair;

	begin(&pair);
	pair.now.work = pair.before.work;
	pair.now.mark.mark_e4 = 30000;
	pair.now.row.total = (struct as_class_total){.total_e4 = 30000};
	put_both(&pair, "maximum", "", "2");
	expect_change(&pair, "total 3 -> none",
		"maximum of the platform: 2, was unknown; needs a decision");
	end_facts(&pair);
}

Test(change, an_added_manual_item_makes_the_total_incomplete)
{
	struct pair pair;

	begin(&pair);
	pair.now.work = pair.before.work;
	pair.now.mark.mark_e4 = 30000;
	strcpy(pair.now.row.scheme, "new");
	put_both(&pair, "item/tests", "i", "i");
	put_fact(&pair.now, "item/style", "manual=1");
	struct as_class_mark marks[] = {
		pair.now.mark, {.item = (char *)"style", .state = AS_MARK_NEEDS_PERSON}};
	pair.now.row.marks = marks;
	pair.now.row.mark_count = 2;
	pair.now.row.total = (struct as_class_total){
		.total_e4 = 30000, .unmarked = (char *)"style: no mark yet"};
	expect_change(&pair, "total 3 -> none", "scheme changed: items; waits for manual marks");
	end_facts(&pair);
}

/* The submission in doubt has also changed, but no mark comes from it. */
Test(change, a_doubt_is_named_without_its_remedy)
{
	struct pair pair;

	begin(&pair);
	strcpy(pair.now.work.files, "g");
	pair.now.mark.state = AS_MARK_NOT_JUDGED;
	pair.now.row.total = (struct as_class_total){.late = AS_LATE_UNKNOWN};
	put_both(&pair, "doubt", "", "two of them; remove one");
	expect_change(&pair, "total 3 -> none, tests 3 -> none", "two of them");
	end_facts(&pair);
}

/* A version that recorded no facts wrote the old row. */
Test(change, a_doubt_is_named_beside_a_row_without_facts)
{
	struct pair pair;

	begin(&pair);
	pair.now.work = pair.before.work;
	pair.before.mark.state = AS_MARK_GIVEN;
	pair.now.mark.state = AS_MARK_NEEDS_PERSON;
	pair.now.row.total = (struct as_class_total){.late = AS_LATE_UNKNOWN};
	put_fact(&pair.now, "doubt", "two of them; remove one");
	expect_change(&pair, "total 3 -> none, tests 3 -> none", "two of them");
	end_facts(&pair);
}

/* The folder's machine is that of the last run that changed all marks. */
Test(change, the_machine_is_the_one_that_judged_the_student)
{
	struct pair pair;

	begin(&pair);
	pair.class.config.machine = NEW_MACHINE;
	put_fact(&pair.before, "machine/sum", NEW_MACHINE);
	expect_why(&pair, "judged again");
	end_facts(&pair);
	begin(&pair);
	put_fact(&pair.before, "machine/sum", "third");
	expect_why(&pair, "machine: " OLD_MACHINE ", was third");
	end_facts(&pair);
}

Test(change, a_decision_that_is_taken_back_leaves_the_causes_of_the_raw_mark)
{
	struct pair pair;

	begin(&pair);
	strcpy(pair.now.work.files, "g");
	pair.before.mark.overridden = true;
	pair.before.mark.raw_e4 = pair.now.mark.raw_e4;
	expect_why(&pair, "overrides.csv changed: tests");
	begin(&pair);
	strcpy(pair.now.work.files, "g");
	pair.before.mark.overridden = true;
	pair.before.mark.raw_e4 = 0;
	expect_why(&pair, "submission changed; overrides.csv changed: tests");
}

/* ---- a change is shown whole ---- */

Test(change, a_late_penalty_is_shown_beside_the_items)
{
	struct pair pair;

	begin(&pair);
	strcpy(pair.now.work.files, "g");
	pair.now.row.time_known = true;
	pair.now.row.time_s = 86400;
	pair.now.row.total = (struct as_class_total){.complete = true,
		.late = AS_LATE_YES,
		.late_s = 3660,
		.penalty_e4 = 5000,
		.total_e4 = 15000};
	expect_change(&pair, "total 3 -> 1.5, tests 3 -> 2, late penalty 0 -> 0.5",
		"submission changed; time of submission changed; late by 1 h 1 min, was in time");
}

Test(change, overrides_of_an_item_and_of_the_total_are_both_named)
{
	struct pair pair;

	begin(&pair);
	pair.now.work = pair.before.work;
	pair.now.mark.overridden = pair.now.row.total.overridden = true;
	pair.now.row.total.total_e4 = 55000;
	pair.before.row.name = (char *)"Ann A";
	cr_assert_eq(as_class_compare(&pair.class, &pair.before.row, &pair.now.row, NULL), 0);
	cr_expect_str_eq(pair.class.changes.items->name, "Ann A");
	as_class_clear_changes(&pair.class);
	pair.class.config.is_blind = true;
	cr_assert_eq(as_class_compare(&pair.class, &pair.before.row, &pair.now.row, NULL), 0);
	cr_expect_null(pair.class.changes.items->name);
	as_class_clear_changes(&pair.class);
	expect_change(&pair, "total 3 -> 5.5, tests 3 -> 2", "overrides.csv changed: tests, total");
}

Test(change, an_item_that_is_gone_and_a_new_one_are_shown)
{
	struct pair pair;

	begin(&pair);
	pair.now.work = pair.before.work;
	pair.now.mark.item = (char *)"others";
	strcpy(pair.now.row.scheme, "new");
	expect_change(&pair, "total 3 -> 2, others none -> 2, tests 3 -> none", "scheme changed");
}

/* ---- what is not final ---- */

Test(change, sums_that_are_not_final_are_not_compared)
{
	struct pair pair;

	begin(&pair);
	pair.now.mark.mark_e4 = 30000;
	pair.before.row.total.complete = false;
	pair.now.row.total.complete = false;
	expect_none(&pair);
	begin(&pair);
	pair.now.mark.mark_e4 = 30000;
	pair.before.row.total.complete = false;
	expect_none(&pair);
}

Test(change, a_mark_that_counts_does_not_vanish_in_silence)
{
	struct pair pair;

	begin(&pair);
	pair.now.work = pair.before.work;
	pair.now.mark.mark_e4 = 30000;
	pair.before.row.time_known = true;
	pair.before.row.total.late = AS_LATE_NO;
	pair.now.row.total = (struct as_class_total){.late = AS_LATE_UNKNOWN, .total_e4 = 30000};
	expect_change(&pair, "total 3 -> none",
		"time of submission changed; at an unknown time, was in time; needs a decision");
}

Test(change, a_manual_mark_that_is_taken_back_takes_the_total_with_it)
{
	struct pair pair;

	begin(&pair);
	pair.now.work = pair.before.work;
	pair.before.mark.state = AS_MARK_GIVEN;
	pair.now.mark = (struct as_class_mark){
		.item = pair.before.mark.item, .state = AS_MARK_NEEDS_PERSON};
	pair.now.row.total = (struct as_class_total){.complete = false};
	expect_change(&pair, "total 3 -> none, tests 3 -> none", "manual.csv changed");
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

/* ---- registers of earlier versions ---- */

#define FORMAT "assay-class/"
#define HEAD_SIZE (sizeof(FORMAT "3\n") - 1 + AS_DIGEST_HEX_SIZE) /* name, digest, line feed */

/* Writes the register of a row without works as an earlier format has it: `tail` bytes shorter. */
static void write_earlier(struct as_store *store, char format, size_t tail)
{
	AS_AUTO_FREE char *hex = NULL;
	char bytes[4096], digest_hex[AS_DIGEST_HEX_SIZE], text[2 * sizeof(bytes) + 1];
	struct as_digest digest;
	int64_t space;

	cr_assert_eq(as_store_space_find(store, AS_CLASS_SPACE, &space, NULL), 0);
	cr_assert_eq(as_store_setting_read(store, space, "register", &hex, NULL), 0);
	const size_t size = strlen(hex) / 2 - tail;
	cr_assert(size > HEAD_SIZE && size < sizeof(bytes));
	for (size_t i = 0; i < size; i++)
		bytes[i] = (char)strtol((char[]){hex[2 * i], hex[2 * i + 1], '\0'}, NULL, 16);
	bytes[sizeof(FORMAT) - 1] = format;
	as_digest_init(&digest);
	as_digest_add(&digest, bytes, sizeof(FORMAT) + 1);
	as_digest_add(&digest, bytes + HEAD_SIZE, size - HEAD_SIZE);
	as_digest_end(&digest, digest_hex);
	memcpy(bytes + sizeof(FORMAT) + 1, digest_hex, AS_DIGEST_HEX_SIZE - 1);
	for (size_t i = 0; i < size; i++)
		snprintf(text + 2 * i, 3, "%02x", (unsigned char)bytes[i]);
	cr_assert_eq(as_store_setting_write(store, space, "register", text, NULL), 0);
}

/* The register replaces the one in the store. */
static void read_stored(struct as_store *store, struct as_register *reg)
{
	int64_t space;

	cr_assert_eq(as_store_space_find(store, AS_CLASS_SPACE, &space, NULL), 0);
	cr_assert_eq(as_store_setting_read(store, space, "register", &reg->stored, NULL), 0);
}

static void put_memory(struct as_class_memory *memory)
{
	memory->is_known = true;
	cr_assert_eq(as_text_map_set(&memory->seen, "sum", "f", NULL), 0);
	cr_assert_eq(as_text_map_set(&memory->decided, "tests", "t f", NULL), 0);
}

static void expect_memory(const struct as_class_memory *memory, bool is_known)
{
	cr_expect_eq(memory->is_known, is_known);
	cr_expect_eq(memory->seen.count, is_known);
	cr_expect_eq(memory->decided.count, is_known);
	if (is_known) {
		cr_expect_str_eq(as_text_map_get(&memory->seen, "sum"), "f");
		cr_expect_str_eq(as_text_map_get(&memory->decided, "tests"), "t f");
	}
}

/* A teacher's folder of the version before opens. */
Test(change, a_register_of_an_earlier_format_is_read)
{
	char folder[] = "/tmp/assay-change-XXXXXX", url[64];
	struct as_error error = {0};

	cr_assert_not_null(mkdtemp(folder));
	snprintf(url, sizeof(url), "sqlite:%s/grade.db", folder);
	struct as_store *store = as_store_open(url, &error);
	cr_assert_not_null(store, "%s", error.text);
	for (char format = '1'; format <= '7'; format++) {
		struct as_register reg = {0}, found = {0};
		struct as_class_row *row = as_register_add(&reg, "ann", &error);
		cr_assert_not_null(row);
		row->total.total_e4 = 70000;
		row->total.unmarked = format >= '3' ? strdup("style: no mark yet") : NULL;
		if (format >= '5')
			put_memory(&row->memory);
		read_stored(store, &reg);
		cr_assert_eq(as_register_write(&reg, store, AS_CLASS_SPACE, &error), 1, "%s",
			error.text);
		if (format != '6')
			write_earlier(store, format,
				(format < '6') + (format < '5') * 3U + (format < '3'));
		const int failed = as_register_read(&found, store, AS_CLASS_SPACE, &error);
		cr_assert_eq(failed != 0, format == '7', "format %c: %s", format, error.text);
		if (!failed) {
			cr_assert_eq(found.row_count, 1);
			cr_expect_eq(found.rows->total.total_e4, 70000);
			cr_expect_eq(found.rows->total.unmarked != NULL, format >= '3');
			expect_memory(&found.rows->memory, format >= '5');
		}
		as_register_clear(&reg);
		as_register_clear(&found);
	}
	as_store_close(store);
	cr_assert_eq(as_dir_remove(AT_FDCWD, folder, NULL), 0);
}
