/* SPDX-License-Identifier: MIT */
/* assay store: maintenance of a store with data of other commands. */
#include "support/packages.h"
#include "support/rename.h"
#include "support/schemas.h"

#include "store/server.h"

#include <assay/store.h>

TestSuite(store_upkeep, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static void leave_server(void)
{
	server_drop();
	leave_folder();
}

/* A store with a queued job and an unreferenced blob. */
static void fill(void)
{
	static const char digest[] =
		"00000000000000000000000000000000000000000000000000000000000000aa";
	const struct as_store_package package = {.digest = digest, .name = "sum"};
	struct as_store_order order = {.package = digest,
		.path = "a.c",
		.owner = "ann",
		.files = {.data = (char *)"x", .size = 1},
		.options = {.data = (char *)"x", .size = 1},
		.lane = "lane"};
	char blob[AS_DIGEST_HEX_SIZE];
	struct as_store_ticket ticket;
	struct as_store *store = as_store_open("sqlite:a.store", NULL);

	cr_assert_not_null(store);
	cr_assert_eq(as_store_space_find(store, "test", &order.space, NULL), 0);
	cr_assert_eq(as_store_package_put(store, &package, NULL), 0);
	cr_assert_eq(as_store_submit(store, &order, 1, &ticket, NULL), 0);
	cr_assert_eq(as_store_blob_put(store, "waste", 5, blob, NULL), 0);
	as_store_close(store);
}

static void run_sql(const char *text)
{
	AS_AUTO_FREE char *program = as_text_format(NULL,
		"import sqlite3; db = sqlite3.connect('a.store'); db.execute(\"%s\"); db.commit()",
		text);
	AUTO_OUTCOME outcome =
		command_run((const char *const[]){"/usr/bin/python3", "-c", program, NULL});
	EXPECT_STATUS(outcome, 0);
}

/* The document that an action prints, which conforms to its schema. */
static json_t *document_of(const struct outcome *outcome)
{
	json_error_t why;
	json_t *document = json_loads(outcome->out.data, 0, &why);

	cr_assert_not_null(document, "%s: %s%s", why.text, outcome->out.data, outcome->err.data);
	AS_AUTO_FREE char *line = json_dumps(document, JSON_COMPACT);
	const struct as_bytes text = {.data = line, .size = strlen(line)};
	cr_expect_eq(
		schemas_hold(ASSAY_SOURCE_DIR "/docs/store.schema.json", &text), 1, "%s", line);
	cr_expect_eq(json_object_del(document, "schema") || json_object_del(document, "assay"), 0);
	return document;
}

/* Without the members that all documents have. */
static void expect_document(const struct outcome *outcome, int status, const char *expected)
{
	EXPECT_STATUS(*outcome, status);
	AS_AUTO_JSON json_t *document = document_of(outcome);
	AS_AUTO_FREE char *line = json_dumps(document, 0);
	cr_expect_str_eq(line, expected);
}
#define EXPECT_DOCUMENT(status, expected, ...)                                                     \
	do {                                                                                       \
		AUTO_OUTCOME outcome_ = ASSAY("store", "--json", __VA_ARGS__);                     \
		expect_document(&outcome_, status, expected);                                      \
		cr_expect_str_empty(outcome_.err.data);                                            \
	} while (0)

Test(store_upkeep, check_counts_and_finds)
{
	fill();
	AUTO_OUTCOME sound = ASSAY("store", "check", "sqlite:a.store");
	EXPECT_STATUS(sound, 0);
	cr_expect_str_eq(sound.out.data, "2 blobs (6 B), 1 job, 0 results: no problems\n");
	cr_expect_str_empty(sound.err.data);
	run_sql("UPDATE job SET state = 3");
	AUTO_OUTCOME damaged = ASSAY("store", "check", "sqlite:a.store");
	EXPECT_STATUS(damaged, 1);
	cr_expect_str_eq(damaged.out.data, "job 1 failed without a cause; restore a backup\n"
					   "2 blobs (6 B), 1 job, 0 results: 1 problem\n");
}

Test(store_upkeep, gc_removes_unreferenced_data)
{
	fill();
	AUTO_OUTCOME early = ASSAY("store", "gc", "sqlite:a.store");
	EXPECT_STATUS(early, 0);
	cr_expect_str_eq(early.out.data,
		"removed 0 blobs that nothing refers to (0 B) and parts of 0 blobs (0 B)\n");
	usleep(10000);
	AUTO_OUTCOME late = ASSAY("store", "gc", "--grace=1ms", "sqlite:a.store");
	EXPECT_STATUS(late, 0);
	cr_expect_str_eq(late.out.data,
		"removed 1 blob that nothing refers to (5 B) and parts of 0 blobs (0 B)\n");
}

Test(store_upkeep, a_store_in_use_is_checked_and_copied_but_not_changed)
{
	fill();
	struct as_store *owner = as_store_open("sqlite:a.store", NULL);
	cr_assert_not_null(owner);
	AUTO_OUTCOME check = ASSAY("store", "check", "sqlite:a.store");
	EXPECT_STATUS(check, 0);
	AUTO_OUTCOME backup = ASSAY("store", "backup", "sqlite:a.store", "copy.store");
	EXPECT_STATUS(backup, 0);
	AUTO_OUTCOME copy = ASSAY("store", "check", "sqlite:copy.store");
	EXPECT_STATUS(copy, 0);
	cr_expect_str_eq(copy.out.data, check.out.data);
	AUTO_OUTCOME again = ASSAY("store", "backup", "sqlite:a.store", "copy.store");
	EXPECT_COMPLAINT(again, 2, "the file exists; name a new file for the backup");
	AUTO_OUTCOME gc = ASSAY("store", "gc", "sqlite:a.store");
	EXPECT_COMPLAINT(gc, 2, "the store is in use by another process");
	as_store_close(owner);
}

Test(store_upkeep, backups_and_exports_need_no_hard_links)
{
	fill();
	for (int i = 0; i < 2; i++) {
		AUTO_OUTCOME backup = command_run_after(
			ASSAY_ARGV("store", "backup", "sqlite:a.store", "copy.store"),
			no_links_are_made);
		AUTO_OUTCOME exported =
			command_run_after(ASSAY_ARGV("store", "export", "sqlite:a.store", "a.tar"),
				no_links_are_made);
		EXPECT_STATUS(backup, i ? 2 : 0);
		EXPECT_STATUS(exported, i ? 2 : 0);
	}
	AUTO_OUTCOME check = ASSAY("store", "check", "sqlite:copy.store");
	EXPECT_STATUS(check, 0);
}

Test(store_upkeep, a_file_that_is_not_a_store_is_refused)
{
	AUTO_OUTCOME missing = ASSAY("store", "check", "sqlite:a.store");
	EXPECT_COMPLAINT(missing, 2, "no store; name the file of a store");
	AUTO_OUTCOME gc = ASSAY("store", "gc", "sqlite:a.store");
	EXPECT_COMPLAINT(gc, 2, "no store; name the file of a store");
	cr_expect_neq(faccessat(here_fd, "a.store", F_OK, 0), 0);
	AUTO_OUTCOME url = ASSAY("store", "check", "a.store");
	EXPECT_COMPLAINT(url, 2, "'a.store' is not the URL of a store; use sqlite:FILE");
	AUTO_OUTCOME action = ASSAY("store", "chek", "sqlite:a.store");
	EXPECT_COMPLAINT(action, 2, "unknown action 'chek'; did you mean 'check'? use check, ");
	AUTO_OUTCOME none = ASSAY("store");
	EXPECT_COMPLAINT(none, 2, "missing argument ACTION; usage: assay store ACTION URL");
	AUTO_OUTCOME no_url = ASSAY("store", "backup");
	EXPECT_COMPLAINT(no_url, 2, "missing argument URL; usage: assay store backup URL FILE");
	AUTO_OUTCOME file = ASSAY("store", "backup", "sqlite:a.store");
	EXPECT_COMPLAINT(file, 2, "missing argument FILE; usage: assay store backup URL FILE");
	AUTO_OUTCOME more = ASSAY("store", "check", "sqlite:a.store", "b");
	EXPECT_COMPLAINT(more, 2, "unexpected argument 'b'; usage: assay store check URL");
}

/* ---- status ---- */

static void expect_status_document(void)
{
	AUTO_OUTCOME document = ASSAY("status", "--json", "--store", "sqlite:a.store");
	EXPECT_STATUS(document, 0);
	AS_AUTO_JSON json_t *json = json_loads(document.out.data, 0, NULL);
	AS_AUTO_FREE char *line = json_dumps(json, JSON_COMPACT);
	const struct as_bytes text = {.data = line, .size = strlen(line)};
	cr_expect_eq(schemas_hold(ASSAY_SOURCE_DIR "/docs/status.schema.json", &text), 1);
}

Test(store_upkeep, a_job_that_was_queued_before_the_clock_was_set_back_waits)
{
	fill();
	run_sql("UPDATE submission SET received = received + 3600000");
	expect_status_document();
	AUTO_OUTCOME page = ASSAY("status", "--store", "sqlite:a.store");
	cr_expect_not_null(
		strstr(page.out.data, "\ncontest              1           0           0  0 s\n"),
		"%s", page.out.data);
}

Test(store_upkeep, the_status_is_a_page_a_document_and_metrics)
{
	fill();
	AUTO_OUTCOME page = ASSAY("status", "--store", "sqlite:a.store");
	EXPECT_STATUS(page, 0);
	cr_expect_eq(strncmp(page.out.data, "no worker\n", 10), 0, "%s", page.out.data);
	cr_expect_not_null(strstr(page.out.data,
				   "\nclass           queued     running        held  waiting\n"),
		"%s", page.out.data);
	cr_expect_not_null(
		strstr(page.out.data, "\ncontest              1           0           0  "));
	cr_expect_not_null(
		strstr(page.out.data, "\ngeneration           0           0           0  -\n"));
	cr_expect_not_null(strstr(page.out.data, "\nresults: 0, 0 in the last minute, 0 in the "
						 "last hour; failed jobs: 0\n"));
	expect_status_document();
	struct as_store *owner = as_store_open("sqlite:a.store", NULL);
	cr_assert_not_null(owner);
	AUTO_OUTCOME metrics = ASSAY("status", "--prometheus", "--store", "sqlite:a.store");
	as_store_close(owner);
	EXPECT_STATUS(metrics, 0);
	static const char *const lines[] = {
		"# HELP assay_store_jobs Jobs that are not finished, by class and state.\n"
		"# TYPE assay_store_jobs gauge\n"
		"assay_store_jobs{class=\"contest\",state=\"queued\"} 1\n",
		"# TYPE assay_store_results_total counter\nassay_store_results_total 0\n",
		"\nassay_store_workers_alive 1\n", "\nassay_store_failed_jobs 0\n"};
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		cr_expect_not_null(
			strstr(metrics.out.data, lines[i]), "%s in %s", lines[i], metrics.out.data);
}

Test(store_upkeep, the_formats_of_the_status_are_mutually_exclusive)
{
	AUTO_OUTCOME none = ASSAY("status");
	EXPECT_COMPLAINT(none, 2, "missing option --store URL; usage: assay status --store URL");
	AUTO_OUTCOME both = ASSAY("status", "--json", "--prometheus", "--store", "sqlite:a");
	EXPECT_COMPLAINT(both, 2, "--json and --prometheus are mutually exclusive");
	AUTO_OUTCOME word = ASSAY("status", "sqlite:a");
	EXPECT_COMPLAINT(word, 2, "unexpected argument 'sqlite:a'; usage: assay status");
	AUTO_OUTCOME url = ASSAY("status", "--store=a");
	EXPECT_COMPLAINT(url, 2, "--store: 'a' is not the URL of a store; use sqlite:FILE");
	AUTO_OUTCOME missing = ASSAY("status", "--store=sqlite:a");
	EXPECT_COMPLAINT(missing, 2, "no store; name the file of a store");
}

/* ---- packages that are held ---- */

/* A package whose validator fails. */
static struct outcome judge_poison(void)
{
	put_sum_package(1);
	put("sum/output_validator/validate.py", "import sys\nsys.exit(9)\n");
	for (int i = 0; i < 6; i++) {
		AS_AUTO_FREE char *name = as_text_format(NULL, "%d.py", i);
		AS_AUTO_FREE char *text = as_text_format(NULL, "# %d\n" SUM_PY, i);
		put(name, text);
	}
	return ASSAY("judge", "--store", "sqlite:a.store", "sum", "0.py", "1.py", "2.py", "3.py",
		"4.py", "5.py");
}

/* Two run at once, so that the fourth may have begun. */
Test(store_upkeep, a_package_that_cannot_judge_is_held_until_it_is_released)
{
	AUTO_OUTCOME outcome = judge_poison();
	EXPECT_STATUS(outcome, 3);
	cr_expect_not_null(strstr(outcome.out.data, "6 submissions: 6 JE\n"), "%s%s",
		outcome.out.data, outcome.err.data);
	const char *held = strstr(outcome.err.data, "package sum is held, because its last ");
	cr_assert_not_null(held, "%s", outcome.err.data);
	cr_expect_null(strstr(held + 20, "is held"), "once: %s", outcome.err.data);
	AUTO_OUTCOME status = ASSAY("status", "--store", "sqlite:a.store");
	cr_expect_not_null(strstr(status.out.data, "\nheld: package sum ("), "%s", status.out.data);
	AUTO_OUTCOME other = ASSAY("store", "release", "sqlite:a.store", "some");
	EXPECT_COMPLAINT(other, 2, "no package with the name or digest 'some' is held; see assay");
	AUTO_OUTCOME copied = ASSAY("store", "backup", "sqlite:a.store", "b.store");
	EXPECT_STATUS(copied, 0);
	AUTO_OUTCOME released = ASSAY("store", "release", "sqlite:a.store", "sum");
	EXPECT_STATUS(released, 0);
	cr_expect_eq(strncmp(released.out.data, "released sum: ", 14), 0, "%s", released.out.data);
	cr_expect_not_null(strstr(released.out.data, " queued\n"), "%s", released.out.data);
	AUTO_OUTCOME copy = ASSAY("store", "release", "--json", "sqlite:b.store", "sum");
	EXPECT_STATUS(copy, 0);
	AS_AUTO_JSON json_t *document = document_of(&copy);
	cr_expect_str_eq(json_string_value(json_object_get(document, "action")), "release");
	cr_expect_str_eq(json_string_value(json_object_get(document, "name")), "sum");
	AUTO_OUTCOME after = ASSAY("status", "--store", "sqlite:a.store");
	cr_expect_null(strstr(after.out.data, "\nheld: "), "%s", after.out.data);
}

/* ---- jobs and settings ---- */

Test(store_upkeep, jobs_are_cancelled_and_moved)
{
	fill();
	AUTO_OUTCOME which = ASSAY("store", "cancel", "sqlite:a.store");
	EXPECT_COMPLAINT(which, 2, "cancel needs to know which jobs: use --job, --owner, --pack");
	AUTO_OUTCOME where = ASSAY("store", "prioritize", "sqlite:a.store", "--owner=ann");
	EXPECT_COMPLAINT(where, 2, "missing option --to CLASS or --priority NUMBER");
	AUTO_OUTCOME class = ASSAY("store", "cancel", "sqlite:a.store", "--class=rejuding");
	EXPECT_COMPLAINT(
		class, 2, "unknown value 'rejuding' of --class; did you mean 'rejudging'? use ");
	AUTO_OUTCOME job = ASSAY("store", "cancel", "sqlite:a.store", "--job=0");
	EXPECT_COMPLAINT(job, 2, "--job: ");
	AUTO_OUTCOME option = ASSAY("store", "check", "sqlite:a.store", "--owner=ann");
	EXPECT_COMPLAINT(option, 2, "--owner is not an option of assay store check");
	AUTO_OUTCOME none = ASSAY("store", "cancel", "sqlite:a.store", "--owner=bob");
	EXPECT_STATUS(none, 1);
	cr_expect_str_eq(none.out.data, "cancelled 0 jobs\n");
	AUTO_OUTCOME moved = ASSAY("store", "prioritize", "sqlite:a.store", "--owner=ann",
		"--to=practice", "--priority=5");
	EXPECT_STATUS(moved, 0);
	cr_expect_str_eq(moved.out.data, "moved 1 job\n");
	AUTO_OUTCOME status = ASSAY("status", "--store", "sqlite:a.store");
	cr_expect_not_null(
		strstr(status.out.data, "\npractice             1           0           0  "), "%s",
		status.out.data);
	AUTO_OUTCOME gone = ASSAY("store", "cancel", "sqlite:a.store", "--package=sum", "--job=1",
		"--class=practice", "--space=test");
	EXPECT_STATUS(gone, 0);
	cr_expect_str_eq(gone.out.data, "cancelled 1 job\n");
	AUTO_OUTCOME again = ASSAY("store", "cancel", "sqlite:a.store", "--job=1");
	EXPECT_STATUS(again, 1);
}

Test(store_upkeep, settings_are_changed_and_printed)
{
	fill();
	AUTO_OUTCOME usual = ASSAY("store", "settings", "sqlite:a.store");
	EXPECT_STATUS(usual, 0);
	cr_expect_str_eq(usual.out.data,
		"attempts 3 (default)\nfaults 3 (default)\nqueued no limit (default)\n");
	AUTO_OUTCOME set = ASSAY("store", "set", "sqlite:a.store", "attempts", "5");
	EXPECT_STATUS(set, 0);
	cr_expect_str_empty(set.out.data);
	AUTO_OUTCOME cap = ASSAY("store", "set", "sqlite:a.store", "queued", "9", "--space=test");
	EXPECT_STATUS(cap, 0);
	AUTO_OUTCOME whole = ASSAY("store", "settings", "sqlite:a.store");
	cr_expect_str_eq(
		whole.out.data, "attempts 5\nfaults 3 (default)\nqueued no limit (default)\n");
	AUTO_OUTCOME space = ASSAY("store", "settings", "sqlite:a.store", "--space", "test");
	cr_expect_str_eq(space.out.data, "queued 9\n");
	AUTO_OUTCOME back = ASSAY("store", "set", "sqlite:a.store", "attempts", "default");
	EXPECT_STATUS(back, 0);
	AUTO_OUTCOME after = ASSAY("store", "settings", "sqlite:a.store");
	cr_expect_str_eq(after.out.data, usual.out.data);
	AUTO_OUTCOME name = ASSAY("store", "set", "sqlite:a.store", "attempt", "5");
	EXPECT_COMPLAINT(
		name, 2, "unknown setting 'attempt'; did you mean 'attempts'? use attempts, ");
	AUTO_OUTCOME value = ASSAY("store", "set", "sqlite:a.store", "queued", "0");
	EXPECT_COMPLAINT(value, 2,
		"queued: invalid number '0'; write a whole number from 1 to 2147483647, or "
		"default");
	AUTO_OUTCOME only = ASSAY("store", "set", "sqlite:a.store", "faults", "2", "--space=test");
	EXPECT_COMPLAINT(only, 2, "faults is a setting of the whole store; leave --space out");
	AUTO_OUTCOME none = ASSAY("store", "set", "sqlite:a.store", "queued", "2", "--space=tset");
	EXPECT_COMPLAINT(none, 2, "the store has no space 'tset'");
}

/* ---- documents ---- */

Test(store_upkeep, each_action_prints_a_document)
{
	static const char url[] = "sqlite:a.store";

	fill();
	EXPECT_DOCUMENT(0,
		"{\"action\": \"check\", \"blobs\": 2, \"blob_bytes\": 6, \"jobs\": 1,"
		" \"results\": 0, \"problems\": []}",
		"check", url);
	EXPECT_DOCUMENT(0, "{\"action\": \"backup\", \"file\": \"\\\\x1Bcopy.store\"}", "backup",
		url,
		"\x1B"
		"copy.store");
	usleep(10000);
	EXPECT_DOCUMENT(0,
		"{\"action\": \"gc\", \"blobs\": 1, \"blob_bytes\": 5, \"parts\": 0,"
		" \"part_bytes\": 0}",
		"gc", "--grace=1ms", url);
	EXPECT_DOCUMENT(0, "{\"action\": \"prioritize\", \"jobs\": 1}", "prioritize", url,
		"--owner=ann", "--priority=5");
	EXPECT_DOCUMENT(1, "{\"action\": \"cancel\", \"jobs\": 0}", "cancel", url, "--owner=bob");
	EXPECT_DOCUMENT(0, "{\"action\": \"cancel\", \"jobs\": 1}", "cancel", url, "--job=1");
	EXPECT_DOCUMENT(0,
		"{\"action\": \"set\", \"space\": \"test\", \"setting\": \"queued\", \"value\": 9}",
		"set", url, "queued", "9", "--space=test");
	EXPECT_DOCUMENT(0,
		"{\"action\": \"settings\", \"space\": \"test\", \"settings\":"
		" [{\"setting\": \"queued\", \"value\": 9, \"default\": false}]}",
		"settings", url, "--space=test");
	EXPECT_DOCUMENT(0,
		"{\"action\": \"set\", \"space\": null, \"setting\": \"attempts\", \"value\": "
		"null}",
		"set", url, "attempts", "default");
	EXPECT_DOCUMENT(0,
		"{\"action\": \"settings\", \"space\": null, \"settings\":"
		" [{\"setting\": \"attempts\", \"value\": 3, \"default\": true},"
		" {\"setting\": \"faults\", \"value\": 3, \"default\": true},"
		" {\"setting\": \"queued\", \"value\": null, \"default\": true}]}",
		"settings", url);
	EXPECT_DOCUMENT(0, "{\"action\": \"export\", \"file\": \"a.tar\"}", "export", url, "a.tar");
	EXPECT_DOCUMENT(0, "{\"action\": \"import\", \"file\": \"a.tar\"}", "import",
		"sqlite:b.store", "a.tar");
	run_sql("UPDATE job SET state = 3, cause = NULL");
	EXPECT_DOCUMENT(1,
		"{\"action\": \"check\", \"blobs\": 1, \"blob_bytes\": 1, \"jobs\": 1,"
		" \"results\": 0, \"problems\":"
		" [\"job 1 failed without a cause; restore a backup\"]}",
		"check", url);
	AUTO_OUTCOME none = ASSAY("store", "--json", "check", "sqlite:c.store");
	EXPECT_COMPLAINT(none, 2, "no store; name the file of a store");
	cr_expect_str_empty(none.out.data);
}

/* ---- export and import ---- */

Test(store_upkeep, an_export_becomes_a_new_store)
{
	fill();
	AUTO_OUTCOME exported = ASSAY("store", "export", "sqlite:a.store", "a.tar");
	EXPECT_STATUS(exported, 0);
	AUTO_OUTCOME again = ASSAY("store", "export", "sqlite:a.store", "a.tar");
	AUTO_OUTCOME lost = ASSAY("store", "export", "sqlite:a.store", "no/a.tar");
	EXPECT_COMPLAINT(lost, 2,
		"no/a.tar: cannot be written: No such file or directory; create its folder first");
	EXPECT_COMPLAINT(again, 2, "the file exists; name a new file for the export");
	AUTO_OUTCOME imported = ASSAY("store", "import", "sqlite:b.store", "a.tar");
	EXPECT_STATUS(imported, 0);
	AUTO_OUTCOME check = ASSAY("store", "check", "sqlite:b.store");
	EXPECT_STATUS(check, 0);
	cr_expect_str_eq(check.out.data, "2 blobs (6 B), 1 job, 0 results: no problems\n");
	AUTO_OUTCOME full = ASSAY("store", "import", "sqlite:b.store", "a.tar");
	EXPECT_COMPLAINT(full, 2, "the store is not empty; import into a new store");
	AUTO_OUTCOME other = ASSAY("store", "import", "sqlite:c.store", "a.store");
	EXPECT_COMPLAINT(other, 3, "not a store export, or truncated; export the store again");
	AUTO_OUTCOME missing = ASSAY("store", "import", "sqlite:d.store", "b.tar");
	EXPECT_COMPLAINT(missing, 3, "b.tar");
	cr_expect_neq(faccessat(here_fd, "d.store", F_OK, 0), 0, "no store is made");
	/* Other tools can read it. */
	AUTO_OUTCOME list = command_run((const char *const[]){"/bin/tar", "-tf", "a.tar", NULL});
	EXPECT_STATUS(list, 0);
	cr_expect_eq(strncmp(list.out.data, "format.json\nblob/", 17), 0, "%s", list.out.data);
	cr_expect_not_null(strstr(list.out.data, "\njob/000001.jsonl\n"), "%s", list.out.data);
	cr_expect(as_text_ends(list.out.data, "\nend.json\n"));
}

/* The part that was imported before the archive ended is not used as a store. */
Test(store_upkeep, a_store_whose_import_failed_is_refused_by_all_commands)
{
	static const char text[] =
		"part.store: the import into the store is not complete; wait "
		"until it ends, or remove the file and import into a new store\n";
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	fill();
	AUTO_OUTCOME exported = ASSAY("store", "export", "sqlite:a.store", "a.tar");
	EXPECT_STATUS(exported, 0);
	cr_assert_eq(as_file_read(AT_FDCWD, "a.tar", 1 << 20, &bytes, NULL), 0);
	const char *end = memmem(bytes.data, bytes.size, "end.json", 8);
	cr_assert_not_null(end);
	bytes.data[end - bytes.data] = '\0';
	cr_assert_eq(as_file_write(AT_FDCWD, "cut.tar", bytes.data, (size_t)(end - bytes.data),
			     0600, NULL),
		0);
	AUTO_OUTCOME cut = ASSAY("store", "import", "sqlite:part.store", "cut.tar");
	EXPECT_COMPLAINT(cut, 3, "cut.tar: not a store export, or truncated");
	put_sum_package(1);
	put("a.py", SUM_PY);
	AUTO_OUTCOME made = ASSAY("contest", "new", "club", "--problems", "sum");
	EXPECT_STATUS(made, 0);
	static const char *const commands[][6] = {{"store", "check", "sqlite:part.store"},
		{"store", "import", "sqlite:part.store", "a.tar"},
		{"store", "backup", "sqlite:part.store", "b.store"},
		{"store", "settings", "sqlite:part.store"},
		{"status", "--store", "sqlite:part.store"},
		{"worker", "--store", "sqlite:part.store"},
		{"judge", "--store", "sqlite:part.store", "sum", "a.py"},
		{"serve", "club", "--store", "sqlite:part.store"},
		{"contest", "export", "club", "--store=sqlite:part.store", "--output=out"}};
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		const char *const *command = commands[i];
		AUTO_OUTCOME outcome = ASSAY(command[0], command[1], command[2], command[3],
			command[3] ? command[4] : NULL);
		EXPECT_COMPLAINT(outcome, 2, text);
	}
	cr_expect_neq(faccessat(here_fd, "out", F_OK, 0), 0);
}

