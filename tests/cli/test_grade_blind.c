/* SPDX-License-Identifier: MIT */
/* assay grade --blind: its files and messages name no person, except the file of pseudonyms. */
#include "support/packages.h"

TestSuite(grade_blind, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define SCHEME                                                                                     \
	"title: Sums\npackage: sum\ndue: 2026-01-05T23:59:00+02:00\nfeedback: all\nitems:\n"       \
	"  - {id: tests, name: Tests, points: 6, partial: per_test}\n"                             \
	"  - {id: approach, name: Approach, points: 4, manual: true}\n"
#define PATH_OF(name, number) "class/" name "_" number "_assignsubmission_file/"

/* Every text that could identify a person. */
static const char *const names[] = {"Quine", "O'Brien", "Zorn", "Noether", "stu47", "annabel",
	"8147047", "8148048", "8149049", "secretname", "exil.example"};

/* A file named after its owner, a compile error that contains the name, two people with one name,
 * and files that are left out. */
static void put_class(void)
{
	put_sum_package(3);
	put("scheme.yaml", SCHEME);
	put("roster.csv", "id,name,email,number\n"
			  "stu4711,Annabel Quine,annabel.quine@exil.example,8147047\n"
			  "stu4712,Conan O'Brien,co@exil.example,8148048\n"
			  "stu4713,Max Zorn,mz@exil.example,8149049\n"
			  "stu4714,Emmy Noether,en@exil.example,8150050\n"
			  "stu4715,Emmy Noether,en2@exil.example,8151051\n");
	put(PATH_OF("Annabel Quine", "8147047") "annabel_secretname.c",
		"int main(void) { return x; }\n");
	put(PATH_OF("Conan O'Brien", "8148048") "O'Brien \xc3\xbc.py", SUM_PY);
	put(PATH_OF("Conan O'Brien", "8148048") "stu4712.pyc", "x");
	put(PATH_OF("Max Zorn", "8149049") "zorn.py", "print('Max Zorn, stu4713')\n");
	put(PATH_OF("Emmy Noether", "8150050") "noether.py", SUM_PY);
	put(PATH_OF("Otto Nobody Zorn", "9999") "a.py", SUM_PY);
}

#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "--roster=roster.csv", "-o", "out", "-j1",          \
		"--reruns=0", __VA_ARGS__)

static void expect_nameless(const char *where, const char *text, size_t size)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		cr_expect_null(memmem(text, size, names[i], strlen(names[i])), "%s has '%s':\n%.*s",
			where, names[i], size < 4000 ? (int)size : 0, text);
}

/* Files that identify people by intention, or that belong to the teacher. */
static bool is_excepted(const char *name)
{
	return strncmp(name, "grade.db", 8) == 0 || strcmp(name, "pseudonyms.csv") == 0 ||
	       strcmp(name, "overrides.csv") == 0;
}

static void expect_nameless_folder(const char *folder)
{
	AS_AUTO_FD int fd = as_dir_open(here_fd, folder, NULL);
	AS_AUTO_NAMES char **entries = fd < 0 ? NULL : as_dir_list(fd, 1000, NULL);

	cr_assert_not_null(entries, "%s", folder);
	for (char **entry = entries; *entry; entry++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", folder, *entry);
		AS_AUTO_BYTES struct as_bytes bytes = {0};
		struct stat info;
		if (is_excepted(*entry))
			continue;
		expect_nameless(path, *entry, strlen(*entry));
		cr_assert_eq(fstatat(here_fd, path, &info, AT_SYMLINK_NOFOLLOW), 0);
		if (S_ISDIR(info.st_mode)) {
			expect_nameless_folder(path);
			continue;
		}
		cr_assert_eq(as_file_read(here_fd, path, 1 << 24, &bytes, NULL), 0);
		expect_nameless(path, bytes.data, bytes.size);
	}
}

static void expect_nameless_outcome(const struct outcome *outcome)
{
	expect_nameless("standard output", outcome->out.data, outcome->out.size);
	expect_nameless("standard error", outcome->err.data, outcome->err.size);
}

