/* SPDX-License-Identifier: MIT */
/* A class of 60 as Moodle exports it, made of the right and wrong solutions of problems/coinseven
 * in four languages. Graded by one command, or by three of which two are killed, it has the same
 * marks. */
#include "support/packages.h"

#include <assay/store.h>

TestSuite(grade_class, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define CLASS_COUNT 60
/* The copies of run_time_error/array100.c, which fail only by how they end, are judged twice. */
#define LENIENT_COUNT 5
#define MAX_SCORE "100"

static const struct {
	const char *path;    /* beneath submissions/ */
	const char *comment; /* a line that a student adds begins so */
	bool right;
} solutions[] = {
	{"accepted/table.c", "//", true},
	{"wrong_answer/greedy.c", "//", false},
	{"accepted/memo.cpp", "//", true},
	{"accepted/rows.py", "#", true},
	{"wrong_answer/strict_peaks.py", "#", false},
	{"run_time_error/array100.c", "//", false},
	{"wrong_answer/odd_even.cpp", "//", false},
	{"wrong_answer/text_key.cpp", "//", false},
	{"accepted/diagonal.c", "//", true},
	{"accepted/Main.java", "//", true},
	{"wrong_answer/prompts.py", "#", false},
	{"accepted/table.c", "//", true},
};
#define SOLUTION_COUNT (sizeof(solutions) / sizeof(*solutions))

/* All submissions differ, so all of them are judged. */
static void put_work(int student)
{
	const size_t which = (size_t)student % SOLUTION_COUNT;
	AS_AUTO_FREE char *from = as_text_format(
		NULL, ASSAY_SOURCE_DIR "/problems/coinseven/submissions/%s", solutions[which].path);
	AS_AUTO_BYTES struct as_bytes source = {0};

	cr_assert_eq(as_file_read(AT_FDCWD, from, 1 << 20, &source, NULL), 0, "%s", from);
	AS_AUTO_FREE char *text =
		as_text_format(NULL, "%s%s %d\n", source.data, solutions[which].comment, student);
	AS_AUTO_FREE char *to =
		as_text_format(NULL, "export/Zoë Student %02d_%d_assignsubmission_file/%s", student,
			7000 + student, strrchr(from, '/') + 1);
	put(to, text);
}

/* The four smallest tests of each group are enough for a class. */
static void put_class(void)
{
	generate_coinseven();
	AUTO_OUTCOME removed = command_run((const char *const[]){"/bin/sh", "-c",
		"for group in coinseven/data/secret/[1-4]; do (cd $group &&"
		" for input in $(ls -rS *.in | tail -n +5); do"
		" rm $input ${input%.in}.ans; done); done",
		NULL});
	EXPECT_STATUS(removed, 0);
	for (int i = 0; i < CLASS_COUNT; i++)
		put_work(i);
	AUTO_OUTCOME packed = command_run((const char *const[]){"/usr/bin/python3", "-c",
		"import shutil; shutil.make_archive('export', 'zip', 'export')", NULL});
	EXPECT_STATUS(packed, 0);
}

static size_t count_results(const char *url)
{
	struct as_store_status status = {0};
	struct as_store *store = as_store_open_reader(url, NULL);
	size_t count = 0;

	if (store && as_store_status_read(store, &status, NULL) == 0)
		count = status.results;
	as_store_status_clear(&status);
	as_store_close(store);
	return count;
}

static void kill_once_there_are(size_t count)
{
	struct process process =
		command_start(ASSAY_ARGV("grade", "coinseven", "export", "-o", "b", "-j2"), NULL);

	while (count_results("sqlite:b/grade.db") < count) {
		cr_assert_eq(waitpid(process.pid, NULL, WNOHANG), 0, "it ended before");
		usleep(50000);
	}
	cr_assert_eq(kill(process.pid, SIGKILL), 0);
	AUTO_OUTCOME killed = command_end(&process);
	cr_expect_eq(killed.signal, SIGKILL, "%s", killed.err.data);
	EXPECT_NOTHING_LEFT(killed);
}

/* Each right solution has full points, and no wrong one has. */
static void expect_marks(const char *marks)
{
	char line[200];

	for (int i = 0; i < CLASS_COUNT; i++) {
		snprintf(line, sizeof(line),
			"\n%d,Zoë Student %02d," MAX_SCORE ",,0," MAX_SCORE ",,\n", 7000 + i, i);
		cr_expect_eq(strstr(marks, line) != NULL,
			solutions[(size_t)i % SOLUTION_COUNT].right, "%s in %s", line, marks);
	}
}

Test(grade_class, a_class_that_was_killed_twice_has_the_marks_of_one_that_was_not)
{
	put_class();
	AUTO_OUTCOME whole = ASSAY("grade", "coinseven", "export.zip", "-o", "a", "-j2");
	EXPECT_STATUS(whole, 0);
	cr_expect_not_null(
		strstr(whole.out.data, "60 students, 60 handed in, 60 graded: a/marks.csv"), "%s",
		whole.out.data);
	AS_AUTO_FREE char *expected = read_text("a/marks.csv");
	expect_marks(expected);
	kill_once_there_are(10);
	kill_once_there_are(35);
	AUTO_OUTCOME last = ASSAY("grade", "coinseven", "export", "-o", "b", "-j2");
	EXPECT_STATUS(last, 0);
	EXPECT_NOTHING_LEFT(last);
	AS_AUTO_FREE char *marks = read_text("b/marks.csv");
	cr_expect_str_eq(marks, expected);
	cr_expect_eq(count_results("sqlite:a/grade.db"), CLASS_COUNT + LENIENT_COUNT);
	cr_expect_eq(count_results("sqlite:b/grade.db"), CLASS_COUNT + LENIENT_COUNT);
}
