/* SPDX-License-Identifier: MIT */
/* The pages of assay grade about similar sources, and in blind marking. */
#include "grade_pages_case.h"

TestSuite(grade_similar, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static size_t count_pairs(void)
{
	AS_AUTO_NAMES char **pages = list_pages("out/pairs");
	size_t count = 0;

	while (pages[count])
		count++;
	return count;
}

Test(grade_similar, a_renamed_copy_is_similar_and_its_page_goes_with_it)
{
	put_class();
	GRADE_DONE("--stage=published");
	cr_assert_eq(count_pairs(), 1);
	expect_file_has("out/class.html", "compare</a>");
	put(EXPORT(BOB "_2") "work.c", SUM_C);
	GRADE_DONE("--stage=published", "--apply");
	cr_expect_eq(count_pairs(), 0);
	expect_file_has("out/class.html", "No similar pairs.");
}

Test(grade_similar, base_code_is_not_similar)
{
	put_class();
	put("sum/include/c/given.h", ANNS);
	GRADE_DONE("--stage=published");
	cr_expect_eq(count_pairs(), 0);
}

#define RING 14
#define RING_C                                                                                     \
	"#include <stdio.h>\nstatic int add(int %1$s, int %2$s)\n{\n\treturn %1$s + %2$s;\n}\n\n"  \
	"int main(void)\n{\n\tint %1$s, %2$s;\n\tif (scanf(\"%%d%%d\", &%1$s, &%2$s) != 2)\n"      \
	"\t\treturn 1;\n\tprintf(\"%%d\\n\", add(%1$s, %2$s)); // %1$s\n%3$s\treturn 0;\n}\n"

/* The first ten hand in the same program, with other names; the others change it. */
static void put_ring(size_t equal)
{
	put_sum_package(1);
	put("scheme.yaml", SCHEME);
	char roster[RING * 16 + 16] = "id,name\n";
	for (size_t i = 0; i < RING; i++)
		sprintf(roster + strlen(roster), "owner%02zu,S%zu\n", i, i);
	put("roster.csv", roster);
	for (size_t i = 0; i < RING; i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "class/owner%02zu/sum%zu.c", i, i);
		char more[RING * 16 + 1] = "";
		for (size_t n = equal; n <= i; n++)
			strcat(more, "\tputs(\"\");\n");
		AS_AUTO_FREE char *text = as_text_format(
			NULL, RING_C, i % 2 ? "a" : "left", i % 2 ? "b" : "right", more);
		put(path, text);
	}
}

/* The row of the teacher's page that begins with the people, in a section. */
static char *row_of(const char *section)
{
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "out/class.html", 1 << 24, &page, NULL), 0);
	const char *begin = strstr(page.data, section);
	cr_assert(begin, "no %s", section);
	begin = strstr(begin, "<td class=\"sharers\">");
	return strndup(begin, (size_t)(strstr(begin, "</tr>") - begin));
}

Test(grade_similar, equal_programs_are_one_row_with_all_names)
{
	put_ring(RING);
	AUTO_OUTCOME outcome = GRADE("--stage=published");
	cr_expect_eq(outcome.status, 0);
	cr_expect(strstr(outcome.out.data,
			  "14 submissions are in 1 group of equal programs: see class.html"),
		"%s", outcome.out.data);
	cr_expect_eq(count_pairs(), 1);
	expect_file_lacks("out/class.html", "No similar pairs");
	AS_AUTO_FREE char *row = row_of("Equal programs");
	for (size_t i = 0; i < RING; i++) {
		AS_AUTO_FREE char *name = as_text_format(NULL, "people/owner%02zu.html", i);
		cr_expect(strstr(row, name), "%s is not in %s", name, row);
	}
	AS_AUTO_NAMES char **pages = list_pages("out/pairs");
	AS_AUTO_FREE char *path = as_text_format(NULL, "out/pairs/%s", pages[0]);
	expect_file_has(path, "../people/owner13.html");
	expect_file_has(path, "sum0.c");
	expect_file_lacks(path, "sum1.c");
}

Test(grade_similar, students_with_a_common_passage_are_named)
{
	put_ring(0);
	AUTO_OUTCOME outcome = GRADE("--stage=published");
	cr_expect(strstr(outcome.out.data, "passage is in many programs"), "%s", outcome.out.data);
	expect_file_lacks("out/class.html", "No similar pairs");
	AS_AUTO_FREE char *row = row_of("Passages that many have");
	for (size_t i = 0; i < RING; i++) {
		AS_AUTO_FREE char *name = as_text_format(NULL, "people/owner%02zu.html", i);
		cr_expect(strstr(row, name), "%s is not in %s", name, row);
	}
	cr_expect(strstr(row, " 100 %"), "%s", row);
}