/* The "person-..." of the id, from the file of pseudonyms; the id may have commas around it. */
static char *pseudonym_of(const char *id)
{
	AS_AUTO_FREE char *text = read_text("out/pseudonyms.csv");
	char *at = strstr(text, id);

	cr_assert(at && (*at == ',' || at[-1] == ','), "%s", text);
	while (at > text && at[-1] != '\n')
		at--;
	return as_text_format(NULL, "%.*s", (int)strcspn(at, ","), at);
}

Test(grade_blind, no_file_and_no_message_names_a_person)
{
	put_class();
	AUTO_OUTCOME planned = GRADE("--blind", "--dry-run");
	expect_nameless_outcome(&planned);
	cr_expect_not_null(strstr(planned.out.data, "person-"));
	AUTO_OUTCOME first = GRADE("--blind");
	expect_nameless_outcome(&first);
	cr_expect_not_null(strstr(first.out.data, "who is who: out/pseudonyms.csv"));
	expect_nameless_folder("out");
	AS_AUTO_FREE char *map = read_text("out/pseudonyms.csv");
	cr_expect_not_null(strstr(map, "this file says who is who"));
	cr_expect_not_null(strstr(map, ",stu4711,Annabel Quine"));
}

/* ---- names in code ---- */

/* Long enough for pages of similar code. */
#define BODY                                                                                       \
	"def read():\n    words = input().split()\n    numbers = []\n    for word in words:\n"     \
	"        numbers.append(int(word))\n    return numbers\n\n\ndef add(numbers):\n"           \
	"    total = 0\n    for number in numbers:\n        if number > 0:\n"                      \
	"            total = total + number\n        else:\n            total -= -number\n"        \
	"    return total\n\n\nvalues = read()\nresult = add(values)\nprint(result)\n"
#define NOTEBOOK                                                                                   \
	"{\"cells\": [{\"cell_type\": \"markdown\", \"metadata\": {}, \"source\": [\"By "          \
	"Emmy Noether and Zorn Quine\"]}, {\"cell_type\": \"code\", \"metadata\": {}, "            \
	"\"outputs\": [], \"execution_count\": 1, \"source\": [\"print(sum(map(int, "              \
	"input().split())))\"]}], \"metadata\": {\"kernelspec\": {\"language\": \"python\"}}, "    \
	"\"nbformat\": 4, \"nbformat_minor\": 5}"

/* A team, and one who copied its code with the names of its authors. */
static void put_team(void)
{
	put_sum_package(1);
	put("scheme.yaml", SCHEME);
	put("roster.csv", "id,name,email,number,group\n"
			  "stu4711,Annabel Quine,annabel.quine@exil.example,8147047,red\n"
			  "stu4712,Conan O'Brien,co@exil.example,8148048,\n"
			  "stu4713,Max Zorn,mz@exil.example,8149049,red\n"
			  "stu4714,Emmy Noether,en@exil.example,8150050,blue\n"
			  "stu4715,Zorn Quine,zq@exil.example,8151051,blue\n");
	put("class/stu4711/sum.py", "# Annabel Quine, stu4711, annabel.quine@exil.example\n"
				    "# and MAX ZORN, stu4713 (mz@exil.example)\n" BODY);
	put("class/stu4712/sum.py", "# Conan O'Brien (max zorn helped)\n" BODY);
	put("class/stu4714/noether.ipynb", NOTEBOOK);
}

/* The page on which the code of the team is beside the copy. */
static char *read_pair(void)
{
	AS_AUTO_FD int fd = as_dir_open(here_fd, "out/pairs", NULL);
	AS_AUTO_NAMES char **entries = fd < 0 ? NULL : as_dir_list(fd, 1000, NULL);

	cr_assert(entries && entries[0] && !entries[1], "one page of a pair");
	AS_AUTO_FREE char *path = as_text_format(NULL, "out/pairs/%s", entries[0]);
	return read_text(path);
}

