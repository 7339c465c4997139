/* SPDX-License-Identifier: MIT */
/* manual.csv and overrides.csv: entries of people are read, reported and never lost. */
#include "marks_case.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define SCHEME                                                                                     \
	"package: p\n"                                                                             \
	"items:\n"                                                                                 \
	"  - {id: auto, points: 10}\n"                                                             \
	"  - {id: approach, manual: true, points: 4}\n"                                            \
	"  - {id: recursion, manual: true, points: 4}\n"                                           \
	"  - {id: extra, manual: true, points: 2, bonus: true}\n"

static const struct as_person_key class[] = {{.id = "s2", .name = "Ada, Countess"},
	{.id = "s1", .name = "Alan", .group = "T1"},
	{.id = "007", .name = "=HYPERLINK(\"http://x\")"}};
#define CLASS class, sizeof(class) / sizeof(*class)

/* A scheme, a file in a folder of its own, and the result of reading it. */
struct desk {
	char folder[64];
	char path[96];
	struct as_scheme scheme;
	struct as_manual manual;
	struct as_overrides overrides;
	struct as_findings findings;
};

static void begin(struct desk *desk, const char *text)
{
	*desk = (struct desk){.folder = "/tmp/assay-manual.XXXXXX"};
	cr_assert_not_null(mkdtemp(desk->folder));
	snprintf(desk->path, sizeof(desk->path), "%s/m.csv", desk->folder);
	read_scheme(&desk->scheme, SCHEME);
	if (text)
		cr_assert_eq(
			as_file_write(AT_FDCWD, desk->path, text, strlen(text), 0600, NULL), 0);
}

static void end(struct desk *desk)
{
	as_manual_clear(&desk->manual);
	as_overrides_clear(&desk->overrides);
	as_findings_clear(&desk->findings);
	as_scheme_clear(&desk->scheme);
	as_dir_remove(AT_FDCWD, desk->folder, NULL);
}

/* The findings without the folder: "error m.csv:3: text|". */
static const char *findings_of(const struct desk *desk)
{
	static char text[4096];

	text[0] = '\0';
	for (size_t i = 0; i < desk->findings.count; i++) {
		const struct as_finding *finding = &desk->findings.items[i];
		const char *where = strstr(finding->where, "m.csv");
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s %s: %s|",
			finding->level == AS_FINDING_ERROR ? "error" : "warning",
			where ? where : finding->where, finding->text);
	}
	return text;
}

static void read_manual(struct desk *desk)
{
	struct as_error error = {0};

	as_manual_clear(&desk->manual);
	as_findings_clear(&desk->findings);
	cr_assert_eq(as_manual_read(&desk->manual, &desk->scheme, desk->path, CLASS,
			     &desk->findings, &error),
		0, "%s", error.text);
}

/* "approach=3.5 recursion=-": of a person. */
static const char *marks_of(const struct desk *desk, const char *id)
{
	static char text[256];
	const struct as_manual_mark *marks = as_manual_of(&desk->manual, id);

	text[0] = '\0';
	for (size_t i = 0; marks && i < desk->scheme.item_count; i++)
		if (desk->scheme.items[i].kind == AS_ITEM_MANUAL)
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s=%s ",
				desk->scheme.items[i].id,
				marks[i].is_marked ? AS_POINTS(marks[i].points_e4) : "-");
	return text;
}

static void expect_file(const struct desk *desk, const char *expected)
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	cr_assert_eq(as_file_read(AT_FDCWD, desk->path, 1 << 20, &text, NULL), 0);
	cr_expect_str_eq(text.data, expected, "the file has\n%s", text.data);
}

static int update(struct desk *desk)
{
	struct as_error error = {0};
	const int status = as_manual_update(&desk->scheme, desk->path, CLASS, &error);

	cr_assert_geq(status, 0, "%s: %s", error.where, error.text);
	return status;
}

/* ---- reading ---- */

Test(manual, marks_and_comments_are_read_in_any_order_of_columns)
{
	struct desk desk;

	begin(&desk, "name,extra,recursion comment,ID,tutor,recursion,approach\n"
		     "Ada,0.5,\"See, \"\"me\"\"\nsoon\",s2,Bob,4,3.25\n"
		     "Alan,,,s1,,0,\n");
	read_manual(&desk);
	cr_expect_str_eq(findings_of(&desk), "");
	cr_expect_str_eq(marks_of(&desk, "s2"), "approach=3.25 recursion=4 extra=0.5 ");
	cr_expect_str_eq(as_manual_of(&desk.manual, "s2")[2].comment, "See, \"me\"\nsoon");
	cr_expect_str_eq(marks_of(&desk, "s1"), "approach=- recursion=0 extra=- ");
	cr_expect_null(as_manual_of(&desk.manual, "007"));
	end(&desk);
}