Test(grade_similar, equal_programs_have_no_names_in_blind_marking)
{
	put_ring(10);
	GRADE_DONE("--stage=published", "--blind");
	AS_AUTO_NAMES char **pages = list_pages("out/pairs");
	cr_assert(pages[0]);
	for (char **page = pages; *page; page++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "out/pairs/%s", *page);
		for (size_t i = 0; i < RING; i++) {
			AS_AUTO_FREE char *id = as_text_format(NULL, "owner%02zu", i);
			AS_AUTO_FREE char *file = as_text_format(NULL, "sum%zu.c", i);
			expect_file_lacks(path, id);
			expect_file_lacks(path, file);
		}
	}
	expect_file_has("out/class.html", "Equal programs");
	expect_file_lacks("out/class.html", "owner03");
}

Test(grade_similar, no_similar_pairs_is_reported_only_if_everything_was_compared)
{
	put_sum_package(1);
	put("scheme.yaml", SCHEME);
	put("roster.csv", "id,name\nann,Ann\nbob,Bob\neve,Eve\n");
	put("class/ann/a.c", ANNS);
	put("class/eve/e.py", SUM_PY);
	GRADE_DONE("--stage=published", "--no-similar");
	expect_file_lacks("out/class.html", "No similar pairs");
	expect_file_has("out/class.html", "similar sources were not looked for");
	GRADE_DONE("--stage=published");
	expect_file_has("out/class.html", "No similar pairs");
	put("class/bob/sum.rar", "Rar!");
	AUTO_OUTCOME outcome = GRADE("--stage=published");
	expect_file_lacks("out/class.html", "No similar pairs");
	expect_file_has(
		"out/class.html", "1 submission was not compared, because it cannot be judged");
}

Test(grade_similar, nothing_is_compared_if_all_items_are_manual)
{
	put_class();
	put("scheme.yaml", "package: sum\nitems:\n  - {id: style, points: 4, manual: true}\n");
	AUTO_OUTCOME outcome = GRADE("--stage=published");
	expect_file_lacks("out/class.html", "No similar pairs");
	expect_file_has("out/class.html", "Nothing was compared.");
	expect_file_has("out/class.html",
		"similar sources were not looked for, because all items are manual");
}

/* Programs in these languages are compared only as texts. */
#define SUM_JS                                                                                     \
	"const words = require('fs').readFileSync(0, 'utf8').split(/\\s+/);\n"                     \
	"let total = 0;\nfor (const word of words) {\n    if (word) {\n        total += "          \
	"Number(word);\n    }\n}\nif (total === 0) {\n    console.log('0');\n} else {\n    "       \
	"console.log(String(total));\n}\n"
#define SUM_GO                                                                                     \
	"package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar a, b int\n\tfmt.Scan(&a, &b)\n"    \
	"\tif a == 0 {\n\t\tfmt.Println(b)\n\t} else if b == 0 {\n\t\tfmt.Println(a)\n\t} else "   \
	"{\n"                                                                                      \
	"\t\tfmt.Println(a + b) // sum\n\t}\n}\n"

Test(grade_similar, equal_texts_in_any_language_are_one_row)
{
	put_sum_package(1);
	put("scheme.yaml", SCHEME);
	put("roster.csv",
		"id,name\nann,Ann\nbob,Bob\ncem,Cem\ndan,Dan\neve,Eve\nfay,Fay\ngus,Gus\n");
	put("class/ann/sum.js", SUM_JS);
	put("class/bob/bob.js", "// mine\n" SUM_JS "/* end */");
	put("class/cem/sum.go", SUM_GO);
	put("class/dan/dan.go", "// dan\n\n" SUM_GO "\n");
	put("class/eve/sum.js", SUM_JS "console.log('more');\n");
	put("class/fay/fay.sh", "read a b # fay\necho $((a+b))\n");
	put("class/gus/gus.sh", "read  a b\n# sum\necho $((a + b))\n");
	AUTO_OUTCOME outcome = GRADE("--stage=published");
	EXPECT_STATUS(outcome, 0);
	cr_expect(strstr(outcome.out.data,
			  "4 submissions are in 2 groups of equal programs: see class.html"),
		"%s", outcome.out.data);
	cr_expect_eq(count_pairs(), 3);
	expect_file_has("out/class.html", "Equal programs");
	expect_file_has("out/class.html", "short without given code: may be chance");
	expect_file_has("out/class.html", "7 submissions were compared only for equal programs");
	GRADE_DONE("--stage=published", "--blind");
	AS_AUTO_NAMES char **pages = list_pages("out/pairs");
	for (char **page = pages; *page; page++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "out/pairs/%s", *page);
		expect_file_lacks(path, "bob.js");
		expect_file_lacks(path, "dan.go");
		expect_file_lacks(path, "people/ann.html");
	}
	cr_expect_eq(count_pairs(), 3);
}

