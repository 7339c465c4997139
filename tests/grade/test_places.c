/* SPDX-License-Identifier: MIT */
/* A class has the same marks in a folder and in a space of a store whose worker judges. */
#include "judge/engine_case.h"
#include "store/server.h"
#include "store/store_case.h"

#include <assay/grade/class.h>
#include <signal.h>
#include <sys/wait.h>

#define SPACE "course/algo1/week1"
#define RIGHT "print(input())\n"
#define PARTLY "print(2)\n"
#define WRONG "print(0)\n"
#define UNCLEAN "print(input())\nraise SystemExit(1)\n"

enum place { IN_FOLDER, IN_FILE, ON_SERVER };

static char folder[64];

static void make_folder(void)
{
	strcpy(folder, "/tmp/assay-places.XXXXXX");
	cr_assert_not_null(mkdtemp(folder));
}

static void remove_folder(void)
{
	if (getenv("ASSAY_TEST_POSTGRES"))
		server_drop();
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(places, .init = make_folder, .fini = remove_folder, .timeout = 600);

/* Marks of the item `style`, and a decision about a total; -1: none. */
struct decisions {
	int64_t ann_e4, bob_e4, cem_total_e4;
};

struct scene {
	struct engine_setting setting;
	enum place place;
	char out[80], url[512];
	struct as_store *store;
	struct as_worker *worker;
	struct as_scheme scheme;
	struct as_text_map compilers;
	const struct as_package *packages[1];
	struct as_class *class;
	struct as_class_entry entries[8];
	struct as_class_attempt attempts[8];
	struct as_class_person people[8];
	size_t entry_count, person_count;
	struct decisions decisions;
	struct scene *rival; /* marks while this one reads the decisions */
	bool is_killed;      /* then */
};

static int decide(void *context, const struct as_class *class, struct as_manual *manual,
	struct as_overrides *overrides, struct as_findings *findings, struct as_error *error);

static void put_mark(
	struct as_manual *manual, const struct as_scheme *scheme, const char *id, int64_t points_e4)
{
	const struct as_manual_mark mark = {.is_marked = true, .points_e4 = points_e4};

	if (points_e4 >= 0)
		cr_assert_eq(as_manual_set(manual, scheme, id, 1, &mark, NULL), 0);
}

static void write_decisions(const struct scene *scene)
{
	const struct decisions *given = &scene->decisions;
	char text[512], number[2][AS_POINTS_SIZE];
	AS_AUTO_FD int fd = -1;

	cr_assert_eq(as_dir_make(AT_FDCWD, scene->out, 0700, NULL), 0);
	fd = open(scene->out, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	snprintf(text, sizeof(text), "id,style,style comment\nbob,%s,\nann,%s,\n",
		given->bob_e4 < 0 ? "" : as_points_format(given->bob_e4, number[0]),
		given->ann_e4 < 0 ? "" : as_points_format(given->ann_e4, number[1]));
	cr_assert_eq(as_file_write(fd, "manual.csv", text, strlen(text), 0600, NULL), 0);
	snprintf(text, sizeof(text), "id,item,mark,reason\ncem,total,%s,oral\n",
		as_points_format(given->cem_total_e4, number[0]));
	if (given->cem_total_e4 >= 0)
		cr_assert_eq(as_file_write(fd, "overrides.csv", text, strlen(text), 0600, NULL), 0);
}

/* ---- the scene ---- */

static void open_store(struct scene *scene)
{
	struct as_error error = {0};

	if (scene->place == IN_FOLDER)
		return;
	if (scene->place == ON_SERVER && !*scene->url)
		server_make_url(scene->url);
	else if (!*scene->url)
		snprintf(scene->url, sizeof(scene->url), "sqlite:%s/course.db", folder);
	scene->store = store_open(scene->url);
	scene->worker = as_worker_start(
		&(struct as_worker_config){
			.store = scene->store, .engine = scene->setting.engine, .jobs = 2},
		&error);
	cr_assert_not_null(scene->worker, "%s", error.text);
}

static void open_class(struct scene *scene)
{
	const bool has_store = scene->place != IN_FOLDER;
	struct as_error error = {0};
	struct as_class_config config = {.out = has_store ? NULL : scene->out,
		.store = scene->store,
		.space = has_store ? SPACE : NULL,
		.is_shared = scene->place == ON_SERVER,
		.decide = has_store ? decide : NULL,
		.context = scene,
		.scheme = &scene->scheme,
		.packages = scene->packages,
		.compilers = &scene->compilers};

	scene->class = as_class_open(&config, &error);
	cr_assert_not_null(scene->class, "%s", error.text);
}

static const char scheme_text[] =
	"package: p\nattempt: best\nitems:\n"
	"- {id: tests, points: 6}\n- {id: style, points: 4, manual: true}\n";

static void scene_open(struct scene *scene, enum place place)
{
	struct as_error error = {0};

	*scene = (struct scene){.place = place, .decisions = {-1, -1, -1}};
	engine_setting_make(&scene->setting,
		"--- file data/secret/2.in\n2\n--- file data/secret/2.ans\n2\n"
		"--- file data/secret/3.in\n3\n--- file data/secret/3.ans\n3\n",
		1);
	engine_setting_need(
		&scene->setting, as_engine_package_prepare(scene->setting.opened, &error), &error);
	scene->packages[0] = scene->setting.package;
	snprintf(scene->out, sizeof(scene->out), "%s/out", folder);
	cr_assert_eq(as_scheme_parse(&scene->scheme, "week1.yaml", scheme_text, strlen(scheme_text),
			     &error),
		0, "%s", error.text);
	cr_assert_eq(
		as_scheme_bind(&scene->scheme, 0, scene->packages[0], &error), 0, "%s", error.text);
	open_store(scene);
	open_class(scene);
}

static void scene_close(struct scene *scene)
{
	as_class_close(scene->class);
	as_worker_stop(scene->worker);
	as_store_close(scene->store);
	for (size_t i = 0; i < scene->entry_count; i++)
		as_class_entry_clear(&scene->entries[i]);
	as_scheme_clear(&scene->scheme);
	engine_setting_close(&scene->setting);
}
#define AUTO_SCENE AS_AUTO(scene_close) struct scene

static struct as_class_entry *hand_in(struct scene *scene, const char *source)
{
	const struct as_memory_file file = {.name = "a.py", .data = source, .size = strlen(source)};
	const size_t at = scene->entry_count++;
	struct as_class_entry *entry = &scene->entries[at];

	entry->path = "a.py";
	cr_assert_eq(as_submitted_take_files(
			     &entry->submitted, scene->packages[0], &file, 1, false, NULL),
		0);
	cr_assert_eq(as_class_entry_seal(entry, NULL), 0);
	scene->attempts[at] = (struct as_class_attempt){
		.time_known = true, .time_s = 1000 + (int64_t)at, .entries = entry};
	return entry;
}

/* With the last `count` attempts. */
static void add_person(struct scene *scene, const char *id, size_t count)
{
	scene->people[scene->person_count++] = (struct as_class_person){.id = id,
		.name = id,
		.attempts = &scene->attempts[scene->entry_count - count],
		.attempt_count = count};
}

static void add_class(struct scene *scene)
{
	hand_in(scene, RIGHT);
	hand_in(scene, PARTLY);
	add_person(scene, "ann", 2);
	hand_in(scene, WRONG);
	add_person(scene, "bob", 1);
	hand_in(scene, UNCLEAN);
	add_person(scene, "cem", 1);
	add_person(scene, "dan", 0);
}

/* ---- steps ---- */

static void mark(struct scene *scene)
{
	struct as_findings findings = {0};
	struct as_error error = {0};

	if (scene->place == IN_FOLDER)
		write_decisions(scene);
	cr_assert_eq(as_class_mark(scene->class, &findings, &error), 0, "%s", error.text);
	cr_expect_eq(findings.error_count, 0, "%s", findings.items[0].text);
	as_findings_clear(&findings);
}

static int decide(void *context, const struct as_class *class, struct as_manual *manual,
	struct as_overrides *overrides, struct as_findings *findings, struct as_error *error)
{
	struct scene *scene = context;
	const struct decisions *given = &scene->decisions;
	struct scene *rival = as_steal(scene->rival);

	(void)class;
	(void)findings;
	(void)error;
	if (scene->is_killed)
		kill(getpid(), SIGKILL);
	put_mark(manual, &scene->scheme, "bob", given->bob_e4);
	put_mark(manual, &scene->scheme, "ann", given->ann_e4);
	if (given->cem_total_e4 >= 0)
		cr_assert_eq(as_overrides_set(
				     overrides, "cem", SIZE_MAX, given->cem_total_e4, "oral", NULL),
			0);
	if (rival)
		mark(rival);
	return 0;
}

static void enter(struct scene *scene)
{
	struct as_error error = {0};

	cr_assert_eq(as_class_enter(scene->class, scene->people, scene->person_count, &error), 0,
		"%s", error.text);
}

static void fail(void *context, size_t person, const char *path, const struct as_error *why)
{
	(void)context;
	(void)person;
	cr_assert_fail("%s: %s", path, why->text);
}

static void judge_once(struct scene *scene)
{
	const struct as_class_judging judging = {.engine = scene->setting.engine,
		.queue_only = scene->worker != NULL,
		.calls = {.failed = fail}};
	struct as_error error = {0};

	cr_assert_eq(as_class_judge(scene->class, &judging, &error), 0, "%s", error.text);
}

static size_t count_waiting(const struct scene *scene)
{
	size_t count;

	as_class_waiting(scene->class, &count);
	return count;
}

static void judge(struct scene *scene)
{
	for (judge_once(scene); count_waiting(scene); judge_once(scene))
		usleep(10000);
}

static size_t count_results(const struct scene *scene)
{
	struct as_store_status status = {0};
	char url[128];
	size_t count;

	snprintf(url, sizeof(url), "sqlite:%s/grade.db", scene->out);
	struct as_store *store = scene->store ? NULL : as_store_open_reader(url, NULL);
	cr_assert_eq(as_store_status_read(scene->store ? scene->store : store, &status, NULL), 0);
	count = status.results;
	as_store_status_clear(&status);
	as_store_close(store);
	return count;
}

/* ---- what is expected ---- */

static void print_row(const struct as_class_row *row, FILE *file)
{
	char text[AS_POINTS_SIZE];

	fprintf(file, "%s:", row->id);
	for (size_t i = 0; i < row->mark_count; i++)
		fprintf(file, " %s",
			as_mark_state_is_open(row->marks[i].state)
				? "-"
				: as_points_format(row->marks[i].mark_e4, text));
	fprintf(file, "%s", row->total.complete ? " = " : row->is_marked ? " so far " : "");
	fprintf(file, "%s\n", row->is_marked ? as_points_format(row->total.total_e4, text) : "");
}

/* "ID: TESTS STYLE = TOTAL" */
static void expect_marks(const struct scene *scene, const char *expected)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	for (size_t i = 0; i < as_class_row_count(scene->class); i++)
		print_row(as_class_row(scene->class, i), file);
	fclose(file);
	cr_expect_str_eq(text, expected, "%s", text);
}

static void expect_change(const struct scene *scene, const char *id, const char *numbers)
{
	size_t count;
	const struct as_class_change *changes = as_class_changes(scene->class, &count);

	cr_assert_eq(count, 1);
	AS_AUTO_FREE char *text = as_class_describe_change(changes, NULL);
	cr_expect_str_eq(changes->id, id);
	cr_expect_str_eq(text, numbers, "%s: %s", text, changes->why);
}

#define FIRST "ann: 6 4 = 10\nbob: 0 - so far 0\ncem: 0 - = 5\ndan: 0 0 = 0\n"

static void play(enum place place)
{
	AUTO_SCENE scene;
	size_t count;

	scene_open(&scene, place);
	add_class(&scene);
	enter(&scene);
	judge(&scene);
	scene.decisions = (struct decisions){40000, -1, 50000};
	mark(&scene);
	expect_marks(&scene, FIRST);
	cr_expect_eq(count_results(&scene), 5);
	/* First marks count at once; others wait. */
	scene.decisions = (struct decisions){30000, 20000, 50000};
	mark(&scene);
	expect_marks(&scene, "ann: 6 4 = 10\nbob: 0 2 = 2\ncem: 0 - = 5\ndan: 0 0 = 0\n");
	expect_change(&scene, "ann", "total 10 -> 9, style 4 -> 3");
	cr_expect_eq(as_class_apply(scene.class, NULL), 1);
	expect_marks(&scene, "ann: 6 3 = 9\nbob: 0 2 = 2\ncem: 0 - = 5\ndan: 0 0 = 0\n");
	/* As another process finds it. */
	as_class_close(scene.class);
	open_class(&scene);
	enter(&scene);
	judge(&scene);
	mark(&scene);
	expect_marks(&scene, "ann: 6 3 = 9\nbob: 0 2 = 2\ncem: 0 - = 5\ndan: 0 0 = 0\n");
	as_class_changes(scene.class, &count);
	cr_expect_eq(count, 0);
	cr_expect_eq(count_results(&scene), 5);
}

Test(places, a_folder_has_the_marks)
{
	play(IN_FOLDER);
}

Test(places, a_space_of_a_file_has_the_same_marks)
{
	play(IN_FILE);
}

Test(places, a_space_on_a_server_has_the_same_marks)
{
	play(ON_SERVER);
}

/* ---- a server ---- */

/* Queues an entry as a server does on arrival. */
static int64_t queue_entry(const struct scene *scene, const struct as_class_entry *entry)
{
	const struct as_class_queueing how = {.store = scene->store,
		.engine = scene->setting.engine,
		.scheme = &scene->scheme,
		.packages = scene->packages,
		.round = as_class_round(scene->class)};
	AS_AUTO(as_class_order_clear) struct as_class_order made;
	struct as_store_appended appended;
	struct as_error error = {0};

	cr_assert_eq(as_store_package_keep(scene->store, scene->packages[0], NULL, &error), 0);
	cr_assert_eq(as_class_order_make(&made, &how, entry, "ann", &error), 0, "%s", error.text);
	cr_assert_eq(as_store_space_find(scene->store, SPACE, &made.order.space, NULL), 0);
	const struct as_store_entry event = {.order = &made.order};
	cr_assert_eq(as_store_append(scene->store, made.order.space, &event, 1, &appended, &error),
		0, "%s", error.text);
	return appended.ticket.job;
}

/* The files are not in memory when the class is marked. */
static void forget_files(struct as_class_entry *entry)
{
	as_submitted_clear(&entry->submitted);
	entry->submitted = (struct as_submitted){0};
	entry->is_stored = true;
}

static void find_queued(enum place place)
{
	AUTO_SCENE scene;
	size_t count;

	scene_open(&scene, place);
	struct as_class_entry *entry = hand_in(&scene, UNCLEAN);
	const int64_t job = queue_entry(&scene, entry);
	add_person(&scene, "ann", 1);
	forget_files(entry);
	enter(&scene);
	as_worker_stop(as_steal(scene.worker));
	const struct as_class_judging judging = {
		.engine = scene.setting.engine, .queue_only = true, .calls = {.failed = fail}};
	cr_assert_eq(as_class_judge(scene.class, &judging, NULL), 0);
	const struct as_class_waiting *waiting = as_class_waiting(scene.class, &count);
	if (count)
		cr_expect_eq(waiting->job, job);
	as_class_close(scene.class);
	as_store_close(scene.store);
	open_store(&scene);
	open_class(&scene);
	enter(&scene);
	judge(&scene);
	mark(&scene);
	cr_assert_eq(as_class_row(scene.class, 0)->work_count, 1);
	cr_expect_eq(as_class_row(scene.class, 0)->works[0].job, job);
	/* Its own, and the lenient one. */
	cr_expect_eq(count_results(&scene), 2);
}

Test(places, a_submission_that_a_server_has_queued_is_known)
{
	find_queued(IN_FILE);
}

Test(places, a_submission_that_a_server_has_queued_in_a_database_is_known)
{
	find_queued(ON_SERVER);
}

/* Until the entry has a result, the marks that count stay, and nothing waits for --apply. */
Test(places, the_marks_of_a_student_with_an_entry_that_waits_stay)
{
	AUTO_SCENE scene;
	size_t count;

	scene_open(&scene, IN_FILE);
	hand_in(&scene, PARTLY);
	add_person(&scene, "ann", 1);
	enter(&scene);
	judge(&scene);
	mark(&scene);
	expect_marks(&scene, "ann: 0 - so far 0\n");
	as_worker_stop(as_steal(scene.worker));
	hand_in(&scene, RIGHT);
	scene.people[0].attempt_count = 2;
	enter(&scene);
	const struct as_class_judging judging = {
		.engine = scene.setting.engine, .queue_only = true, .calls = {.failed = fail}};
	cr_assert_eq(as_class_judge(scene.class, &judging, NULL), 0);
	const struct as_class_waiting *waiting = as_class_waiting(scene.class, &count);
	cr_assert_eq(count, 1);
	cr_expect_eq(waiting->attempt, 1);
	mark(&scene);
	expect_marks(&scene, "ann: 0 - so far 0\n");
	as_class_changes(scene.class, &count);
	cr_expect_eq(count, 0);
}

/* ---- two processes ---- */

static void rival_close(struct scene *rival)
{
	as_class_close(rival->class);
}

static void two_processes(enum place place)
{
	AUTO_SCENE scene;

	scene_open(&scene, place);
	add_class(&scene);
	enter(&scene);
	judge(&scene);
	/* Another open class on the same space. */
	AS_AUTO(rival_close) struct scene rival = scene;
	open_class(&rival);
	enter(&rival);
	judge(&rival);
	/* The rival marks ann after the scene has read the register, and before it writes. */
	rival.decisions.ann_e4 = 40000;
	scene.decisions = (struct decisions){-1, 20000, -1};
	scene.rival = &rival;
	mark(&scene);
	expect_marks(&scene, "ann: 6 4 = 10\nbob: 0 2 = 2\ncem: 0 - so far 0\ndan: 0 0 = 0\n");
	/* A change that the caller has not seen is not applied. */
	scene.decisions = (struct decisions){10000, 20000, -1};
	mark(&scene);
	expect_change(&scene, "ann", "total 10 -> 7, style 4 -> 1");
	rival.decisions = (struct decisions){40000, 20000, 50000};
	mark(&rival);
	cr_expect_eq(as_class_apply(scene.class, NULL), 0);
	cr_expect_eq(as_class_apply(scene.class, NULL), 0);
	mark(&scene);
	cr_expect_eq(as_class_apply(scene.class, NULL), 1);
	mark(&rival);
	expect_marks(&rival, "ann: 6 1 = 7\nbob: 0 2 = 2\ncem: 0 - = 5\ndan: 0 0 = 0\n");
}

Test(places, two_processes_keep_the_marks_of_each_other)
{
	two_processes(IN_FILE);
}

Test(places, two_processes_keep_the_marks_of_each_other_on_a_server)
{
	two_processes(ON_SERVER);
}

/* ---- kills ---- */

static void judge_and_die(enum place place)
{
	struct scene scene;

	scene_open(&scene, place);
	add_class(&scene);
	enter(&scene);
	judge(&scene);
	scene.is_killed = true;
	mark(&scene);
	_exit(1);
}

Test(places, a_process_that_is_killed_before_it_marks_loses_no_result)
{
	const pid_t pid = fork();
	int status;

	if (pid == 0)
		judge_and_die(IN_FILE);
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	AUTO_SCENE scene;
	scene_open(&scene, IN_FILE);
	add_class(&scene);
	enter(&scene);
	judge_once(&scene);
	cr_expect_eq(count_waiting(&scene), 0);
	scene.decisions = (struct decisions){40000, -1, 50000};
	mark(&scene);
	expect_marks(&scene, FIRST);
	cr_expect_eq(count_results(&scene), 5);
}

/* ---- exports ---- */

Test(places, files_are_written_only_into_a_folder_that_is_named)
{
	AUTO_SCENE scene;
	struct as_error error = {0};

	scene_open(&scene, IN_FILE);
	add_class(&scene);
	enter(&scene);
	judge(&scene);
	mark(&scene);
	cr_expect_eq(as_class_write(scene.class, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	const struct as_class_config config = {.out = scene.out,
		.store = scene.store,
		.space = SPACE,
		.scheme = &scene.scheme,
		.packages = scene.packages,
		.compilers = &scene.compilers};
	struct as_class *export = as_class_open(&config, NULL);
	cr_assert_not_null(export);
	cr_assert_eq(as_class_enter(export, scene.people, scene.person_count, NULL), 0);
	cr_expect_eq(as_class_write(export, NULL), 0);
	as_class_close(export);
	AS_AUTO_BYTES struct as_bytes marks = {0};
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/marks.csv", scene.out);
	cr_assert_eq(as_file_read(AT_FDCWD, path, 1 << 20, &marks, NULL), 0);
	cr_expect_not_null(strstr(marks.data, "\nann,ann,6,"), "%s", marks.data);
	snprintf(path, strlen(path) + 1, "%s/grade.db", scene.out);
	cr_expect_neq(access(path, F_OK), 0);
}