Test(manual, a_spreadsheet_with_decimal_commas_is_read)
{
	struct desk desk;

	begin(&desk, "\xef\xbb\xbfid;approach;recursion\r\ns2; 3,5 ;4,0\r\ns1;2.25;\r\n");
	read_manual(&desk);
	cr_expect_str_eq(findings_of(&desk), "");
	cr_expect_str_eq(marks_of(&desk, "s2"), "approach=3.5 recursion=4 extra=- ");
	cr_expect_str_eq(marks_of(&desk, "s1"), "approach=2.25 recursion=- extra=- ");
	end(&desk);
}

Test(manual, a_decimal_comma_that_splits_a_cell_gives_no_mark)
{
	struct desk desk;

	begin(&desk, "id,approach,approach comment,recursion,recursion comment\n"
		     "s1,3,5,,\ns2,\"3,5\",5 of 6,2,\"5 \"\n");
	read_manual(&desk);
	cr_expect_str_eq(findings_of(&desk), "error m.csv:2: the 'approach comment' behind the "
					     "mark 3 is a number; for 3.5 write "
					     "\"3,5\" in quotes, and for a text add a word|"
					     "error m.csv:3: the 'recursion comment' behind the "
					     "mark 2 is a number; for 2.5 write "
					     "\"2,5\" in quotes, and for a text add a word|");
	cr_expect_str_eq(marks_of(&desk, "s1"), "approach=- recursion=- extra=- ");
	cr_expect_str_eq(marks_of(&desk, "s2"), "approach=3.5 recursion=- extra=- ");
	end(&desk);
}

Test(manual, a_file_that_does_not_exist_has_no_marks)
{
	struct desk desk;

	begin(&desk, NULL);
	read_manual(&desk);
	cr_expect_eq(desk.manual.count, 0);
	cr_expect_str_eq(findings_of(&desk), "");
	end(&desk);
}

Test(manual, each_conflict_is_one_line)
{
	struct desk desk;

	begin(&desk, "id,approach,recursion,extra\n"
		     "s1,5,4,1\n"
		     "s2,abc,-1,3\n"
		     "s9,1,1,1\n"
		     "7,1,1,1\n"
		     ",1,,\n"
		     ",,,\n");
	read_manual(&desk);
	cr_expect_str_eq(findings_of(&desk),
		"error m.csv:2: approach of 's1' is 5, above its maximum of 4; write a smaller "
		"mark|"
		"error m.csv:3: approach of 's2': 'abc' is not a number of points; write 0 to "
		"1000000 with at most 4 decimals, such as 2.5|"
		"error m.csv:3: recursion of 's2': '-1' is not a number of points; write 0 to "
		"1000000 with at most 4 decimals, such as 2.5|"
		"error m.csv:3: extra of 's2' is 3, above its maximum of 2; write a smaller mark|"
		"warning m.csv:4: nobody in the class has the id 's9'; the row is not used|"
		"warning m.csv:5: nobody in the class has the id '7'; did you mean '007'? The row "
		"is not used|"
		"error m.csv:6: marks in a row without an id; add the id, or remove the row|");
	cr_expect_str_eq(marks_of(&desk, "s1"), "approach=- recursion=4 extra=1 ");
	cr_expect_str_eq(marks_of(&desk, "s2"), "approach=- recursion=- extra=- ");
	end(&desk);
}

Test(manual, of_two_rows_of_one_person_none_counts)
{
	struct desk desk;

	begin(&desk, "id,approach\ns1,1\ns2,2\ns1,3\n s1 ,3\n");
	read_manual(&desk);
	cr_expect_str_eq(findings_of(&desk),
		"error m.csv:4: the id 's1' is also in line 2; no mark of either is used; remove "
		"one|"
		"error m.csv:5: the id 's1' is also in line 2; no mark of either is used; remove "
		"one|");
	cr_expect_null(as_manual_of(&desk.manual, "s1"));
	cr_expect_str_eq(marks_of(&desk, "s2"), "approach=2 recursion=- extra=- ");
	end(&desk);
}