/* "Nothing similar was found" would be a result. */
Test(grade_similar, a_class_that_was_not_compared_is_told_so)
{
	put_sum_package(1);
	put("scheme.yaml", SCHEME);
	put("roster.csv", "id,name\nann,Ann\nbob,Bob\ncem,Cem\ndan,Dan\n");
	put("class/ann/sum.js", SUM_JS);
	put("class/bob/sum.go", SUM_GO);
	GRADE_DONE("--stage=published");
	expect_file_lacks("out/class.html", "Nothing similar was found");
	expect_file_has("out/class.html", "Nothing was compared.");
	GRADE_DONE("--stage=published", "--no-similar");
	expect_file_lacks("out/class.html", "Nothing similar was found");
	put("class/cem/sum.c", ANNS);
	put("class/dan/sum.c", "int main(void) { return 0; }\n");
	GRADE_DONE("--stage=published");
	expect_file_has(
		"out/class.html", "Nothing similar was found in the code that was compared");
}

#define STARTER                                                                                    \
	"import sys\ndef read(stream):\n    words = []\n    for line in stream:\n"                 \
	"        words += [int(word) for word in line.split() if word]\n    return words\n"
#define GIVEN "package: sum\nitems:\n  - {id: tests, points: 2}\ngiven: "

/* A program of the starter and of one line, which differs. */
static void put_starters(void)
{
	put_sum_package(1);
	put("roster.csv", "id,name\nann,Ann\nbob,Bob\n");
	put("class/ann/a.py", STARTER "print(sum(read(sys.stdin)))\n");
	put("class/bob/b.py",
		STARTER "a, b = read(sys.stdin)\nif a == 0: print(b)\nelse: print(a + b)\n");
}

Test(grade_similar, given_code_is_named_in_the_scheme_or_in_the_package)
{
	static const char notebook[] =
		"{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"import sys\\n\", "
		"\"def read(stream):\\n\", \"    words = []\\n\", \"    for line in stream:\\n\", "
		"\"        words += [int(word) for word in line.split() if word]\\n\", "
		"\"    return words\"]}], \"metadata\": {}, \"nbformat\": 4, "
		"\"nbformat_minor\": 5}";
	static const struct {
		const char *given, *path, *text, *shown;
	} rows[] = {{"[starter.py]", "starter.py", STARTER, "starter.py"},
		{"[code/]", "code/deep/starter.py", STARTER, "code/deep/starter.py"},
		{"[extra/starter.py]", "sum/extra/starter.py", STARTER, "extra/starter.py"},
		{"[starter.ipynb]", "starter.ipynb", notebook, "starter.ipynb"},
		{NULL, "sum/attachments/starter.py", STARTER, "attachments/starter.py"},
		{NULL, "sum/include/python3/start.py", STARTER, "include/python3/start.py"}};
	put_starters();
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 2}\n");
	GRADE_DONE("--stage=published");
	cr_assert_eq(count_pairs(), 1, "without given code");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *scheme = as_text_format(NULL, GIVEN "%s\n", rows[i].given);
		put("scheme.yaml", rows[i].given
					   ? scheme
					   : "package: sum\nitems:\n  - {id: tests, points: 2}\n");
		put(rows[i].path, rows[i].text);
		AUTO_OUTCOME outcome = GRADE("--stage=published", "--apply");
		cr_expect_eq(outcome.status, 0, "%s: %s", rows[i].path, outcome.err.data);
		cr_expect_eq(count_pairs(), 0, "%s", rows[i].path);
		expect_file_lacks("out/class.html", "No similar pairs");
		expect_file_has("out/class.html", rows[i].shown);
		cr_assert_eq(unlinkat(here_fd, rows[i].path, 0), 0);
	}
}

Test(grade_similar, a_wrong_path_of_given_code_is_an_error_with_its_line)
{
	static const struct {
		const char *given, *error;
	} rows[] = {{"[startr.py]", "is neither beneath the scheme's folder nor in a package"},
		{"[link.py]", "is a link, which is not followed; copy the file"},
		{"[way/passwd.py]", "cannot be read"},
		{"[notes.txt]", "is not in C, C++, Java or Python"}};
	put_starters();
	put("notes.txt", "text");
	put("elsewhere/passwd.py", STARTER);
	cr_assert_eq(symlinkat("elsewhere/passwd.py", here_fd, "link.py"), 0);
	cr_assert_eq(symlinkat("elsewhere", here_fd, "way"), 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *scheme = as_text_format(NULL, GIVEN "%s\n", rows[i].given);
		put("scheme.yaml", scheme);
		AUTO_OUTCOME outcome = GRADE("--stage=published");
		cr_expect_eq(outcome.status, 3, "%s", rows[i].given);
		cr_expect(strstr(outcome.err.data, "scheme.yaml:4:9: given: '") &&
				  strstr(outcome.err.data, rows[i].error),
			"%s", outcome.err.data);
	}
}

