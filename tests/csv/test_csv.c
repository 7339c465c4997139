/* SPDX-License-Identifier: MIT */
#include <assay/csv.h>

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>

static struct as_csv parse(const char *text)
{
	struct as_csv csv = {0};
	struct as_error error = {0};
	cr_assert_eq(
		as_csv_parse(&csv, "list.csv", text, strlen(text), &error), 0, "%s", error.text);
	return csv;
}

static void expect_cell(const struct as_csv *csv, size_t row, const char *column, const char *text)
{
	const size_t at = as_csv_column(csv, &column, 1);
	cr_assert_neq(at, SIZE_MAX, "no column %s", column);
	cr_assert_lt(row, csv->count);
	cr_expect_str_eq(as_csv_cell(csv, row, at), text, "row %zu, %s: %s", row, column,
		as_csv_cell(csv, row, at));
}

static void expect_format(const struct as_csv *csv, const char *text)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_csv_format(csv, &bytes, NULL), 0);
	cr_expect_str_eq(bytes.data, text, "written: %s", bytes.data);
}

static void expect_error(const char *text, size_t size, unsigned line, const char *expected)
{
	struct as_csv csv = {0};
	struct as_error error = {0};
	cr_assert_eq(as_csv_parse(&csv, "list.csv", text, size, &error), -1, "%s", text);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.where, "list.csv");
	cr_expect_eq(error.line, line, "%s: line %u", text, error.line);
	cr_expect_str_eq(error.text, expected);
	as_csv_clear(&csv);
}

Test(csv, columns_are_found_by_name_in_any_order)
{
	AS_AUTO_CSV struct as_csv csv = parse("group, ID ,Name\nred,7,Ada\nblue,8,Bob\n");
	expect_cell(&csv, 0, "id", "7");
	expect_cell(&csv, 0, "NAME", "Ada");
	expect_cell(&csv, 1, "group", "blue");
	const char *const names[] = {"number", "id", "group"};
	cr_expect_eq(as_csv_column(&csv, names, 3), 1, "the first name that there is");
	cr_expect_eq(as_csv_column(&csv, names, 1), SIZE_MAX);
}

Test(csv, the_delimiter_is_found)
{
	static const char *const texts[] = {"id,name\n1,\"a;b\"\n", "id;name\n1;\"a;b\"\n",
		"id\tname\n1\ta;b\n", "\"x;y;z\",id,name\n0,1,a;b\n", "sep=;\nid;name\n1;\"a;b\"\n",
		"sep=|\r\nid|name\r\n1|a;b\r\n"};
	static const char delimiters[] = ",;\t,;|";
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		AS_AUTO_CSV struct as_csv csv = parse(texts[i]);
		cr_expect_eq(csv.delimiter, delimiters[i], "%s", texts[i]);
		expect_cell(&csv, 0, "id", "1");
		expect_cell(&csv, 0, "name", "a;b");
		AS_AUTO_BYTES struct as_bytes bytes = {0};
		cr_assert_eq(as_csv_format(&csv, &bytes, NULL), 0);
		AS_AUTO_CSV struct as_csv again = parse(bytes.data);
		cr_expect_eq(again.delimiter, delimiters[i], "%s", bytes.data);
		expect_cell(&again, 0, "name", "a;b");
	}
}

Test(csv, rows_know_their_line)
{
	AS_AUTO_CSV struct as_csv csv =
		parse("\n\nid,note\r\n\r\n1,\"two\nlines\r\nor three\"\n2,\n\n3,x\r4,y");
	cr_expect_eq(csv.header.line, 3);
	cr_assert_eq(csv.count, 4);
	static const unsigned lines[] = {5, 8, 10, 11};
	for (size_t i = 0; i < csv.count; i++)
		cr_expect_eq(csv.rows[i].line, lines[i], "row %zu: line %u", i, csv.rows[i].line);
	expect_cell(&csv, 0, "note", "two\nlines\r\nor three");
	expect_cell(&csv, 3, "note", "y");
	struct as_error error = {0};
	cr_expect_eq(as_csv_error(&csv, 1, &error, "has no %s", "mark"), -1);
	cr_expect_eq(error.line, 8);
	cr_expect_str_eq(error.text, "has no mark");
}

Test(csv, quotes_and_blanks_are_those_of_the_text)
{
	AS_AUTO_CSV struct as_csv csv =
		parse("id,name\n\"1\",\"Anna \"\"Annie\"\" O'Hara, B.Sc.\"\n    2,\"\"\n");
	expect_cell(&csv, 0, "id", "1");
	expect_cell(&csv, 0, "name", "Anna \"Annie\" O'Hara, B.Sc.");
	expect_cell(&csv, 1, "id", "    2");
	expect_cell(&csv, 1, "name", "");
}

