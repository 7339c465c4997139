/* SPDX-License-Identifier: MIT */
/* Shared by all verbs: errors as one line, options with the right exit status, signals. */
#include "cli.h"

#include <assay/base/fit.h>
#include <assay/base/install.h>
#include <assay/engine.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool complained, lost_reader;

void cli_lose_reader(void)
{
	lost_reader = true;
}

/* The usual remedy for the cause of an error whose text has none. */
static const char *usual_remedy(const struct as_error *error)
{
	if (!error->lacks_remedy ||
		(error->kind != AS_ERROR_USAGE && error->kind != AS_ERROR_INPUT))
		return "";
	switch (error->sys_errno) {
	case ENOENT:
	case ENOTDIR:
		return "; check the path";
	case EISDIR:
		return "; name a file, not a folder";
	case EINVAL:
		return "; name a regular file";
	case ELOOP:
		return "; name what it leads to";
	case EROFS:
		return "; use a folder on a disk that can be written";
	case EACCES:
	case EPERM:
		return "; give this user the permission, or use another place";
	default:
		return "";
	}
}

/* The full disk may be that of the temporary folder, whose name the user does not know. */
static void print_remedy(const struct as_error *error)
{
	const char *temp = getenv("TMPDIR");
	char shown[256];

	if (error->sys_errno != ENOSPC && error->sys_errno != EDQUOT) {
		fputs(usual_remedy(error), stderr);
		return;
	}
	temp = temp && *temp ? temp : "/tmp";
	fprintf(stderr,
		"; free space on its disk; if it is a temporary file, set TMPDIR to a folder with "
		"free space (now %s)",
		as_text_printable(temp, strlen(temp), shown, sizeof(shown)));
}

/* sudo searches commands in its own list of folders, so a remedy has the path of this command. */
static void print_text(const char *text)
{
	static const char remedy[] = "`sudo assay ";
	const char *at = strstr(text, remedy);
	char command[PATH_MAX];

	if (!at || as_install_command(command, NULL)) {
		fprintf(stderr, "assay: %s", text);
		return;
	}
	fprintf(stderr, "assay: %.*s`sudo %s %s", (int)(at - text), text, command,
		at + strlen(remedy));
}

int cli_fail(const struct as_error *error)
{
	static char last[2048];
	char text[sizeof(last)];
	const int status = error->kind == AS_ERROR_NONE ? AS_ERROR_INTERNAL : (int)error->kind;

	/* A fault of the machine affects all submissions. */
	as_error_format(error, text, sizeof(text));
	if (complained && strcmp(text, last) == 0)
		return status;
	complained = true;
	memcpy(last, text, sizeof(last));
	print_text(text);
	print_remedy(error);
	fputc('\n', stderr);
	return status;
}

void cli_note(const char *text)
{
	char shown[4096];

	/* It may contain a file name from a package. */
	fprintf(stderr, "assay: note: %s\n",
		as_text_printable(text, strlen(text), shown, sizeof(shown)));
}

const char *cli_time_limit_text(const struct as_package *package, char text[CLI_TIME_LIMIT_SIZE])
{
	const struct as_package_limits *limits = &package->limits;
	char limit[AS_NUMBER_SIZE];

	as_number_format((double)limits->time_limit_ns / 1e9, limit);
	if (limits->time_limit_file)
		snprintf(text, CLI_TIME_LIMIT_SIZE, "time limit %s s, from %.*s", limit,
			as_text_fit(limits->time_limit_file, 40), limits->time_limit_file);
	else
		snprintf(text, CLI_TIME_LIMIT_SIZE,
			"time limit %s s, because the package has none; `assay verify "
			"--write-time-limit %.*s` computes one",
			limit, as_text_fit(package->path, 600), package->path);
	return text;
}

void cli_note_time_limit(const struct as_package *package)
{
	const char *file = package->limits.time_limit_file;
	char text[CLI_TIME_LIMIT_SIZE];

	if (!package->submit_answer && (!file || strcmp(file, "problem.yaml") != 0))
		cli_note(cli_time_limit_text(package, text));
}

void cli_note_all(char *const *notes)
{
	for (; notes && *notes; notes++)
		cli_note(*notes);
}

static void close_output(void)
{
	struct as_error error = {0};

	errno = 0;
	const bool failed = fclose(stdout) != 0;
	if (lost_reader || (failed && errno == EPIPE && !complained))
		_exit(CLI_READER_GONE);
	if (!failed || complained)
		return;
	as_error_sys(&error, AS_ERROR_INTERNAL, errno, "cannot write to standard output");
	cli_fail(&error);
	fflush(stderr); /* inside cli_parse it is a buffer */
	_exit(AS_ERROR_INTERNAL);
}