Test(grade_blind, code_and_notebooks_of_a_team_name_no_member)
{
	put_team();
	AUTO_OUTCOME outcome = GRADE("--blind");
	AS_AUTO_FREE char *ann = pseudonym_of("stu4711");
	AS_AUTO_FREE char *max = pseudonym_of("stu4713");
	AS_AUTO_FREE char *path = as_text_format(NULL, "out/code/%s.html", max);
	AS_AUTO_FREE char *code = read_text(path);
	AS_AUTO_FREE char *pair = read_pair();

	expect_nameless_outcome(&outcome);
	expect_nameless_folder("out");
	cr_expect(strstr(code, ann) && strstr(code, max), "%s", code);
	cr_expect_null(strcasestr(code, "zorn"), "%s", code);
	/* The one whose pseudonym comes first stands for the team. */
	cr_expect(strstr(pair, ann) || strstr(pair, max), "%s", pair);
	cr_expect_null(strcasestr(pair, "zorn"), "%s", pair);
}

Test(grade_blind, files_of_an_earlier_command_without_blind_are_replaced)
{
	put_class();
	AUTO_OUTCOME open = GRADE("--stage=published");
	put("out/overrides.csv", "id,item,mark,reason\nstu4711,tests,seven,\nstu4711,tests,1,\n"
				 "stu4712,nothing,1,x\nSTU4713,tests,1,x\nstu4713,tests,99,x\n");
	AUTO_OUTCOME blind = GRADE("--blind");
	expect_nameless_outcome(&blind);
	cr_expect_not_null(strstr(blind.err.data, "tests of 'person-"), "%s", blind.err.data);
	expect_nameless_folder("out");
	AUTO_OUTCOME again = GRADE("--stage=published");
	AS_AUTO_FREE char *manual = read_text("out/manual.csv");
	cr_expect_not_null(strstr(manual, "stu4711,Annabel Quine,"), "%s", manual);
	cr_expect_null(strstr(manual, "person-"), "%s", manual);
	cr_expect_eq(faccessat(here_fd, "out/documents/stu4711.json", F_OK, 0), 0);
	cr_expect_eq(count_entries("out/documents"), 6);
	/* Nobody has a complete mark: the manual item has none. */
	cr_expect_eq(count_entries("out/gradescope"), 0);
}

Test(grade_blind, tables_may_have_pseudonyms_whenever_they_are_read)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--blind");
	AS_AUTO_FREE char *ann = pseudonym_of("stu4711");
	AS_AUTO_FREE char *max = pseudonym_of("stu4713");
	AS_AUTO_FREE char *overrides =
		as_text_format(NULL, "id,item,mark,reason\n%s,tests,5,read it\n", ann);
	AS_AUTO_FREE char *manual = as_text_format(
		NULL, "id,approach,approach comment\n%s,3.5,well\nstu4711,2,\n", max);
	put("out/overrides.csv", overrides);
	put("out/manual.csv", manual);
	AUTO_OUTCOME second = GRADE("--blind", "--apply");
	expect_nameless_outcome(&second);
	expect_nameless_folder("out");
	AUTO_OUTCOME open = GRADE("--stage=published");
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");
	cr_expect_not_null(strstr(marks, "stu4711,Annabel Quine,5,2,"), "%s", marks);
	cr_expect_not_null(strstr(marks, "stu4713,Max Zorn,0,3.5,"), "%s", marks);
	AS_AUTO_FREE char *opened = read_text("out/manual.csv");
	cr_expect_not_null(strstr(opened, "stu4713,3.5,well"), "%s", opened);
}

Test(grade_blind, errors_about_lists_do_not_quote_them)
{
	put_class();
	put("roster.csv", "id,name\nstu4711,Annabel Quine\nstu4711,Conan O'Brien\n");
	AUTO_OUTCOME twice = GRADE("--blind");
	expect_nameless_outcome(&twice);
	EXPECT_COMPLAINT(twice, 3, "roster.csv:3: the id '...' is also that of line 2");
	put("roster.csv", "Annabel Quine,annabel.quine@exil.example\n");
	AUTO_OUTCOME bare = GRADE("--blind");
	expect_nameless_outcome(&bare);
	cr_expect_eq(bare.status, 3);
}