/* ---- a server ---- */

Test(store_upkeep, a_store_on_a_server_is_maintained, .fini = leave_server)
{
	char url[512];

	fill();
	server_make_url(url);
	AUTO_OUTCOME exported = ASSAY("store", "export", "sqlite:a.store", "a.tar");
	EXPECT_STATUS(exported, 0);
	AUTO_OUTCOME imported = ASSAY("store", "import", url, "a.tar");
	EXPECT_STATUS(imported, 0);
	AUTO_OUTCOME check = ASSAY("store", "check", url);
	EXPECT_STATUS(check, 0);
	cr_expect_str_eq(check.out.data, "2 blobs (6 B), 1 job, 0 results: no problems\n");
	AUTO_OUTCOME gc = ASSAY("store", "gc", "--grace=1ms", url);
	EXPECT_STATUS(gc, 0);
	cr_expect_str_eq(gc.out.data,
		"removed 1 blob that nothing refers to (5 B) and parts of 0 blobs (0 B)\n");
	AUTO_OUTCOME status = ASSAY("status", "--store", url);
	EXPECT_STATUS(status, 0);
	cr_expect_eq(strncmp(status.out.data, "no worker\n", 10), 0, "%s", status.out.data);
	cr_expect_not_null(
		strstr(status.out.data, "\ncontest              1           0           0  "));
	AUTO_OUTCOME back = ASSAY("store", "export", url, "b.tar");
	EXPECT_STATUS(back, 0);
	AUTO_OUTCOME release = ASSAY("store", "release", url, "sum");
	EXPECT_COMPLAINT(release, 2, "no package with the name or digest 'sum' is held; see assay");
	AUTO_OUTCOME backup = ASSAY("store", "backup", url, "copy");
	EXPECT_COMPLAINT(backup, 2, "a store on PostgreSQL is backed up by pg_dump");
	server_run(url, "UPDATE assay.job SET state = 3");
	AUTO_OUTCOME moved = ASSAY("store", "prioritize", url, "--owner=ann", "--to=practice");
	EXPECT_STATUS(moved, 1);
	AUTO_OUTCOME set = ASSAY("store", "set", url, "queued", "7", "--space=test");
	EXPECT_STATUS(set, 0);
	AUTO_OUTCOME settings = ASSAY("store", "settings", url, "--space=test");
	cr_expect_str_eq(settings.out.data, "queued 7\n");
	AUTO_OUTCOME damaged = ASSAY("store", "check", url);
	EXPECT_STATUS(damaged, 1);
	cr_expect_eq(strncmp(damaged.out.data, "job 1 failed without a cause; ", 30), 0, "%s",
		damaged.out.data);
}

