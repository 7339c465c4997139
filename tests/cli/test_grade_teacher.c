/* SPDX-License-Identifier: MIT */
/* assay grade as a teacher uses it: the code beside the marks, excused students, drafts, teams. */
#include "support/packages.h"

TestSuite(grade_teacher, .init = enter_folder, .fini = leave_folder, .timeout = 200);

#define EXPORT(who) "class/" who "_assignsubmission_file/"
#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1", "--reruns=0", "--no-similar",   \
		__VA_ARGS__)
#define GRADE_DONE(...)                                                                            \
	do {                                                                                       \
		AUTO_OUTCOME outcome_ = GRADE(__VA_ARGS__);                                        \
		EXPECT_STATUS(outcome_, 0);                                                        \
		EXPECT_NOTHING_LEFT(outcome_);                                                     \
	} while (0)

static char *read_text(const char *path)
{
	struct as_bytes bytes = {0};
	struct as_error error = {0};

	cr_assert_eq(as_file_read(here_fd, path, 1 << 24, &bytes, &error), 0, "%s: %s", path,
		error.text);
	return bytes.data;
}

static void expect_has(const char *path, const char *text)
{
	AS_AUTO_FREE char *page = read_text(path);

	cr_expect_not_null(strstr(page, text), "%s has no '%s': %s", path, text,
		as_text_ends(path, ".html") ? "" : page);
}

static void expect_lacks(const char *path, const char *text)
{
	AS_AUTO_FREE char *page = read_text(path);

	cr_expect_null(strstr(page, text), "%s has '%s'", path, text);
}

static bool exists(const char *path)
{
	return faccessat(here_fd, path, F_OK, 0) == 0;
}

/* ---- code ---- */

#define STYLE_SCHEME                                                                               \
	"package: sum\nitems:\n  - {id: tests, points: 6}\n"                                       \
	"  - {id: style, points: 4, manual: true}\n"
#define HOSTILE "</code><script>alert(2)</script>\\x1b"

/* Ann's program is right, Bob's attacks the page, Cem's cannot be judged, Dan has none. */
static void put_code_class(void)
{
	put_sum_package(1);
	put("scheme.yaml", STYLE_SCHEME);
	put("roster.csv", "id,name\n1,Ann Lee\n2,Bob\n3,Cem\n4,Dan\n");
	put(EXPORT("Ann Lee_1") "ann_lee.py", "# made by Ann Lee\n" SUM_PY);
	put(EXPORT("Ann Lee_1") "more.py", "second_file = 1\n");
	put(EXPORT("Bob_2") "b.py", "print('" HOSTILE "')\n");
	put(EXPORT("Cem_3") "x.c", "int main(void){return 1;}\n");
	put(EXPORT("Cem_3") "y.py", "print('cems_code')\n");
}

Test(grade_teacher, the_teachers_page_links_to_the_code_of_each_student)
{
	put_code_class();
	GRADE_DONE("--roster=roster.csv");
	expect_has("out/class.html", "href=\"code/1.html\"");
	expect_has("out/class.html", "href=\"code/2.html\"");
	expect_has("out/class.html", "href=\"code/3.html\"");
	expect_lacks("out/class.html", "href=\"code/4.html\"");
	expect_has("out/code/1.html", "# made by Ann Lee");
	expect_has("out/code/1.html", "second_file = 1");
	expect_has("out/code/1.html", "ann_lee.py");
	expect_has("out/code/1.html", "../people/1.html");
	expect_has("out/code/2.html", "&lt;/code&gt;&lt;script&gt;alert(2)");
	expect_lacks("out/code/2.html", "<script>alert");
	/* It waits for a decision, which depends on the files. */
	expect_has("out/code/3.html", "cems_code");
	cr_expect_not(exists("out/code/4.html"));
}

Test(grade_teacher, code_is_for_the_teacher_alone)
{
	static const char script[] =
		"import zipfile; z = zipfile.ZipFile('out/handouts.zip'); "
		"assert len(z.namelist()) == 4, z.namelist(); "
		"assert not any(b'second_file' in z.read(n) for n in z.namelist())";
	const char *const argv[] = {"/usr/bin/python3", "-c", script, NULL};
	struct stat info;

	put_code_class();
	GRADE_DONE("--roster=roster.csv");
	expect_lacks("out/people/1.html", "second_file");
	expect_lacks("out/people/1.html", "code/");
	cr_assert_eq(fstatat(here_fd, "out/code/1.html", &info, 0), 0);
	cr_expect_eq(info.st_mode & 077, 0);
	struct process process = command_start(argv, NULL);
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect_eq(outcome.status, 0, "%s", outcome.err.data);
}

Test(grade_teacher, code_has_no_names_in_blind_marking)
{
	put_code_class();
	GRADE_DONE("--roster=roster.csv");
	GRADE_DONE("--roster=roster.csv", "--blind");
	AS_AUTO_FD int fd = as_dir_open(here_fd, "out/code", NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, 100, NULL);
	size_t count = 0;
	cr_assert_not_null(names);
	for (; names[count]; count++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "out/code/%s", names[count]);
		expect_lacks(path, "Ann");
		expect_lacks(path, "ann_lee");
		AS_AUTO_FREE char *link = as_text_format(NULL, "href=\"code/%s\"", names[count]);
		expect_has("out/class.html", link);
	}
	cr_expect_eq(count, 3);
	cr_expect_not(exists("out/code/1.html"));
}

Test(grade_teacher, the_code_of_a_notebook_is_its_program_and_old_pages_go)
{
	put_code_class();
	put(EXPORT("Dan_4") "work.ipynb",
		"{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"dans_cell = 1\\n\"]}], "
		"\"nbformat\": 4}");
	GRADE_DONE("--roster=roster.csv");
	expect_has("out/code/4.html", "dans_cell = 1");
	cr_assert_eq(unlinkat(here_fd, EXPORT("Dan_4") "work.ipynb", 0), 0);
	cr_assert_eq(unlinkat(here_fd, EXPORT("Dan_4"), AT_REMOVEDIR), 0);
	GRADE_DONE("--roster=roster.csv", "--apply");
	cr_expect_not(exists("out/code/4.html"));
}