void cli_guard_output(void)
{
	/* A file that is opened later must not get the descriptor of a standard stream. */
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			(void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
	atexit(close_output);
}

/* True for getopt's complaints, which name the wrong option but no remedy. */
static bool is_about_options(const char *line, size_t length)
{
	static const char *const said[] = {"unrecognized option", "invalid option",
		"requires an argument", "is ambiguous", "doesn't allow an argument"};

	for (size_t i = 0; i < sizeof(said) / sizeof(*said); i++)
		if (memmem(line, length, said[i], strlen(said[i])))
			return true;
	return false;
}

struct first_line {
	const char *name;        /* "assay judge" */
	const struct argp *argp; /* whose options are suggested */
	bool ended;
};

#define MAX_OPTIONS 64

/* The hint after a complaint about an option: the nearest name, if the complaint quotes an unknown
 * long option, and the command that lists all options. */
static void write_hint(
	const struct first_line *line, const char *data, size_t length, char hint[256])
{
	const char *quoted = memmem(data, length, "unrecognized option '--", 23);
	const char *names[MAX_OPTIONS];
	char name[64];
	size_t count = 0;

	for (const struct argp_option *option = line->argp->options;
		quoted && option && (option->name || option->key) && count < MAX_OPTIONS; option++)
		if (option->name)
			names[count++] = option->name;
	/* It is not terminated: the length is its end. */
	const size_t left = quoted ? length - (size_t)(quoted + 23 - data) : 0;
	snprintf(name, sizeof(name), "%.*s", (int)(left < sizeof(name) ? left : sizeof(name) - 1),
		quoted ? quoted + 23 : "");
	name[strcspn(name, "'=")] = '\0';
	const char *nearest =
		count ? as_text_nearest(name, names, count, (strlen(name) + 1) / 3) : NULL;
	if (nearest)
		snprintf(hint, 256, "; did you mean '--%s'? see %s --help\n", nearest, line->name);
	else
		snprintf(hint, 256, "; see %s --help\n", line->name);
}

/* The end of a message. A value in it may contain line feeds; argp adds a line after it. */
static const char *end_of_message(const char *data, size_t size)
{
	static const char added[] = "\nTry `assay ";
	const char *end = NULL;

	for (const char *at = data;
		(at = memmem(at, size - (size_t)(at - data), added, strlen(added))); at++)
		end = at;
	return end ? end : memchr(data, '\n', size);
}

/* A value in it may also contain what a terminal would interpret. */
static int write_printable(const char *data, size_t length)
{
	AS_AUTO_FREE char *shown = malloc(4 * length + 1);

	if (!shown)
		return -1;
	as_text_printable(data, length, shown, 4 * length + 1);
	return as_fd_write(STDERR_FILENO, shown, strlen(shown), NULL);
}

/* Forwards the message and drops what argp adds to it ("Try `assay judge --help' ..."). */
static ssize_t write_first_line(void *cookie, const char *data, size_t size)
{
	struct first_line *line = cookie;
	const char *end = end_of_message(data, size);
	size_t length = end ? (size_t)(end - data) : size;
	char hint[256] = "\n";

	if (line->ended)
		return (ssize_t)size;
	if (end && is_about_options(data, length))
		write_hint(line, data, length, hint);
	if (!end)
		*hint = '\0';
	if (write_printable(data, length) || as_fd_write(STDERR_FILENO, hint, strlen(hint), NULL))
		return 0;
	line->ended = end != NULL;
	return (ssize_t)size;
}

static error_t parse_help(int key, char *argument, struct argp_state *state)
{
	(void)argument;
	if (key != 'h')
		return ARGP_ERR_UNKNOWN;
	argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
	return 0;
}

/* -h is --help, which argp abbreviates as -?. */
static const struct argp_option help_options[] = {{NULL, 'h', NULL, OPTION_HIDDEN, NULL, 0}, {0}};
static const struct argp help_argp = {help_options, parse_help, NULL, NULL, NULL, NULL, NULL};
static const struct argp_child help_children[] = {{&help_argp, 0, NULL, 0}, {0}};

int cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
	static char name[64];
	static struct first_line line = {.name = name};
	line.argp = argp;
	FILE *normal = stderr;

	/* argp takes the name in its complaints from argv[0]. */
	snprintf(name, sizeof(name), "assay %s", argv[0]);
	argv[0] = name;
	argp_err_exit_status = AS_ERROR_USAGE;
	/* argp and getopt print to the variable stderr, and argp exits by itself. */
	FILE *first_line =
		fopencookie(&line, "w", (cookie_io_functions_t){.write = write_first_line});
	if (first_line)
		stderr = first_line;
	struct argp whole = *argp;
	whole.children = help_children;
	int failed = argp_parse(&whole, argc, argv, ARGP_IN_ORDER, NULL, input);
	stderr = normal;
	if (first_line)
		fclose(first_line);
	return failed ? AS_ERROR_USAGE : 0;
}