Test(grade_similar, members_of_a_group_are_not_a_pair)
{
	put_sum_package(1);
	put("scheme.yaml", SCHEME);
	put("roster.csv", "id,name,group\n1,Ann,A\n2,Bob,A\n3,Eve,\n");
	put(EXPORT("Ann_1") "a.c", ANNS);
	put(EXPORT("Eve_3") "e.py", SUM_PY);
	GRADE_DONE("--stage=published");
	cr_expect_eq(count_pairs(), 0);
}

Test(grade_similar, the_pair_is_of_the_attempts_that_count)
{
	put_sum_package(1);
	put("scheme.yaml", "package: sum\nattempt: best\nitems:\n  - {id: tests, points: 2}\n");
	put("roster.csv", "id,name\nann,Ann\nbob,Bob\n");
	put("class/ann/a.c", ANNS);
	put("class/bob/attempt-1/b.c", BOBS);
	put("class/bob/attempt-2/b.c", "int main(void) { return 0; }\n");
	GRADE_DONE("--stage=published");
	cr_expect_eq(count_pairs(), 1);
	expect_file_has("out/class.html", "compare</a>");
}

/* Many statements before the code could hide it. */
Test(grade_similar, skipped_parts_of_a_source_are_reported)
{
	enum { MANY = 70000 };
	static char source[MANY + 1000] = "void many(void)\n{\n";
	char *end = source + strlen(source);

	memset(end, ';', MANY);
	strcpy(end + MANY, "\n}\n" BOBS);
	put_sum_package(1);
	put("scheme.yaml", SCHEME);
	put("roster.csv", "id,name\nann,Ann\nbob,Bob\n");
	put("class/ann/a.c", ANNS);
	put("class/bob/b.c", source);
	GRADE_DONE("--stage=published");
	expect_file_has("out/class.html",
		"sum: bob: b.c: only the first 65536 tokens, up to line 3 of this file, were");
	GRADE_DONE("--stage=published", "--blind");
	expect_file_lacks("out/class.html", "bob");
	expect_file_has("out/class.html", ": 1.c: only the first 65536 tokens, up to line 3");
}

/* ---- blind marking ---- */

Test(grade_similar, blind_pages_have_pseudonyms)
{
	put_class();
	GRADE_DONE("--stage=published");
	GRADE_DONE("--stage=published", "--blind");
	AS_AUTO_NAMES char **people = list_pages("out/people");
	for (size_t i = 0; people[i]; i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "out/people/%s", people[i]);
		cr_expect_eq(strncmp(people[i], "person-", 7), 0, "%s", people[i]);
		expect_file_lacks(path, "Ann");
		expect_file_lacks(path, "Eve");
	}
	cr_expect(people[4] && !people[5]);
	AS_AUTO_FREE char *row =
		as_text_format(NULL, "%.*s,", (int)as_text_stem(people[0], ".html"), people[0]);
	expect_file_has("out/pseudonyms.csv", row);
	expect_file_has("out/pseudonyms.csv", ",3,Eve");
	expect_file_lacks("out/class.html", "Ann");
	expect_file_lacks("out/class.html", "Dan");
	cr_expect_eq(count_pairs(), 1);
}

Test(grade_similar, blind_pages_have_neither_names_of_files_nor_the_order_of_the_class)
{
	put_sum_package(1);
	put("scheme.yaml", SCHEME);
	put("roster.csv", "id,name\nann,Ann\nbob,Bob\ncem,Cem\ndan,Dan\neve,Eve\n");
	put("class/ann/ann_lee.c", ANNS);
	put("class/bob/bob_ray.c", BOBS);
	GRADE_DONE("--stage=published", "--blind");
	AS_AUTO_NAMES char **people = list_pages("out/people");
	AS_AUTO_FREE char *class = read_text("out/class.html");
	const char *at = strstr(class, "id=\"table\"");
	for (size_t i = 0; at && i < 5; i++) {
		AS_AUTO_FREE char *link = as_text_format(NULL, "<a href=\"people/%s\"", people[i]);
		at = strstr(at, link);
		cr_expect_not_null(at, "%s is not in its place", people[i]);
	}
	AS_AUTO_NAMES char **pairs = list_pages("out/pairs");
	cr_assert(pairs[0] && !pairs[1]);
	AS_AUTO_FREE char *pair = as_text_format(NULL, "out/pairs/%s", pairs[0]);
	expect_file_lacks(pair, "ann_lee");
	expect_file_lacks(pair, "bob_ray");
	expect_file_has(pair, "<h3><bdi>1.c</bdi>");
}
