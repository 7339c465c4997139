/* SPDX-License-Identifier: MIT */
/* assay grade --as: one submission, as the platform of an autograder runs it. The submission
 * becomes the only one of a class in a temporary folder. */
#include "grade.h"

#include <assay/base/time.h>
#include <assay/program/workshop.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SUBMISSION_MAX_BYTES (UINT64_C(256) << 20)
/* Gradescope ends an autograder after 10 minutes. */
#define GRADESCOPE_TIME_NS (INT64_C(540) * 1000000000)

/* ---- the options ---- */

void grade_take_platform(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	static const char *const names[] = {"gradescope", "junit"};

	*(enum grade_platform *)place =
		(enum grade_platform)(1 + cli_choose(state, option, value, names, 2));
}

#define AT(member) .place = offsetof(struct grade_options, member)
static const struct cli_option options_of_single[] = {
	GRADE_AS_ROW(""),
	{"submission", 0, "FOLDER", "the files to judge (default: /autograder/submission)",
		cli_text, AT(as.submission)},
	{"results", 0, "FILE",
		"where the result is written (default: /autograder/results/results.json)", cli_text,
		AT(as.results)},
	{"metadata", 0, "FILE",
		"the platform's description of the submission, with its dates (default: "
		"/autograder/submission_metadata.json, if it exists)",
		cli_text, AT(as.metadata)},
	{"time", 0, "TIME",
		"stop after this time, and write a result that says so (default: 540s for "
		"gradescope, none for junit)",
		cli_time, AT(as.time_ns)},
	{"jobs", 'j', "N", "run N tests at once, each on a core of its own (default: all cores)",
		cli_number, AT(run.engine.workers), 1, 1024},
	CLI_CORES,
	CLI_RERUNS(struct grade_options, run.order.reruns),
	CLI_MODULE(struct grade_options, modules, CLI_MODULE_HELP),
	CLI_WEAK_PROCESS(struct grade_options, run.engine.weak_sandbox, CLI_WEAK_VERDICTS_HELP),
	{0},
};

static void check(struct argp_state *state, void *input)
{
	struct grade_as *as = &((struct grade_options *)input)->as;

	if (as->platform == GRADE_AS_JUNIT && (!as->submission || !as->results))
		cli_refuse_missing(
			state, "option", as->submission ? "--results FILE" : "--submission FOLDER");
	if (as->platform != GRADE_AS_GRADESCOPE)
		return;
	if (!as->metadata && !as->submission &&
		access("/autograder/submission_metadata.json", F_OK) == 0)
		as->metadata = "/autograder/submission_metadata.json";
	if (!as->submission)
		as->submission = "/autograder/submission";
	if (!as->results)
		as->results = "/autograder/results/results.json";
	if (!as->time_ns)
		as->time_ns = GRADESCOPE_TIME_NS;
}

static const struct cli_verb single_verb = {.options = options_of_single,
	.arguments = "SCHEME|PACKAGE --as PLATFORM",
	.about = "Grades one submission, as the platform of an autograder runs it, and writes the "
		 "result that the platform reads. Students see what the scheme lets them see.",
	.words = {{"SCHEME", AT(run.scheme)}},
	.check = check};

bool grade_is_single(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strncmp(argv[i], "--as", 4) == 0 && (!argv[i][4] || argv[i][4] == '='))
			return true;
	return false;
}

int grade_parse_single(int argc, char **argv, struct grade_options *options)
{
	options->run.engine.workers = 1024;
	options->run.engine.modules = options->modules.names;
	options->run.no_pages = options->run.no_similar = true;
	options->run.single = &options->as.dates;
	return cli_parse(&single_verb, argc, argv, options);
}

/* ---- the platform's description ---- */

/* A number or a text of a member of the class; NULL: it has none. */
static json_t *find_name(json_t *user, const char *key)
{
	json_t *value = json_object_get(user, key);
	const char *text = json_string_value(value);

	return json_is_integer(value) || (text && *text) ? value : NULL;
}

/* The submission's entry of an export: its first member, whose marks are those of the group. */
static json_t *describe_submission(json_t *metadata)
{
	json_t *user = json_array_get(json_object_get(metadata, "users"), 0);
	json_t *sid = find_name(user, "sid"), *mail = find_name(user, "email");
	json_t *created = json_object_get(metadata, "created_at");
	char now[AS_TIME_SIZE];

	/* Without a platform the submission arrives now. */
	if (!metadata)
		created = json_string(as_time_format(time(NULL), 0, now));
	else
		json_incref(created);
	json_t *submitter = json_pack("{s:O*, s:O*}", "sid", sid, "email", mail);
	if (submitter && !sid && !mail)
		json_object_set_new(submitter, "sid", json_string("submission"));
	return json_pack("{s:{s:[o], s:o*}}", "submission_1", "submitters", submitter, "created_at",
		created);
}

/* Sets the deadline to the latest one of the members. Fractions of a second are dropped. */
static int take_due(struct as_grade_single *dates, json_t *holder, struct as_error *error)
{
	const char *text = json_string_value(
		json_object_get(json_object_get(holder, "assignment"), "due_date"));
	char whole[AS_TIME_SIZE];
	int64_t due_s;
	int32_t offset_s;

	if (!text)
		return 0;
	const size_t length = strcspn(text, ".");
	const char *zone = text + length + (text[length] ? 1 : 0);
	snprintf(whole, sizeof(whole), "%.*s%s", (int)length, text,
		zone + strspn(zone, "0123456789"));
	if (as_time_parse(whole, &due_s, &offset_s, error))
		return -1;
	if (!dates->has_due || due_s > dates->due_s) {
		dates->due_s = due_s;
		dates->due_offset_s = offset_s;
		dates->has_due = true;
	}
	return 0;
}