Test(manual, a_misspelt_column_is_reported)
{
	struct desk desk;

	begin(&desk, "id,aproach,recursion,notes\ns1,1,2,x\n");
	read_manual(&desk);
	cr_expect_str_eq(findings_of(&desk),
		"warning m.csv:1: unknown column 'aproach'; did you mean 'approach'? The column is "
		"not used|");
	end(&desk);
}

static void refuse_manual(const char *text, const char *expected)
{
	struct desk desk;
	struct as_error error = {0};

	begin(&desk, text);
	cr_expect_eq(as_manual_read(
			     &desk.manual, &desk.scheme, desk.path, CLASS, &desk.findings, &error),
		-1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_not_null(strstr(error.text, expected), "%s", error.text);
	cr_expect_str_eq(error.where, desk.path);
	as_error_clear(&error);
	cr_expect_eq(as_manual_update(&desk.scheme, desk.path, CLASS, &error), -1);
	expect_file(&desk, text);
	end(&desk);
}

Test(manual, a_file_that_cannot_be_understood_is_refused_and_kept)
{
	refuse_manual("name,approach\nAda,3\n", "id");
	refuse_manual("id,approach,approach\ns1,1,2\n", "approach");
	refuse_manual("id,approach\ns1,\"1\n", "quote");
	refuse_manual("id,approach,approach comment\ns1,3,5,nice\n", "more than the header's 3");
	refuse_manual("id;approach;approach comment\ns1;3,5;nice; long\n", "into quotes");
	refuse_manual("", "");
}

/* ---- writing ---- */

Test(manual, the_file_is_made_with_a_row_a_person_in_their_order)
{
	struct desk desk;
	struct stat status;

	begin(&desk, NULL);
	cr_expect_eq(update(&desk), 1);
	expect_file(&desk,
		"id,name,approach,approach comment,recursion,recursion comment,extra,extra "
		"comment\n"
		"s2,\"Ada, Countess\",,,,,,\n"
		"s1,Alan,,,,,,\n"
		"007,\"'=HYPERLINK(\"\"http://x\"\")\",,,,,,\n");
	cr_assert_eq(stat(desk.path, &status), 0);
	cr_expect_eq(status.st_mode & 0777, 0600, "marks are nobody else's business");
	end(&desk);
}

Test(manual, a_file_that_lacks_nothing_is_not_touched)
{
	struct desk desk;
	struct stat before, after;

	begin(&desk, NULL);
	cr_expect_eq(update(&desk), 1);
	cr_assert_eq(stat(desk.path, &before), 0);
	cr_expect_eq(update(&desk), 0);
	cr_assert_eq(stat(desk.path, &after), 0);
	cr_expect_eq(before.st_ino, after.st_ino);
	end(&desk);
}

Test(manual, existing_cells_survive_added_ones)
{
	struct desk desk;

	begin(&desk, "tutor;id;approach;x\nBob;s1;9,9;\"a;b\"\n;gone;2;\n");
	cr_expect_eq(update(&desk), 1);
	expect_file(&desk,
		"tutor;id;approach;x;approach comment;recursion;recursion comment;extra;extra "
		"comment\n"
		"Bob;s1;\"9,9\";\"a;b\"\n"
		";gone;2;\n"
		";s2;;;;;;;\n"
		";007;;;;;;;\n");
	cr_expect_eq(update(&desk), 0);
	end(&desk);
}

Test(manual, the_mode_of_the_file_stays)
{
	struct desk desk;
	struct stat status;

	begin(&desk, "id\n");
	cr_assert_eq(chmod(desk.path, 0644), 0);
	cr_expect_eq(update(&desk), 1);
	cr_assert_eq(stat(desk.path, &status), 0);
	cr_expect_eq(status.st_mode & 0777, 0644);
	end(&desk);
}

Test(manual, a_scheme_without_manual_items_makes_no_file)
{
	struct desk desk;
	struct as_scheme scheme = {0};

	begin(&desk, NULL);
	read_scheme(&scheme, "items: [{id: a, points: 1, package: p}]\n");
	cr_expect_eq(as_manual_update(&scheme, desk.path, CLASS, NULL), 0);
	cr_expect_eq(access(desk.path, F_OK), -1);
	as_scheme_clear(&scheme);
	end(&desk);
}

/* The result does not depend on the order of rows and columns, nor on rewriting the file. */
Test(manual, a_written_table_is_read_as_the_same)
{
	struct desk one, two;

	begin(&one, "id,approach,recursion,recursion comment\n"
		    "s1,1.25,4,=1+1\ns2,0,,\n007,3,2,-\n");
	begin(&two, "recursion comment,recursion,id,approach\n"
		    "-,2,007,3\n=1+1,4,s1,1.25\n,,s2,0\n");
	cr_expect_eq(update(&two), 1);
	read_manual(&one);
	read_manual(&two);
	for (size_t i = 0; i < sizeof(class) / sizeof(*class); i++) {
		char text[256];
		snprintf(text, sizeof(text), "%s", marks_of(&one, class[i].id));
		cr_expect_str_eq(marks_of(&two, class[i].id), text);
	}
	cr_expect_str_eq(as_manual_of(&one.manual, "s1")[2].comment, "=1+1");
	cr_expect_str_eq(as_manual_of(&two.manual, "s1")[2].comment, "=1+1");
	end(&one);
	end(&two);
}

/* ---- overrides ---- */

static void read_overrides(struct desk *desk)
{
	struct as_error error = {0};

	cr_assert_eq(as_overrides_read(&desk->overrides, &desk->scheme, desk->path, CLASS,
			     &desk->findings, &error),
		0, "%s", error.text);
}

static const char *overrides_of(const struct desk *desk)
{
	static char text[1024];

	text[0] = '\0';
	for (size_t i = 0; i < desk->overrides.count; i++) {
		const struct as_override *one = &desk->overrides.items[i];
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s %s %s %s|", one->id,
			one->item == SIZE_MAX ? "total" : desk->scheme.items[one->item].id,
			AS_POINTS(one->points_e4), one->reason);
	}
	return text;
}

