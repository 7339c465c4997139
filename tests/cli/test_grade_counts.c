/* SPDX-License-Identifier: MIT */
/* assay grade: the console, the column todo and the teacher's page count and list alike. */
#include "support/packages.h"

TestSuite(grade_counts, .init = enter_folder, .fini = leave_folder, .timeout = 200);

#define ITEMS                                                                                      \
	"package: sum\nitems:\n  - {id: tests, points: 6}\n"                                       \
	"  - {id: style, points: 4, manual: true}\n"
#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar",   \
		__VA_ARGS__)

static char *read_text(const char *path)
{
	struct as_bytes bytes = {0};

	cr_assert_eq(as_file_read(here_fd, path, 1 << 24, &bytes, NULL), 0, "%s", path);
	return bytes.data;
}

static void expect_has(const char *path, const char *text)
{
	AS_AUTO_FREE char *page = read_text(path);

	cr_expect_not_null(strstr(page, text), "%s has no '%s'", path, text);
}

static void expect_lacks(const char *path, const char *text)
{
	AS_AUTO_FREE char *page = read_text(path);

	cr_expect_null(strstr(page, text), "%s has '%s'", path, text);
}

/* A part of the teacher's page: from its heading to the next one. */
static char *read_part(const char *heading)
{
	AS_AUTO_FREE char *page = read_text("out/class.html");
	const char *from = strstr(page, heading);
	const char *end = from ? strstr(from + 1, "<h2") : NULL;

	return from ? strndup(from, end ? (size_t)(end - from) : strlen(from)) : strdup("");
}

#define CRASH "import os\na, b = map(int, input().split())\nprint(a + b, flush=True)\nos.abort()\n"

/* ---- what must be decided, and what only deserves a look ---- */

/* Ann's outputs are right, but the program crashes; Bob's does not compile; Cem has two programs.
 */
Test(grade_counts, a_mark_that_needs_no_decision_is_not_counted_as_one)
{
	put_sum_package(1);
	put("scheme.yaml", ITEMS);
	put("class/ann.py", CRASH);
	put("class/bob.c", "int main(void) { return x; }\n");
	put("class/cem/x.c", "int main(void){return 1;}\n");
	put("class/cem/y.py", "print(1)\n");
	AUTO_OUTCOME first = GRADE("--cores=0");
	EXPECT_STATUS(first, 0);
	cr_expect_not_null(
		strstr(first.out.data, "3 students wait for manual marks: see manual.csv\n"
				       "1 student needs a decision: see the column todo\n"),
		"%s", first.out.data);
	cr_expect_null(strstr(first.out.data, "a look"), "%s", first.out.data);
	expect_has("out/class.html", "<b>1</b><span>needs a decision</span>");
	AS_AUTO_FREE char *needs = read_part("id=\"needs\"");
	AS_AUTO_FREE char *looks = read_part("id=\"looks\"");
	cr_expect_null(strstr(needs, "all outputs are right"), "%s", needs);
	cr_expect_not_null(strstr(needs, "people/cem.html"), "%s", needs);
	cr_expect_not_null(strstr(looks, "all outputs are right"), "%s", looks);
	cr_expect_not_null(strstr(looks, "does not compile"), "%s", looks);
	put("out/manual.csv", "id,style\nann,1\nbob,1\ncem,1\n");
	AUTO_OUTCOME second = GRADE("--cores=0");
	EXPECT_STATUS(second, 0);
	cr_expect_not_null(
		strstr(second.out.data, "3 students, 3 handed in, 2 graded: out/marks.csv\n"
					"1 student needs a decision: see the column todo\n"
					"1 complete mark deserves a look: see the column todo\n"),
		"%s", second.out.data);
	expect_has("out/class.html", "<b>1</b><span>needs a decision</span>");
	expect_has("out/class.html", "<b>1</b><span>deserves a look</span>");
	expect_has("out/class.html", "data-traits=\"look ");
	expect_lacks("out/class.html", "<span>deserve a look</span>");
}