Test(grade_blind, the_sheet_is_not_filled)
{
	put_class();
	put("sheet.csv",
		"Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade\n"
		"Participant 8147047,Annabel Quine,stu4711,a@exil.example,Submitted,,10\n");
	AUTO_OUTCOME outcome = GRADE("--blind", "--fill=sheet.csv");
	expect_nameless_outcome(&outcome);
	cr_expect_not_null(strstr(outcome.out.data, "the sheet is not filled"));
	cr_expect_neq(faccessat(here_fd, "out/moodle.csv", F_OK, 0), 0);
}

/* ---- copied code ---- */

/* Alone in a page of code, without a similar program beside it. */
Test(grade_blind, copied_code_names_neither_another_student_nor_a_team)
{
	put_team();
	put("roster.csv", "id,name,email,number,group\n"
			  "stu4711,Annabel Quine,annabel.quine@exil.example,8147047,Zorn's 7\n"
			  "stu4712,Conan O'Brien,co@exil.example,8148048,\n"
			  "stu4713,Max Zorn,mz@exil.example,8149049,Zorn's 7\n"
			  "stu4714,Emmy Noether,en@exil.example,8150050,\n");
	put("class/stu4712/sum.py", "# by ANNABEL Quine of Zorn's 7, stu4713\n"
				    "# annabel.quine@exil.example, max = 1, Noethers\n" SUM_PY);
	put("class/stu4714/noether.ipynb", NOTEBOOK);
	AUTO_OUTCOME outcome = GRADE("--blind", "--no-similar");
	AS_AUTO_FREE char *ann = pseudonym_of("stu4711");
	AS_AUTO_FREE char *max = pseudonym_of("stu4713");
	AS_AUTO_FREE char *conan = pseudonym_of("stu4712");
	AS_AUTO_FREE char *path = as_text_format(NULL, "out/code/%s.html", conan);
	AS_AUTO_FREE char *code = read_text(path);

	expect_nameless_outcome(&outcome);
	cr_expect_not_null(strstr(code, ann), "%s", code);
	cr_expect_not_null(strstr(code, max), "%s", code);
	cr_expect_not_null(strstr(code, " of (team), "), "%s", code);
	cr_expect_null(strcasestr(code, "quine"), "%s", code);
	cr_expect_null(strcasestr(code, "zorn"), "%s", code);
	/* Words of programs are not names. */
	cr_expect_not_null(strstr(code, "max = 1, Noethers"), "%s", code);
}

/* Only letters and digits continue a word; writing with ideographs has no blanks. */
Test(grade_blind, names_beside_any_punctuation_are_hidden)
{
	put_sum_package(1);
	put("scheme.yaml", SCHEME);
	put("roster.csv", "id,name\nstu4711,Max Zorn\nstu4712,\xe7\x8e\x8b\xe5\xb0\x8f "
			  "\xe6\x98\x8e\n");
	put("class/stu4711/sum.py",
		"# \xe2\x80\x9cMax Zorn\xe2\x80\x9d \xc2\xa9Max Zorn \xc2\xa9\xc2\xa0stu4711\n"
		"# \xe2\x80\x93Max Zorn\xe2\x80\x94 \xe2\x80\xb9stu4711\xe2\x80\xba "
		"\xe3\x80\x8aMax Zorn\xe3\x80\x8b\xe2\x80\x8bMax Zorn\xe2\x80\xa6\n"
		"# \xe4\xbd\x9c\xe8\x80\x85\xe7\x8e\x8b\xe5\xb0\x8f \xe6\x98\x8e\xe5\x86\x99, "
		"Max Zorn\xc3\xa9s \xc3\xa9Max Zorn\n" SUM_PY);
	AUTO_OUTCOME outcome = GRADE("--blind", "--no-similar");
	AS_AUTO_FREE char *max = pseudonym_of("stu4711");
	AS_AUTO_FREE char *path = as_text_format(NULL, "out/code/%s.html", max);
	AS_AUTO_FREE char *code = read_text(path);

	cr_assert_eq(outcome.status, 0, "%s", outcome.err.data);
	cr_expect_null(strstr(code, "stu4711"), "%s", code);
	/* Other words. */
	cr_expect_not_null(strstr(code, "Max Zorn\xc3\xa9s \xc3\xa9Max Zorn"), "%s", code);
	char *kept = strstr(code, "Max Zorn\xc3\xa9s");
	if (kept)
		*kept = '\0';
	cr_expect_null(strstr(code, "Max Zorn"), "%s", code);
	cr_expect_null(strstr(code, "\xe7\x8e\x8b\xe5\xb0\x8f"), "%s", code);
}

