/* SPDX-License-Identifier: MIT */
/* assay grade: from a folder of submissions to marks, and later calls. */
#include "store/server.h"
#include "support/packages.h"
#include "support/schemas.h"

#include <assay/store.h>

TestSuite(grade, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define WRONG_PY "a, b = map(int, input().split())\nprint(a + b if a < 2 else 0)\n"

/* Ann's is right, Bob's passes the sample and the first secret test, Eve's does not compile. */
static void put_class(void)
{
	put_sum_package(3);
	put("class/ann.py", SUM_PY);
	put("class/bob.py", WRONG_PY);
	put("class/eve.c", "int main(\n");
}

#define GRADE(...) ASSAY("grade", "sum", "class", "-o", "out", "-j1", __VA_ARGS__)

static void expect_marks(const char *expected)
{
	AS_AUTO_FREE char *marks = read_text("out/marks.csv");

	cr_expect_str_eq(marks, expected);
}

/* The number of results that were recorded in the folder. */
static size_t count_results(void)
{
	struct as_store_status status = {0};
	struct as_store *store = as_store_open_reader("sqlite:out/grade.db", NULL);

	cr_assert_not_null(store);
	cr_assert_eq(as_store_status_read(store, &status, NULL), 0);
	as_store_close(store);
	const size_t count = status.results;
	as_store_status_clear(&status);
	return count;
}

#define HEAD "id,name,sum-2,late,penalty,total,so far,todo\n"
#define WAITS "a new mark waits for --apply"
#define MARKS HEAD "ann,,3,,0,3,,\nbob,,1,,0,1,,\neve,,0,,0,0,,\n"

/* ---- from a package and a folder to marks ---- */

Test(grade, a_package_without_points_gives_a_point_a_test)
{
	put_class();
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_STATUS(outcome, 0);
	EXPECT_NOTHING_LEFT(outcome);
	expect_marks(MARKS);
	cr_expect_str_empty(outcome.err.data);
	cr_expect_str_eq(outcome.out.data, "3 students, 3 handed in, 3 graded: out/marks.csv\n");
	cr_expect_eq(count_results(), 3);
}

/* The header is found at the first compilation, after the engine was opened. */
Test(grade, an_output_validator_may_include_gen_h)
{
	put_class();
	put("sum/output_validator/check.c", "#include <assay/gen.h>\nint main(void){return 42;}\n");
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_STATUS(outcome, 0);
	expect_marks(HEAD "ann,,3,,0,3,,\nbob,,3,,0,3,,\neve,,0,,0,0,,\n");
}

Test(grade, a_second_call_judges_nothing_and_writes_the_same_files)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--reruns=0");
	EXPECT_STATUS(first, 0);
	AS_AUTO_FREE char *run = read_text("out/run.json");
	AS_AUTO_FREE char *document = read_text("out/documents/bob.json");
	AUTO_OUTCOME again = GRADE("--reruns=0");
	EXPECT_STATUS(again, 0);
	cr_expect_str_eq(again.out.data, first.out.data);
	expect_marks(MARKS);
	AS_AUTO_FREE char *run_again = read_text("out/run.json");
	AS_AUTO_FREE char *document_again = read_text("out/documents/bob.json");
	cr_expect_str_eq(run_again, run);
	cr_expect_str_eq(document_again, document);
	cr_expect_eq(count_results(), 3);
}

static void expect_schema(const char *name, const json_t *document)
{
	struct as_bytes line = {.data = json_dumps(document, JSON_COMPACT)};
	AS_AUTO_FREE char *schema =
		as_text_format(NULL, ASSAY_SOURCE_DIR "/docs/%s.schema.json", name);

	line.size = strlen(line.data);
	cr_expect_eq(schemas_hold(schema, &line), 1);
	as_bytes_clear(&line);
}

Test(grade, documents_fit_their_schemas)
{
	size_t index;
	json_t *document;

	put_class();
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_FREE char *run = read_text("out/run.json");
	AS_AUTO_FREE char *bob = read_text("out/documents/bob.json");
	AS_AUTO_JSON json_t *run_document = json_loads(run, 0, NULL);
	AS_AUTO_JSON json_t *bob_documents = json_loads(bob, 0, NULL);
	cr_assert(run_document && json_array_size(bob_documents) == 1);
	expect_schema("grade", run_document);
	json_array_foreach(bob_documents, index, document) expect_schema("verdict", document);
}