const char *cli_list_names(const char *const *names, size_t count, char list[CLI_LIST_SIZE])
{
	size_t used = 0;

	list[0] = '\0';
	for (size_t i = 0; i < count && used < CLI_LIST_SIZE; i++)
		used += (size_t)snprintf(list + used, CLI_LIST_SIZE - used, "%s%s",
			i == 0           ? ""
			: i + 1 == count ? " or "
					 : ", ",
			names[i]);
	return list;
}

void cli_refuse_value(struct argp_state *state, const char *option, const char *value,
	const char *const *names, size_t count)
{
	char list[CLI_LIST_SIZE], shown[256];

	argp_error(state, "unknown value '%s' of %s%s use %s",
		as_text_printable(value, strlen(value), shown, sizeof(shown)), option,
		AS_SUGGESTION(value, names, count), cli_list_names(names, count, list));
}

uint64_t cli_parse_count(struct argp_state *state, const char *name, const char *argument,
	uint64_t min, uint64_t max)
{
	struct as_error error = {0};
	uint64_t count = min;

	if (as_count_parse(argument, min, max, &count, &error))
		argp_error(state, "%s: %s", name, error.text);
	return count;
}

int64_t cli_parse_time(struct argp_state *state, const char *name, const char *argument)
{
	struct as_error error = {0};
	int64_t time_ns = 0;

	if (as_duration_parse(argument, &time_ns, &error))
		argp_error(state, "%s: %s", name, error.text);
	else if (time_ns < 1000000 || time_ns > INT64_C(86400000000000))
		argp_error(state, "%s: invalid duration '%s'; write a duration from 1ms to 24h",
			name, argument);
	return time_ns;
}

void cli_pin_cores(struct argp_state *state, const char *list)
{
	struct as_error error = {0};

	if (as_cores_pin(list, &error))
		argp_error(state, "--cores: %s", error.text);
}

void cli_print_text(const char *text, size_t length)
{
	/* Each byte becomes at most four, as \x1B. */
	AS_AUTO_FREE char *shown = malloc(4 * length + 1);

	if (shown)
		fputs(as_text_printable(text, length, shown, 4 * length + 1), stdout);
}

char *cli_score_format(double score, char text[AS_NUMBER_SIZE])
{
	/* A number of this size has no digits after the point. */
	return as_number_format(fabs(score) < 1e12 ? round(score * 100) / 100 : score, text);
}

const char *const *cli_add_module(
	struct argp_state *state, struct cli_modules *modules, const char *name)
{
	if (modules->count == CLI_MAX_MODULES)
		argp_error(state, "--module: more than %d modules", CLI_MAX_MODULES);
	else
		modules->names[modules->count++] = name;
	return modules->names;
}

int cli_fail_printing(const char *what)
{
	struct as_error error = {0};

	if (errno == EPIPE)
		return CLI_READER_GONE;
	as_error_sys(&error, AS_ERROR_INTERNAL, errno, "cannot write %s to standard output", what);
	return cli_fail(&error);
}

const char *cli_find_include_dir(char path[PATH_MAX])
{
	char probe[PATH_MAX + 32];

	if (as_install_find("include", path, NULL))
		return NULL;
	snprintf(probe, sizeof(probe), "%s/assay/gen.h", path);
	return access(probe, R_OK) == 0 ? path : NULL;
}

/* Set in a signal handler and read by every thread: only a lock-free atomic is safe for both. */
_Static_assert(ATOMIC_BOOL_LOCK_FREE == 2, "a flag must need no lock");
atomic_bool cli_cancelled;
static volatile sig_atomic_t cancelled_by;

static void cancel(int number)
{
	cancelled_by = number;
	cli_cancelled = true;
}

void cli_catch_signals(void)
{
	/* A second Ctrl-C ends the command at once. */
	struct sigaction action = {.sa_handler = cancel, .sa_flags = (int)SA_RESETHAND};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

static const char *left_behind = "nothing was left behind";

void cli_leaves_behind(const char *text)
{
	left_behind = text;
}

int cli_finish(int status)
{
	if (!cli_cancelled)
		return status;
	fprintf(stderr, "assay: interrupted; %s\n", left_behind);
	signal(cancelled_by, SIG_DFL);
	raise(cancelled_by);
	return status;
}