/* Capitals, combining accents, and both; a name does not end inside a letter. */
Test(grade_blind, other_spellings_of_a_name_are_hidden)
{
	put_sum_package(1);
	put("scheme.yaml", SCHEME);
	put("roster.csv", "id,name\nstu4711,J\xc3\xb6rg M\xc3\xbcller\nstu4712,Ute Strau\xc3\x9f\n"
			  "stu4713,Max Jose\n");
	put("class/stu4712/sum.py",
		"# a J\xc3\x96RG M\xc3\x9cLLER; b Jo\xcc\x88rg Mu\xcc\x88ller; c JO\xcc\x88RG "
		"mu\xcc\x88ller;\n# d UTE STRAUSS; e Max Jos\xc3\xa9; f Max Jose\xcc\x81 \xff;"
		"\n" SUM_PY);
	AUTO_OUTCOME outcome = GRADE("--blind", "--no-similar");
	AS_AUTO_FREE char *ute = pseudonym_of(",stu4712,"), *joerg = pseudonym_of(",stu4711,");
	AS_AUTO_FREE char *path = as_text_format(NULL, "out/code/%s.html", ute);
	AS_AUTO_FREE char *code = read_text(path);
	AS_AUTO_FREE char *first =
		as_text_format(NULL, "# a %s; b %s; c %s;<", joerg, joerg, joerg);
	AS_AUTO_FREE char *second =
		as_text_format(NULL, "# d %s; e Max Jos\xc3\xa9; f Max Jose\xcc\x81 ", ute);

	cr_expect_not_null(strstr(code, first), "%s %s", first, code);
	cr_expect_not_null(strstr(code, second), "%s %s", second, code);
	cr_expect_eq(outcome.status, 0, "%s", outcome.err.data);
}

/* The longest name is replaced; of equal names, the name of the owner. */
Test(grade_blind, names_that_begin_alike_are_told_apart)
{
	put_sum_package(1);
	put("scheme.yaml", SCHEME);
	put("roster.csv", "id,name,group\nstu4711,Max Zorn,Zorn Max\nstu4712,max zorn,Zorn Max\n"
			  "stu4713,Max Zorn Lee,\nstu4714,MAX ZORN,\nstu47,Max Zo,\n"
			  "stu4715,Max Zorn-Lee,\n");
	put("class/stu4714/sum.py",
		"# a Max Zorn; b Max Zorn Lee; c Max Zorn Leeds; d max zo;\n"
		"# e stu47 f stu4714 g stu47145 h Max Zorns i zorn max;\n" SUM_PY);
	put("class/stu4712/sum.py", "# j MAX ZORN; k max zorn-lee; l Max zor;\n" SUM_PY);
	AUTO_OUTCOME outcome = GRADE("--blind", "--no-similar");
	AS_AUTO_FREE char *own = pseudonym_of(",stu4714,"), *lee = pseudonym_of(",stu4713,");
	AS_AUTO_FREE char *zo = pseudonym_of(",stu47,"), *two = pseudonym_of(",stu4712,");
	AS_AUTO_FREE char *one = pseudonym_of(",stu4711,"), *dash = pseudonym_of(",stu4715,");
	AS_AUTO_FREE char *path = as_text_format(NULL, "out/code/%s.html", own);
	AS_AUTO_FREE char *code = read_text(path);
	AS_AUTO_FREE char *first =
		as_text_format(NULL, "# a %s; b %s; c %s Leeds; d %s;<", own, lee, own, zo);
	AS_AUTO_FREE char *second =
		as_text_format(NULL, "# e %s f %s g stu47145 h Max Zorns i (team);<", zo, own);

	cr_expect_not_null(strstr(code, first), "%s %s", first, code);
	cr_expect_not_null(strstr(code, second), "%s %s", second, code);
	/* Also of a team: the one that is written so, or the first. */
	AS_AUTO_FREE char *path_of_team = as_text_format(NULL, "out/code/%s.html", two);
	AS_AUTO_FREE char *code_of_team = read_text(path_of_team);
	AS_AUTO_FREE char *third = as_text_format(NULL, "# j %s; k %s; l Max zor;<", one, dash);
	cr_expect_not_null(strstr(code_of_team, third), "%s %s", third, code_of_team);
	cr_expect_eq(outcome.status, 0, "%s", outcome.err.data);
}