Test(grade, the_folder_is_private)
{
	struct stat info;

	put_class();
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_STATUS(outcome, 0);
	cr_assert_eq(fstatat(here_fd, "out", &info, 0), 0);
	cr_expect_eq(info.st_mode & 077, 0);
	cr_assert_eq(fstatat(here_fd, "out/marks.csv", &info, 0), 0);
	cr_expect_eq(info.st_mode & 077, 0);
}

Test(grade, documents_are_named_by_harmless_ids_and_name_no_file_of_a_student)
{
	put_sum_package(1);
	put("class/=cmd|' \"<b>.py", SUM_PY);
	put("class/Grace.py", SUM_PY "# Grace\n");
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_STATUS(outcome, 0);
	expect_marks(HEAD "\"'=cmd|' \"\"<b>\",,1,,0,1,,\nGrace,,1,,0,1,,\n");
	cr_expect_eq(count_entries("out/documents"), 2);
	AS_AUTO_FREE char *document = read_text("out/documents/Grace.json");
	cr_expect_not_null(strstr(document, "\"path\": \"Grace.py\""), "%s", document);
	AS_AUTO_FREE char *junit = read_text("out/junit.xml");
	cr_expect_null(strstr(junit, "<b>"));
	cr_expect_not_null(strstr(junit, "&lt;b&gt;"));
}

/* ---- dry run ---- */

Test(grade, a_dry_run_lists_the_jobs_and_changes_nothing)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--dry-run");
	EXPECT_STATUS(first, 0);
	cr_expect_str_eq(first.out.data, "ann\tann.py\tnew\nbob\tbob.py\tnew\neve\teve.c\tnew\n"
					 "3 of 3 submissions would be judged\n");
	cr_expect_eq(faccessat(here_fd, "out", F_OK, 0), -1);
	AUTO_OUTCOME graded = GRADE("--reruns=0");
	EXPECT_STATUS(graded, 0);
	put("class/bob.py", SUM_PY);
	AUTO_OUTCOME second = GRADE("--reruns=0", "--dry-run");
	EXPECT_STATUS(second, 0);
	cr_expect_str_eq(second.out.data, "bob\tbob.py\tsubmission changed\n"
					  "1 of 3 submissions would be judged\n");
	put("sum/data/secret/01.ans", "1\n");
	AUTO_OUTCOME third = GRADE("--reruns=0", "--dry-run");
	cr_expect_not_null(
		strstr(third.out.data, "ann\tann.py\tpackage changed\n"), "%s", third.out.data);
	cr_expect_eq(count_results(), 3);
	expect_marks(MARKS);
}

/* ---- marks that would change ---- */

Test(grade, a_mark_that_counts_changes_only_by_apply)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--reruns=0");
	EXPECT_STATUS(first, 0);
	put("class/bob.py", SUM_PY);
	put("class/zoe.py", SUM_PY "# Zoe\n");
	AUTO_OUTCOME shown = GRADE("--reruns=0");
	EXPECT_STATUS(shown, 1);
	cr_expect_not_null(
		strstr(shown.out.data, "bob\t-\ttotal 1 -> 3, sum-2 1 -> 3\tsubmission changed\n"
				       "1 mark would change; add --apply to let the "
				       "new marks count, or keep a mark by a row in "
				       "overrides.csv\n"),
		"%s", shown.out.data);
	/* A person without a mark has one now. */
	expect_marks(HEAD "ann,,3,,0,3,,\nbob,,1,,0,1,," WAITS "\neve,,0,,0,0,,\nzoe,,3,,0,3,,\n");
	cr_expect_eq(count_results(), 5);
	AUTO_OUTCOME applied = GRADE("--reruns=0", "--apply");
	EXPECT_STATUS(applied, 0);
	cr_expect_not_null(strstr(applied.out.data, "1 mark changed\n"), "%s", applied.out.data);
	expect_marks(HEAD "ann,,3,,0,3,,\nbob,,3,,0,3,,\neve,,0,,0,0,,\nzoe,,3,,0,3,,\n");
	cr_expect_eq(count_results(), 5);
}