Test(store_upkeep, a_role_is_granted_the_rights_of_its_kind, .fini = leave_server)
{
	char url[512], role[32];

	fill();
	server_make_url(url);
	snprintf(role, sizeof(role), "judge%d", (int)getpid());
	AUTO_OUTCOME file = ASSAY("store", "grant", "sqlite:a.store", role, "worker");
	EXPECT_COMPLAINT(file, 2, "grant: a store in a file has no roles; give its readers");
	AUTO_OUTCOME kind = ASSAY("store", "grant", url, role, "wroker");
	EXPECT_COMPLAINT(
		kind, 2, "unknown kind of role 'wroker'; did you mean 'worker'? use worker, ");
	AUTO_OUTCOME none = ASSAY("store", "grant", url, role);
	EXPECT_COMPLAINT(none, 2,
		"missing argument worker|server|reader; usage: assay store grant URL ROLE ");
	AUTO_OUTCOME missing = ASSAY("store", "grant", url, role, "worker");
	EXPECT_COMPLAINT(missing, 2, "the server has no role 'judge");
	AS_AUTO_FREE char *create = as_text_format(NULL, "CREATE ROLE %s LOGIN", role);
	server_run(url, create);
	AS_AUTO_FREE char *expected = as_text_format(
		NULL, "{\"action\": \"grant\", \"role\": \"%s\", \"kind\": \"worker\"}", role);
	EXPECT_DOCUMENT(0, expected, "grant", url, role, "worker");
	AUTO_OUTCOME granted = ASSAY("store", "grant", url, role, "reader");
	EXPECT_STATUS(granted, 0);
	cr_expect(as_text_ends(granted.out.data, " may use the store: read all of it\n"), "%s",
		granted.out.data);
	cr_expect_str_empty(granted.err.data);
	char own[512];
	snprintf(own, sizeof(own), "postgresql://%s@%s", role, strchr(url, '@') + 1);
	AUTO_OUTCOME status = ASSAY("status", "--store", own);
	EXPECT_STATUS(status, 0);
	AUTO_OUTCOME gc = ASSAY("store", "gc", own);
	EXPECT_COMPLAINT(gc, 2, "; have the owner of the store run assay store grant URL ROLE");
	server_drop();
	AS_AUTO_FREE char *drop = as_text_format(NULL, "DROP ROLE %s", role);
	server_url(url, "postgres", "postgres");
	server_run(url, drop);
}