/* ---- the order of the class ---- */

/* The pseudonyms in a text, at the beginning of its lines or after `mark`, do not descend. */
static void expect_sorted(const char *what, const char *text, const char *mark, size_t count)
{
	const char *last = NULL;
	size_t found = 0;

	for (const char *at = text; (at = strstr(at, mark)); at++) {
		const char *label = at + strlen(mark);
		if (strncmp(label, "person-", 7) != 0)
			continue;
		cr_expect(!last || strncmp(last, label, 15) <= 0, "%s: %s", what, text);
		last = label;
		found++;
	}
	cr_expect_eq(found, count, "%s: %zu of %zu: %s", what, found, count, text);
}

/* Eight students; each has a file that is left out. */
static void put_eight(void)
{
	static const char *const ids[] = {"ann", "bob", "cem", "dan", "eve", "fay", "gus", "hal"};

	put_sum_package(1);
	put("roster.csv", "id,name,number\nann,A,1001\nbob,B,1002\ncem,C,1003\ndan,D,1004\n"
			  "eve,E,1005\nfay,F,1006\ngus,G,1007\nhal,H,1008\n");
	for (size_t i = 0; i < 8; i++) {
		AS_AUTO_FREE char *code = as_text_format(NULL, "class/%s/sum.py", ids[i]);
		AS_AUTO_FREE char *left = as_text_format(NULL, "class/%s/x.pyc", ids[i]);
		put(code, SUM_PY);
		put(left, "x");
	}
}

static void expect_sorted_file(const char *path, const char *mark, size_t count)
{
	AS_AUTO_FREE char *text = read_text(path);

	expect_sorted(path, text, mark, count);
}

Test(grade_blind, no_file_and_no_message_has_the_order_of_the_class)
{
	put_eight();
	put("scheme.yaml", SCHEME);
	/* The rows are in the order of the class. */
	AUTO_OUTCOME open = GRADE("--no-pages");
	EXPECT_STATUS(open, 0);
	AUTO_OUTCOME blind = GRADE("--blind", "--rejudge");
	EXPECT_STATUS(blind, 0);
	expect_sorted_file("out/manual.csv", "\n", 8);
	expect_sorted_file("out/marks.csv", "\n", 8);
	expect_sorted_file("out/left-out.csv", ",", 8);
	expect_sorted_file("out/run.json", "\"id\": \"", 8);
	AUTO_OUTCOME plan = GRADE("--blind", "--rejudge", "--dry-run");
	AS_AUTO_FREE char *lines = as_text_format(NULL, "\n%s", plan.out.data);
	expect_sorted("the plan", lines, "\n", 8);
	AUTO_OUTCOME named = GRADE("--no-pages");
	EXPECT_STATUS(named, 0);
	AS_AUTO_FREE char *manual = read_text("out/manual.csv");
	cr_expect_not_null(strstr(manual, "\nann,A,,\nbob,B,,\ncem,C,,\ndan,D,,\neve,E,,\nfay,F,,\n"
					  "gus,G,,\nhal,H,,\n"),
		"%s", manual);
}