Test(grade, a_teacher_keeps_a_mark_that_would_change)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--reruns=0");
	EXPECT_STATUS(first, 0);
	put("sum/data/secret/03.ans", "0\n");
	AUTO_OUTCOME shown = GRADE("--reruns=0");
	EXPECT_STATUS(shown, 1);
	put("out/overrides.csv", "id,item,mark,reason\nann,sum-2,3,the answer was right before\n");
	AUTO_OUTCOME kept = GRADE("--reruns=0", "--apply");
	EXPECT_STATUS(kept, 0);
	cr_expect_null(strstr(kept.out.data, "ann\t"), "%s", kept.out.data);
	expect_marks(HEAD "ann,,3,,0,3,,\nbob,,2,,0,2,,\neve,,0,,0,0,,\n");
	AUTO_OUTCOME again = GRADE("--reruns=0");
	EXPECT_STATUS(again, 0);
}

Test(grade, a_changed_package_is_named)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--reruns=0");
	EXPECT_STATUS(first, 0);
	put("sum/data/secret/03.ans", "0\n");
	AUTO_OUTCOME shown = GRADE("--reruns=0");
	EXPECT_STATUS(shown, 1);
	cr_expect_not_null(
		strstr(shown.out.data, "ann\t-\ttotal 3 -> 2, sum-2 3 -> 2\tpackage sum changed\n"),
		"%s", shown.out.data);
	cr_expect_not_null(
		strstr(shown.out.data, "bob\t-\ttotal 1 -> 2, sum-2 1 -> 2\tpackage sum changed\n"),
		"%s", shown.out.data);
	expect_marks(HEAD "ann,,3,,0,3,," WAITS "\nbob,,1,,0,1,," WAITS "\neve,,0,,0,0,,\n");
}

Test(grade, judging_again_adds_results_and_changes_no_mark)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--reruns=0");
	EXPECT_STATUS(first, 0);
	AUTO_OUTCOME again = GRADE("--reruns=0", "--rejudge");
	EXPECT_STATUS(again, 0);
	cr_expect_eq(count_results(), 6);
	expect_marks(MARKS);
	AUTO_OUTCOME last = GRADE("--reruns=0");
	EXPECT_STATUS(last, 0);
	cr_expect_eq(count_results(), 6);
}

/* No work is lost if a folder contains only some of it. */
Test(grade, people_who_are_not_in_the_folder_keep_their_marks)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--reruns=0");
	EXPECT_STATUS(first, 0);
	put("late/zoe.py", SUM_PY "# Zoe\n");
	AUTO_OUTCOME later = ASSAY("grade", "sum", "late", "-o", "out", "-j1", "--reruns=0");
	EXPECT_STATUS(later, 0);
	expect_marks(HEAD "zoe,,3,,0,3,,\nann,,3,,0,3,,\nbob,,1,,0,1,,\neve,,0,,0,0,,\n");
}

/* ---- killed ---- */

#define SLOW_PY "import time\ntime.sleep(0.4)\nprint(sum(map(int, input().split())))\n"

Test(grade, after_a_kill_no_mark_is_lost_or_doubled)
{
	char name[32], text[200];

	put_sum_package(1);
	for (int i = 0; i < 8; i++) {
		snprintf(name, sizeof(name), "class/s%d.py", i);
		snprintf(text, sizeof(text), "# %d\n%s", i, i % 2 ? SLOW_PY : "print(3)\n");
		put(name, text);
	}
	for (int i = 0; i < 2; i++) {
		struct process process = command_start(
			ASSAY_ARGV("grade", "sum", "class", "-o", "out", "-j1", "--reruns=0"),
			NULL);
		usleep(1200000);
		cr_assert_eq(kill(process.pid, SIGKILL), 0);
		AUTO_OUTCOME killed = command_end(&process);
		cr_expect_eq(killed.signal, SIGKILL, "%s", killed.err.data);
		EXPECT_NOTHING_LEFT(killed);
	}
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_STATUS(outcome, 0);
	expect_marks(HEAD "s0,,0,,0,0,,\ns1,,1,,0,1,,\ns2,,0,,0,0,,\ns3,,1,,0,1,,\n"
			  "s4,,0,,0,0,,\ns5,,1,,0,1,,\ns6,,0,,0,0,,\ns7,,1,,0,1,,\n");
	cr_expect_eq(count_results(), 8);
}