Test(overrides, decisions_are_read_with_their_reasons)
{
	struct desk desk;

	begin(&desk, "reason,item,id,mark,date\n"
		     "\"broken, test\",auto,s2,\"7,5\",today\n"
		     "oral,total,s1,12,\n"
		     ",,,,\n"
		     "fair,extra,s1,1,\n");
	read_overrides(&desk);
	cr_expect_str_eq(findings_of(&desk), "");
	cr_expect_str_eq(
		overrides_of(&desk), "s1 extra 1 fair|s1 total 12 oral|s2 auto 7.5 broken, test|");
	end(&desk);
}

Test(overrides, each_mistake_is_one_line)
{
	struct desk desk;

	begin(&desk, "id,item,mark,reason\n"
		     "s1,auto,11,x\n"
		     "s1,atuo,1,x\n"
		     "s1,auto,3,\n"
		     "s1,total,19,x\n"
		     ",total,1,x\n"
		     "s1,recursion,,x\n"
		     "s3,auto,1,x\n"
		     "s2,auto,1,x\n"
		     "s2,auto,2,x\n"
		     "t1,auto,1,x\n");
	read_overrides(&desk);
	cr_expect_str_eq(findings_of(&desk),
		"error m.csv:2: auto of 's1' is 11, above its maximum of 10; write a smaller mark|"
		"error m.csv:3: unknown item 'atuo'; did you mean 'auto'? write the id of an item "
		"of the scheme, or total|"
		"error m.csv:4: override of auto of 's1' has no reason; write one|"
		"error m.csv:5: total of 's1' is 19, above its maximum of 18; write a smaller mark|"
		"error m.csv:6: override without an id; add the id of the student|"
		"error m.csv:7: recursion of 's1': '' is not a number of points; write 0 to "
		"1000000 with at most 4 decimals, such as 2.5|"
		"warning m.csv:8: nobody in the class has the id 's3'; the row is not used|"
		"warning m.csv:11: 't1' is a group; write the id of a member; the row is not used|"
		"error m.csv:10: auto of 's2' is also overridden in line 9; neither is used; "
		"remove one|");
	cr_expect_str_eq(overrides_of(&desk), "s3 auto 1 x|t1 auto 1 x|");
	end(&desk);
}