static int read_dates(struct as_grade_single *dates, json_t *metadata, struct as_error *error)
{
	json_t *users = json_object_get(metadata, "users");
	json_t *user;
	size_t i;

	json_array_foreach(users, i, user) if (take_due(dates, user, error)) return -1;
	return dates->has_due ? 0 : take_due(dates, metadata, error);
}

/* NULL without an error: there is no description. */
static json_t *read_metadata(const struct grade_as *as, struct as_error *error)
{
	json_error_t why;

	if (!as->metadata)
		return NULL;
	json_t *metadata = json_load_file(as->metadata, 0, &why);
	if (!json_is_object(metadata)) {
		json_decref(metadata);
		as_error_at(error, AS_ERROR_INPUT, as->metadata, 0, 0,
			"the description of the submission cannot be read: %s",
			metadata ? "not an object" : why.text);
		return NULL;
	}
	return metadata;
}

/* ---- the class of one ---- */

/* Files that are too many or too large are the student's error. */
static int copy_files(struct grade_single *single, struct as_error *error)
{
	const char *from = single->options->as.submission;
	uint64_t budget = SUBMISSION_MAX_BYTES;
	AS_AUTO_FD int from_fd = open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, single->folder, error);

	if (from_fd < 0)
		return as_error_at_sys(error, AS_ERROR_USAGE, errno, from,
			"the folder of the submission cannot be opened");
	if (fd < 0 || as_dir_make(fd, "class/submission_1", 0700, error))
		return -1;
	AS_AUTO_FD int to_fd = as_dir_open(fd, "class/submission_1", error);
	struct as_error why = {0};
	if (to_fd < 0)
		return -1;
	if (as_box_copy(from_fd, to_fd, &budget, &why) == 0)
		return 0;
	if (why.kind == AS_ERROR_INPUT)
		single->refusal = strdup(why.text);
	return as_error_pass(error, &why, why.where, "the submission: %s", why.text);
}

static int write_class(struct grade_single *single, json_t *metadata, struct as_error *error)
{
	AS_AUTO_JSON json_t *class = describe_submission(metadata);
	AS_AUTO_FREE char *text = class ? as_yaml_write(class, error) : NULL;
	AS_AUTO_FREE char *path =
		as_text_format(error, "%s/class/submission_metadata.yml", single->folder);

	if (!class)
		return as_error_no_memory(error);
	return !text || !path || copy_files(single, error) ||
			       as_file_write(AT_FDCWD, path, text, strlen(text), 0600, error)
		       ? -1
		       : 0;
}

static struct grade_single *timed;

static void end_time(int number)
{
	(void)number;
	timed->timed_out = true;
	cli_cancelled = true;
}

static void start_timer(struct grade_single *single)
{
	const int64_t time_ns = single->options->as.time_ns;
	struct sigaction action = {.sa_handler = end_time, .sa_flags = SA_RESTART};
	const struct itimerval timer = {
		.it_value = {.tv_sec = time_ns / 1000000000, .tv_usec = time_ns / 1000 % 1000000}};

	timed = single;
	if (time_ns && sigaction(SIGALRM, &action, NULL) == 0)
		setitimer(ITIMER_REAL, &timer, NULL);
}

/* The submission may not put its own result in the place of this one. */
static int check_results(const struct grade_options *options, struct as_error *error)
{
	AS_AUTO_FREE char *path = strdup(options->as.results);

	return !path ? as_error_no_memory(error)
		     : as_sandbox_check_fixed(
			       options->run.engine.weak_sandbox, dirname(path), error);
}

int grade_single_open(
	struct grade_single *single, struct grade_options *options, struct as_error *error)
{
	struct as_grade_config *run = &options->run;

	*single = (struct grade_single){.options = options, .begin_ns = as_now_ns()};
	if (options->as.platform == GRADE_AS_CLASS)
		return 0;
	if (check_results(options, error))
		return -1;
	start_timer(single);
	/* What stays if this command is killed. */
	if (grade_single_fail(single, error))
		return -1;
	struct as_error why = {0};
	AS_AUTO_JSON json_t *metadata = read_metadata(&options->as, &why);
	if (why.kind != AS_ERROR_NONE) {
		*error = why;
		return -1;
	}
	if (read_dates(&options->as.dates, metadata, error))
		return as_error_context(error, "%s: due_date", options->as.metadata);
	single->keeper = as_keeper_open(error);
	if (!single->keeper || as_temp_make(single->keeper, single->folder, error))
		return -1;
	single->class = as_text_format(error, "%s/class", single->folder);
	single->out = as_text_format(error, "%s/out", single->folder);
	if (!single->class || !single->out || write_class(single, metadata, error))
		return -1;
	run->submissions = single->class;
	run->out = single->out;
	run->arrival.layout = AS_LAYOUT_GRADESCOPE;
	return 0;
}

void grade_single_stop_time(void)
{
	setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
}

void grade_single_close(struct grade_single *single)
{
	grade_single_stop_time();
	if (single->keeper)
		as_temp_remove(single->keeper, single->folder);
	as_keeper_close(single->keeper);
	free(single->refusal);
	free(single->class);
	free(single->out);
}