Test(grade, temporary_files_of_a_killed_command_are_removed)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--reruns=0");
	EXPECT_STATUS(first, 0);
	put("out/.assay-0123456789abcdef", "id,name\n");
	put("out/documents/.assay-fedcba9876543210", "[");
	put("out/.assay-notes", "mine\n");
	AUTO_OUTCOME again = GRADE("--reruns=0");
	EXPECT_STATUS(again, 0);
	cr_expect_eq(faccessat(here_fd, "out/.assay-0123456789abcdef", F_OK, 0), -1);
	cr_expect_eq(faccessat(here_fd, "out/documents/.assay-fedcba9876543210", F_OK, 0), -1);
	cr_expect_eq(faccessat(here_fd, "out/.assay-notes", F_OK, 0), 0);
}

/* ---- a server ---- */

Test(grade, work_is_shared_through_a_server_and_all_results_reach_the_folder)
{
	char url[512];

	put_class();
	server_make_url(url);
	AUTO_OUTCOME first = GRADE("--reruns=0", "--store", url);
	EXPECT_STATUS(first, 0);
	expect_marks(MARKS);
	cr_expect_eq(count_results(), 3);
	cr_expect_eq(server_number(url, "SELECT count(*) FROM assay.result"), 3);
	server_drop();
	/* Nothing is left to judge without the server. */
	AUTO_OUTCOME again = GRADE("--reruns=0");
	EXPECT_STATUS(again, 0);
	expect_marks(MARKS);
	cr_expect_eq(count_results(), 3);
}

/* ---- forgetting ---- */

static bool file_has(const char *path, const char *text)
{
	struct as_bytes bytes = {0};
	cr_assert_eq(as_file_read(here_fd, path, 1 << 26, &bytes, NULL), 0, "%s", path);
	const bool has = memmem(bytes.data, bytes.size, text, strlen(text));
	as_bytes_clear(&bytes);
	return has;
}

Test(grade, a_person_is_forgotten_and_the_marks_stay)
{
	put_class();
	put("class/eve.c", "int main(void) { secret_of_eve(; }\n");
	put("roster.csv", "id,name,email\nann,Ann A,a@example.org\neve,Eve Everest,e@example.org\n"
			  "bob,Bob B,\n");
	AUTO_OUTCOME first = GRADE("--reruns=0", "--roster=roster.csv");
	EXPECT_STATUS(first, 0);
	cr_expect(file_has("out/documents/eve.json", "secret_of_eve"));
	AUTO_OUTCOME forgotten = ASSAY("store", "forget", "sqlite:out/grade.db", "--person", "eve");
	EXPECT_STATUS(forgotten, 0);
	cr_expect_str_eq(
		forgotten.out.data, "forgot the name, the mail and 1 submission; marks stay\n");
	cr_expect_not(file_has("out/grade.db", "secret_of_eve"));
	AUTO_OUTCOME again = GRADE("--reruns=0", "--roster=roster.csv");
	EXPECT_STATUS(again, 0);
	expect_marks(HEAD "ann,Ann A,3,,0,3,,\neve,,0,,0,0,,\nbob,Bob B,1,,0,1,,\n");
	cr_expect_not(file_has("out/grade.db", "secret_of_eve"));
	cr_expect_not(file_has("out/documents/eve.json", "secret_of_eve"));
	put("scheme.yaml", "package: sum\nitems:\n  - {id: tests, points: 3, partial: per_test}\n"
			   "  - {id: style, points: 1, manual: true}\n");
	AUTO_OUTCOME manual = ASSAY("grade", "scheme.yaml", "class", "-o", "out", "-j1",
		"--reruns=0", "--roster=roster.csv", "--apply");
	EXPECT_STATUS(manual, 0);
	cr_expect(file_has("out/manual.csv", "Ann A"));
	cr_expect(file_has("out/manual.csv", "eve"));
	cr_expect_not(file_has("out/manual.csv", "Everest"));
	AUTO_OUTCOME json =
		ASSAY("store", "forget", "--json", "sqlite:out/grade.db", "--person", "bob");
	EXPECT_STATUS(json, 0);
	AS_AUTO_JSON json_t *document = json_loads(json.out.data, 0, NULL);
	cr_assert_not_null(document, "%s", json.out.data);
	expect_schema("store", document);
	cr_expect_str_eq(json_string_value(json_object_get(document, "person")), "bob");
	cr_expect_eq(json_integer_value(json_object_get(document, "submissions")), 1);
	cr_expect(json_is_true(json_object_get(document, "registered")));
	AUTO_OUTCOME nobody = ASSAY("store", "forget", "sqlite:out/grade.db", "--person", "zoe");
	EXPECT_COMPLAINT(nobody, 2, "the store has nothing of a person with the id 'zoe'");
	AUTO_OUTCOME who = ASSAY("store", "forget", "sqlite:out/grade.db");
	EXPECT_COMPLAINT(who, 2, "missing option --person PERSON");
}