Test(overrides, a_decimal_comma_that_splits_a_cell_decides_nothing)
{
	struct desk desk;

	begin(&desk, "id,item,mark,reason\ns1,auto,5,25\ns2,auto,6,seen\n");
	read_overrides(&desk);
	cr_expect_str_eq(findings_of(&desk),
		"error m.csv:2: the 'reason' behind the mark 5 is a number; for 5.25 write "
		"\"5,25\" in quotes, and for a text add a word|");
	cr_expect_str_eq(overrides_of(&desk), "s2 auto 6 seen|");
	end(&desk);
}

Test(overrides, a_row_with_more_cells_than_columns_is_refused)
{
	struct desk desk;
	struct as_error error = {0};

	begin(&desk, "id,item,mark,reason\ns1,auto,9,5,right\n");
	cr_expect_eq(as_overrides_read(&desk.overrides, &desk.scheme, desk.path, CLASS,
			     &desk.findings, &error),
		-1);
	cr_expect_eq(error.line, 2);
	cr_expect_not_null(strstr(error.text, "has 5 cells"), "%s", error.text);
	end(&desk);
}

Test(overrides, a_file_without_a_reason_column_is_refused)
{
	struct desk desk;
	struct as_error error = {0};

	begin(&desk, "id,item,mark\ns1,total,5\n");
	cr_expect_eq(as_overrides_read(&desk.overrides, &desk.scheme, desk.path, CLASS,
			     &desk.findings, &error),
		-1);
	cr_expect_not_null(strstr(error.text, "reason"), "%s", error.text);
	end(&desk);
}

Test(overrides, a_missing_file_has_no_overrides)
{
	struct desk desk;

	begin(&desk, NULL);
	read_overrides(&desk);
	cr_expect_eq(desk.overrides.count, 0);
	end(&desk);
}

Test(manual, an_extension_of_an_unknown_id_is_reported)
{
	struct desk desk;
	struct as_scheme scheme = {0};

	begin(&desk, NULL);
	read_scheme(&scheme, "due: 2026-10-05T23:59:00Z\n"
			     "extensions: {s1: 2d, s4: 1d, S2: 1d, T1: 1d}\n"
			     "items: [{id: a, points: 1, package: p}]\n");
	cr_expect_eq(as_extensions_check(&scheme, CLASS, &desk.findings, NULL), 0);
	cr_expect_str_eq(findings_of(&desk),
		"warning scheme.yaml: nobody in the class has the id 'S2' of an extension; did you "
		"mean 's2'?|"
		"warning scheme.yaml: 'T1' of an extension is a group; write the id of each member|"
		"warning scheme.yaml: nobody in the class has the id 's4' of an extension|");
	as_scheme_clear(&scheme);
	end(&desk);
}

/* ---- the documentation ---- */

static void write_example(const char *path, size_t index)
{
	AS_AUTO_FREE char *text = example_of("csv", index);

	cr_assert_eq(as_file_write(AT_FDCWD, path, text, strlen(text), 0600, NULL), 0);
}

Test(manual, the_documented_tables_are_read)
{
	static const struct as_person_key people[] = {{.id = "s1234567", .name = "Ada Lovelace"},
		{.id = "s7654321", .name = "Alan Turing"}};
	AS_AUTO_FREE char *text = example_of("yaml", 0);
	struct as_scheme scheme = {0};
	struct as_manual manual = {0};
	struct as_overrides overrides = {0};
	struct as_findings findings = {0};
	struct as_error error = {0};
	char path[] = "/tmp/assay-scheme.XXXXXX";
	AS_AUTO_FD int fd = mkstemp(path);

	cr_assert_geq(fd, 0);
	read_scheme(&scheme, text);
	write_example(path, 0);
	cr_assert_eq(as_manual_read(&manual, &scheme, path, people, 2, &findings, &error), 0, "%s",
		error.text);
	write_example(path, 1);
	cr_assert_eq(as_overrides_read(&overrides, &scheme, path, people, 2, &findings, &error), 0,
		"%s", error.text);
	unlink(path);
	cr_expect_eq(findings.count, 0);
	const struct as_manual_mark *marks = as_manual_of(&manual, "s1234567");
	cr_assert_not_null(marks);
	cr_expect_eq(marks[0].points_e4, 35000);
	cr_expect_str_eq(marks[0].comment, "Why is the game finite?");
	cr_expect_eq(overrides.count, 2);
	as_overrides_clear(&overrides);
	as_manual_clear(&manual);
	as_findings_clear(&findings);
	as_scheme_clear(&scheme);
}