Test(csv, short_rows_and_empty_cells_at_the_end_are_read)
{
	AS_AUTO_CSV struct as_csv csv = parse("id,name\n1\n2,Bob,, \t,\n,\n");
	cr_assert_eq(csv.count, 3);
	expect_cell(&csv, 0, "name", "");
	expect_cell(&csv, 2, "id", "");
	expect_format(&csv, "id,name\n1\n2,Bob,,\" \t\",\n,\n");
}

/* A cell that was not quoted has shifted the others. */
Test(csv, a_row_with_more_texts_than_columns_is_refused)
{
	static const struct {
		const char *text;
		unsigned line;
		const char *expected;
	} rows[] = {
		{"id,mark,comment\n1,2,\n2,3,5,nice\n", 3,
			"has 4 cells, more than the header's 3 columns; put a cell that contains , "
			"into quotes, such as \"3,5\""},
		{"id;mark;comment\n\n1;\"3;5\";nice; but long\n", 3,
			"has 4 cells, more than the header's 3 columns; put a cell that contains ; "
			"into quotes, such as \"good; short\""},
		{"id\tname\n1\tAnn\t\tLee\n", 2,
			"has 4 cells, more than the header's 2 columns; put a cell that contains a "
			"tab into quotes, such as \"text\""},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		expect_error(rows[i].text, strlen(rows[i].text), rows[i].line, rows[i].expected);
}

Test(csv, columns_are_removed_from_rows_of_any_length)
{
	AS_AUTO_CSV struct as_csv csv = parse("id,name,mark,late\n1,Ada,2,no\n2\n3,Bob,4,no,,\n");
	const size_t kept[] = {2, 0};
	as_csv_keep_columns(&csv, kept, 2);
	expect_cell(&csv, 2, "mark", "4");
	expect_format(&csv, "id,mark\n1,2\n2\n3,4\n");
}

Test(csv, a_byte_order_mark_and_windows_1252_are_read)
{
	AS_AUTO_CSV struct as_csv marked = parse("\xef\xbb\xbfid;name\r\n1;J\xC3\xBCrgen\r\n");
	cr_expect(marked.has_bom && marked.has_crlf && !marked.was_recoded);
	expect_cell(&marked, 0, "id", "1");
	expect_format(&marked, "\xef\xbb\xbfid;name\r\n1;J\xC3\xBCrgen\r\n");
	AS_AUTO_CSV struct as_csv old = parse("id;name\n1;J\xFCrgen \x80\n");
	cr_expect(old.was_recoded && !old.has_bom);
	expect_cell(&old, 0, "name", "J\xC3\xBCrgen \xE2\x82\xAC");
	expect_format(&old, "\xef\xbb\xbfid;name\n1;J\xC3\xBCrgen \xE2\x82\xAC\n");
}

Test(csv, a_cell_does_not_become_a_byte_order_mark)
{
	AS_AUTO_CSV struct as_csv csv = parse("\n\xef\xbb\xbfid,name\n1,Ada\n");
	expect_format(&csv, "\"\xef\xbb\xbfid\",name\n1,Ada\n");
}

Test(csv, malformed_files_get_one_line_with_the_place)
{
	static const struct {
		const char *text;
		unsigned line;
		const char *expected;
	} rows[] = {
		{"", 0, "is empty; its first line must name the columns"},
		{"\n\r\n", 0, "is empty; its first line must name the columns"},
		{"id,name\n1,Ada\n2,\"Bob\n3,Eve\n", 3,
			"has a quoted cell that does not end; add the closing quote (\")"},
		{"id,name\n1,A\"d\"a\n", 2,
			"has a quote (\") in the middle of a cell; put the whole cell into quotes, "
			"and write each quote in it twice"},
		{"id,name\n1,\"Ada\"x\n", 2,
			"has a quote (\") in the middle of a cell; put the whole cell into quotes, "
			"and write each quote in it twice"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		expect_error(rows[i].text, strlen(rows[i].text), rows[i].line, rows[i].expected);
	expect_error(
		"\xff\xfei\0d\0", 6, 0, "is not a CSV file, or is UTF-16; save it as 'CSV UTF-8'");
}

Test(csv, a_column_that_is_needed_is_named)
{
	AS_AUTO_CSV struct as_csv csv = parse("\nname,mail,Name\n");
	struct as_error error = {0};
	size_t column;
	const char *id = "id", *name = "name", *mail = "mail";
	cr_expect_eq(as_csv_require(&csv, &id, 1, &column, &error), -1);
	cr_expect_str_eq(error.text, "has no column 'id'; its columns are: name, mail, Name");
	cr_expect_eq(error.line, 2);
	as_error_clear(&error);
	cr_expect_eq(as_csv_require(&csv, &name, 1, &column, &error), -1);
	cr_expect_str_eq(error.text, "has two columns 'name'; rename one of them");
	cr_expect_eq(as_csv_require(&csv, &mail, 1, &column, NULL), 0);
	cr_expect_eq(column, 1);
}

Test(csv, too_many_columns_are_refused)
{
	AS_AUTO_FREE char *text = malloc(AS_CSV_MAX_COLUMNS + 2);
	memset(text, ',', AS_CSV_MAX_COLUMNS);
	strcpy(text + AS_CSV_MAX_COLUMNS, "\n");
	expect_error(text, AS_CSV_MAX_COLUMNS + 1, 1,
		"has more than 10000 columns or 4000000 cells; is this a list of people?");
}

Test(csv, formulas_are_neutralised_and_restored)
{
	static const char *const texts[] = {"=cmd|'/c calc'!A1", "+1", "-2", "@SUM(1)", "\t=1",
		"\r=1", "\n=1", "'=1", "''@x", "'quoted'", "a=b", "", "plain", "'"};
	static const bool changed[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0};
	const char *const columns[] = {"=name", "mark"};
	AS_AUTO_CSV struct as_csv csv = {0};
	cr_assert_eq(as_csv_init(&csv, "marks.csv", columns, 2, NULL), 0);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		cr_assert_eq(as_csv_add_row(&csv, NULL), 0);
		cr_assert_eq(as_csv_set_text(&csv, i, 0, texts[i], NULL), 0);
		cr_assert_eq(as_csv_set_number(&csv, i, 1, "-2.5", NULL), 0);
		cr_expect_eq(*csv.rows[i].cells[0] == '\'' &&
				     strlen(csv.rows[i].cells[0]) == strlen(texts[i]) + 1,
			changed[i], "%s", texts[i]);
	}
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_csv_format(&csv, &bytes, NULL), 0);
	cr_expect_eq(strncmp(bytes.data, "'=name,mark\n'=cmd|'/c calc'!A1,-2.5\n", 36), 0, "%s",
		bytes.data);
	AS_AUTO_CSV struct as_csv again = parse(bytes.data);
	cr_assert_eq(again.count, sizeof(texts) / sizeof(*texts));
	for (size_t i = 0; i < again.count; i++) {
		expect_cell(&again, i, "=name", texts[i]);
		expect_cell(&again, i, "mark", "-2.5");
	}
}

Test(csv, a_text_that_is_not_a_number_is_not_stored_as_one)
{
	AS_AUTO_CSV struct as_csv csv = parse("id\n1\n");
	static const char *const texts[] = {"", "=1", "12 points", "@"};
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		cr_expect_eq(as_csv_set_number(&csv, 0, 0, texts[i], NULL), -1, "%s", texts[i]);
	cr_expect_eq(as_csv_set_text(&csv, 0, 0, "\xff", NULL), -1);
	expect_cell(&csv, 0, "id", "1");
}

Test(csv, one_column_of_a_sheet_is_filled_and_the_rest_stays)
{
	AS_AUTO_CSV struct as_csv csv =
		parse("\xef\xbb\xbfIdentifier,\"Full name\",Grade,\"Feedback comments\"\r\n"
		      "Participant 1,\"Lovelace, Ada\",,\"two\nlines\"\r\n"
		      "Participant 2,=Bob,-1.00,\r\n"
		      "    Points Possible\r\n");
	const char *grade = "Grade", *note = "note";
	size_t column;
	cr_assert_eq(as_csv_require(&csv, &grade, 1, &column, NULL), 0);
	cr_assert_eq(as_csv_set_number(&csv, 0, column, "17.5", NULL), 0);
	cr_assert_eq(as_csv_set_number(&csv, 2, column, "20", NULL), 0);
	cr_assert_eq(as_csv_add_column(&csv, note, NULL), 0);
	cr_assert_eq(as_csv_set_text(&csv, 1, 4, "late, \"again\"", NULL), 0);
	expect_format(&csv, "\xef\xbb\xbfIdentifier,Full name,Grade,Feedback comments,note\r\n"
			    "Participant 1,\"Lovelace, Ada\",17.5,\"two\nlines\"\r\n"
			    "Participant 2,=Bob,-1.00,,\"late, \"\"again\"\"\"\r\n"
			    "\"    Points Possible\",,20\r\n");
}

Test(csv, an_empty_cell_alone_is_still_a_row)
{
	AS_AUTO_CSV struct as_csv csv = parse("id\n\"\"\n5\n");
	cr_assert_eq(csv.count, 2);
	expect_format(&csv, "id\n\"\"\n5\n");
}

Test(csv, a_missing_file_is_named)
{
	struct as_csv csv = {0};
	struct as_error error = {0};
	cr_assert_eq(as_csv_read(&csv, AT_FDCWD, "/nonexistent/x.csv", "x.csv", &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	as_csv_clear(&csv);
}

Test(csv, a_cell_is_not_split_by_the_delimiter_of_another_locale)
{
	const char *column = "name";
	AS_AUTO_CSV struct as_csv csv = {0};
	cr_assert_eq(as_csv_init(&csv, "marks.csv", &column, 1, NULL), 0);
	cr_assert_eq(as_csv_add_row(&csv, NULL), 0);
	cr_assert_eq(as_csv_set_text(&csv, 0, 0, "a;=cmd", NULL), 0);
	expect_format(&csv, "name\n\"a;=cmd\"\n");
}