static void expect_no_address(const char *path)
{
	cr_expect_not(file_has(path, "eve@example.org"), "%s has the address", path);
	/* In the register's encoding. */
	cr_expect_not(file_has(path, "657665406578616d706c652e6f7267"), "%s has it in hex", path);
}

Test(grade, an_id_that_is_a_mail_address_is_forgotten_too)
{
	put_sum_package(1);
	put("class/eve@example.org/a.py", SUM_PY);
	put("class/bob/a.py", "print(0)\n");
	AUTO_OUTCOME first = GRADE("--reruns=0");
	EXPECT_STATUS(first, 0);
	cr_expect(file_has("out/marks.csv", "eve@example.org,,1,,0,1,"));
	AUTO_OUTCOME forgotten =
		ASSAY("store", "forget", "sqlite:out/grade.db", "--person", "eve@example.org");
	EXPECT_STATUS(forgotten, 0);
	cr_expect_str_eq(
		forgotten.out.data, "forgot the name, the mail and 1 submission; marks stay\n");
	cr_expect_not_null(
		strstr(forgotten.err.data, "the marks have the id id-"), "%s", forgotten.err.data);
	expect_no_address("out/grade.db");
	/* The person is still in the export, and is not entered again. */
	for (int i = 0; i < 2; i++) {
		AUTO_OUTCOME again = GRADE("--reruns=0");
		EXPECT_STATUS(again, 0);
		cr_expect_not_null(strstr(again.out.data, "2 students, 2 handed in, 2 graded"));
		expect_no_address("out/grade.db");
		expect_no_address("out/marks.csv");
		expect_no_address("out/junit.xml");
		expect_no_address("out/run.json");
		expect_no_address("out/class.html");
		cr_expect_eq(count_entries("out/documents"), 2);
		cr_expect_eq(count_entries("out/people"), 2);
	}
	cr_expect(file_has("out/marks.csv", ",,1,,0,1,"));
	AUTO_OUTCOME nobody =
		ASSAY("store", "forget", "sqlite:out/grade.db", "--person", "eve@example.org");
	EXPECT_STATUS(nobody, 0);
}

/* ---- refusals ---- */