/* A mark that changes, and a page of equal programs. */
Test(grade_blind, changes_and_equal_programs_are_not_in_the_order_of_the_class)
{
	put_eight();
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 6}\n");
	AUTO_OUTCOME first = GRADE("--blind");
	EXPECT_STATUS(first, 0);
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 8}\n");
	AUTO_OUTCOME changed = GRADE("--blind");
	EXPECT_STATUS(changed, 1);
	AS_AUTO_FREE char *lines = as_text_format(NULL, "\n%s", changed.out.data);
	expect_sorted("the changes", lines, "\n", 8);
	AS_AUTO_FREE char *page = read_text("out/class.html");
	const char *equal = strstr(page, "<table class=\"list pairs");
	cr_assert_not_null(equal);
	expect_sorted("equal programs", equal, "<bdi>", 8);
}

/* ---- files of the output ---- */

#define SHEET                                                                                      \
	"Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade\n"                \
	"Participant 8147047,Annabel Quine,stu4711,a@exil.example,Submitted,,10\n"
#define AUTOMATIC "package: sum\nfeedback: all\nitems:\n  - {id: tests, points: 6}\n"

static bool exists(const char *path)
{
	return faccessat(here_fd, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

Test(grade_blind, filled_sheets_and_handouts_of_an_earlier_command_are_removed)
{
	put_class();
	put("scheme.yaml", AUTOMATIC);
	put("sheet.csv", SHEET);
	AUTO_OUTCOME open = GRADE("--fill=sheet.csv");
	cr_assert(exists("out/moodle.csv") && exists("out/handouts.zip") &&
			  exists("out/handouts.csv"),
		"%s", open.err.data);
	put("out/canvas.csv", "Student,ID\nAnnabel Quine,1\n");
	AUTO_OUTCOME blind = GRADE("--blind");
	expect_nameless_outcome(&blind);
	expect_nameless_folder("out");
	cr_expect_not_null(
		strstr(blind.out.data, "removed, because it contains names: out/moodle.csv"), "%s",
		blind.out.data);
	cr_expect(!exists("out/moodle.csv") && !exists("out/canvas.csv") &&
		  !exists("out/handouts.zip") && !exists("out/handouts.csv"));
	AUTO_OUTCOME again = GRADE("--fill=sheet.csv");
	cr_expect(exists("out/moodle.csv"), "%s", again.err.data);
	/* The filled sheet may be the teacher's only sheet. */
	AUTO_OUTCOME given = GRADE("--blind", "--fill=out/moodle.csv");
	cr_expect(exists("out/moodle.csv") && !exists("out/handouts.zip"));
	cr_expect_not_null(
		strstr(given.out.data, "an option names it: out/moodle.csv"), "%s", given.out.data);
}

/* Neither the list nor the register contains the students of these documents. */
Test(grade_blind, documents_of_unknown_students_do_not_stay)
{
	put_class();
	put("scheme.yaml", AUTOMATIC);
	AUTO_OUTCOME open = GRADE("--no-pages");
	cr_assert(exists("out/documents/stu4711.json"), "%s", open.err.data);
	put("out/documents/stu9999.json", "{\"name\": \"Zoe Unknown\"}\n");
	put("out/gradescope/stu9999.json", "{\"name\": \"Zoe Unknown\"}\n");
	put("out/documents/notes.txt", "mine\n");
	AUTO_OUTCOME blind = GRADE("--blind");
	expect_nameless_outcome(&blind);
	expect_nameless_folder("out");
	cr_expect(!exists("out/documents/stu9999.json") && !exists("out/gradescope/stu9999.json"));
	cr_expect(exists("out/documents/notes.txt"));
}

Test(grade_blind, pages_of_an_earlier_command_do_not_stay_without_pages)
{
	put_class();
	AUTO_OUTCOME open = GRADE("--stage=published");
	cr_assert(
		exists("out/class.html") && exists("out/people/stu4711.html"), "%s", open.err.data);
	put("out/people/mine.html", "x");
	AUTO_OUTCOME blind = GRADE("--blind", "--no-pages");
	expect_nameless_outcome(&blind);
	expect_nameless_folder("out");
	cr_expect(!exists("out/class.html") && !exists("out/handouts.zip"));
	cr_expect_eq(count_entries("out/people"), 1);
	cr_expect_eq(count_entries("out/code"), 0);
	cr_expect_eq(count_entries("out/pairs"), 0);
	cr_expect_not_null(strstr(blind.out.data, "because they contain names: the pages in out"),
		"%s", blind.out.data);
	/* Pages of blind marking stay. */
	AUTO_OUTCOME pages = GRADE("--blind");
	AUTO_OUTCOME kept = GRADE("--blind", "--no-pages");
	cr_expect(exists("out/class.html"), "%s", kept.out.data);
	cr_expect_eq(count_entries("out/people"), 7);
}

/* The scheme has no manual items any more. */
Test(grade_blind, manual_marks_of_an_earlier_scheme_have_no_names)
{
	put_class();
	AUTO_OUTCOME open = GRADE("--no-pages");
	AS_AUTO_FREE char *before = read_text("out/manual.csv");
	cr_assert_not_null(strstr(before, "Annabel Quine"), "%s", open.err.data);
	put("scheme.yaml", AUTOMATIC);
	AUTO_OUTCOME blind = GRADE("--blind", "--apply");
	expect_nameless_outcome(&blind);
	expect_nameless_folder("out");
	AS_AUTO_FREE char *hidden = read_text("out/manual.csv");
	expect_sorted("manual.csv", hidden, "\n", 6);
	put("scheme.yaml", SCHEME);
	AUTO_OUTCOME again = GRADE("--no-pages", "--apply");
	AS_AUTO_FREE char *after = read_text("out/manual.csv");
	cr_expect_str_eq(after, before, "%s", again.err.data);
	/* Without the heading, the first row is a person. */
	put("out/manual.csv", strchr(before, '\n') + 1);
	AUTO_OUTCOME broken = GRADE("--blind");
	expect_nameless_outcome(&broken);
	put("scheme.yaml", AUTOMATIC);
	AUTO_OUTCOME useless = GRADE("--blind");
	expect_nameless_outcome(&useless);
	cr_expect_eq(useless.status, 3, "%s", useless.err.data);
}

/* The times of files ascend in the order of their names; equal times are allowed. */
static void expect_times(const char *folder, size_t count)
{
	AS_AUTO_FD int fd = as_dir_open(here_fd, folder, NULL);
	AS_AUTO_NAMES char **files = fd < 0 ? NULL : as_dir_list(fd, 1000, NULL);
	struct timespec last = {0};
	size_t found = 0;

	for (size_t i = 0; files && files[i]; i++, found++) {
		struct stat info;
		cr_assert_eq(fstatat(fd, files[i], &info, AT_SYMLINK_NOFOLLOW), 0);
		cr_expect(info.st_mtim.tv_sec > last.tv_sec ||
				  (info.st_mtim.tv_sec == last.tv_sec &&
					  info.st_mtim.tv_nsec >= last.tv_nsec),
			"%s/%s", folder, files[i]);
		last = info.st_mtim;
	}
	cr_expect_eq(found, count, "%s: %zu", folder, found);
}

Test(grade_blind, times_of_files_do_not_have_the_order_of_the_class)
{
	put_sum_package(1);
	put("scheme.yaml", AUTOMATIC);
	put("roster.csv", "id\n");
	for (int i = 0; i < 60; i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "class/stu%02d/sum.py", i);
		AS_AUTO_FREE char *text = as_text_format(NULL, "%s# %9000d\n", SUM_PY, i % 6);
		put(path, text);
	}
	AUTO_OUTCOME outcome =
		ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j2", "--reruns=0", "--blind");
	EXPECT_STATUS(outcome, 0);
	expect_times("out/people", 60);
	expect_times("out/code", 60);
	expect_times("out/documents", 60);
	expect_times("out/gradescope", 60);
}