/* A refused run makes no secret for pseudonyms, either. */
Test(grade, a_folder_of_another_assignment_is_refused)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--reruns=0");
	EXPECT_STATUS(first, 0);
	cr_assert_eq(renameat(here_fd, "sum", here_fd, "product"), 0);
	AUTO_OUTCOME renamed = ASSAY("grade", "product", "class", "-o", "out", "--blind");
	EXPECT_COMPLAINT(renamed, 2,
		"out: the folder contains the marks of package 'product' under its old name 'sum'; "
		"give the package its old name, or use another folder");
	put("product/data/secret/99.in", "4 4\n");
	put("product/data/secret/99.ans", "8\n");
	AUTO_OUTCOME other = ASSAY("grade", "product", "class", "-o", "out", "--blind");
	EXPECT_COMPLAINT(other, 2,
		"out: the folder has the marks of another assignment (sum, not product); use "
		"another folder");
	cr_expect_neq(faccessat(here_fd, "out/blind.key", F_OK, 0), 0);
	expect_marks(MARKS);
	cr_assert_eq(unlinkat(here_fd, "product/data/secret/99.in", 0), 0);
	cr_assert_eq(unlinkat(here_fd, "product/data/secret/99.ans", 0), 0);
	cr_assert_eq(renameat(here_fd, "product", here_fd, "sum"), 0);
	AUTO_OUTCOME again = GRADE("--reruns=0");
	EXPECT_STATUS(again, 0);
}

Test(grade, a_folder_that_is_in_use_is_refused)
{
	put_class();
	AUTO_OUTCOME first = GRADE("--reruns=0");
	EXPECT_STATUS(first, 0);
	struct as_store *store = as_store_open("sqlite:out/grade.db", NULL);
	cr_assert_not_null(store);
	AUTO_OUTCOME second = GRADE("--reruns=0");
	EXPECT_COMPLAINT(second, 2,
		"out: another assay grade works on this folder; wait until it has ended");
	/* But a dry run is possible. */
	AUTO_OUTCOME dry = GRADE("--reruns=0", "--dry-run");
	EXPECT_STATUS(dry, 0);
	as_store_close(store);
}

Test(grade, a_folder_with_files_of_others_is_refused)
{
	put_class();
	put("out/marks.csv", "mine\n");
	AUTO_OUTCOME outcome = GRADE("--reruns=0");
	EXPECT_COMPLAINT(outcome, 2,
		"out: the folder has other files, but no grade.db of assay grade; name a new "
		"folder");
	expect_marks("mine\n");
}

Test(grade, bad_usage_is_one_line)
{
	put_class();
	AUTO_OUTCOME none = ASSAY("grade");
	EXPECT_COMPLAINT(none, 2, "missing argument SCHEME; usage: assay grade SCHEME|PACKAGE");
	AUTO_OUTCOME class = ASSAY("grade", "sum");
	EXPECT_COMPLAINT(class, 2, "missing argument SUBMISSIONS; usage: assay grade");
	AUTO_OUTCOME out = ASSAY("grade", "sum", "class");
	EXPECT_COMPLAINT(out, 2, "missing option -o OUT; usage: assay grade");
	AUTO_OUTCOME file = ASSAY("grade", "sum", "class", "-o", "out", "--store", "sqlite:x");
	EXPECT_COMPLAINT(
		file, 2, "--store: a store in a file has no other workers; omit the option");
	AUTO_OUTCOME column = GRADE("--time-column=Last change");
	EXPECT_COMPLAINT(column, 2, "--time-column names a column of a sheet: add --fill SHEET");
	AUTO_OUTCOME both = GRADE("--dry-run", "--apply");
	EXPECT_COMPLAINT(both, 2, "--dry-run and --apply are mutually exclusive; omit one");
	AUTO_OUTCOME lazy = ASSAY("grade", "sum", "class", "-o", "out", "-j0");
	EXPECT_COMPLAINT(lazy, 2, "-j 0 leaves the judging to workers: add --store");
	put("letter", "Dear Sir\n");
	AUTO_OUTCOME letter = ASSAY("grade", "sum", "class", "-o", "letter");
	EXPECT_COMPLAINT(letter, 2,
		"letter: cannot be the output folder: Not a directory; name another one");
	AUTO_OUTCOME inside = ASSAY("grade", "sum", "class", "-o", "class/out");
	EXPECT_COMPLAINT(inside, 2,
		"class/out: the output folder is in the folder of the submissions; use one beside");
	AUTO_OUTCOME missing = ASSAY("grade", "sum", "nowhere", "-o", "out");
	EXPECT_COMPLAINT(missing, 2, "nowhere");
}
