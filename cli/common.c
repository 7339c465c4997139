/* SPDX-License-Identifier: MIT */
/* Shared by all verbs: errors as one line, options with the right exit status, signals. */
#include "cli.h"

#include <assay/base/fit.h>
#include <assay/base/install.h>
#include <assay/engine.h>
#include <assay/package/findings.h>
#include <assay/store.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool complained, lost_reader;

void cli_lose_reader(void)
{
	lost_reader = true;
}

int cli_print_json(const json_t *document, size_t flags)
{
	AS_AUTO_FREE char *text = as_json_print(document, flags);

	return !text || puts(text) < 0 ? -1 : 0;
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

char *cli_name_command(const char *text)
{
	static const char remedy[] = "`sudo assay ";
	const char *at = strstr(text, remedy);
	char command[PATH_MAX];

	if (!at || as_install_command(command, NULL))
		return as_text_format(NULL, "%s", text);
	return as_text_format(
		NULL, "%.*s`sudo %s %s", (int)(at - text), text, command, at + strlen(remedy));
}

static void print_text(const char *text)
{
	AS_AUTO_FREE char *named = cli_name_command(text);

	fprintf(stderr, "assay: %s", named ? named : text);
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

static const char *note_about;

void cli_note_about(const char *path)
{
	note_about = path;
}

void cli_note(const char *text)
{
	char shown[4096], about[1024] = "";

	/* It may contain a file name from a package. */
	if (note_about)
		as_text_printable(note_about, strlen(note_about), about, sizeof(about));
	fprintf(stderr, "assay: note: %s%s%s\n", about, note_about ? ": " : "",
		as_text_printable(text, strlen(text), shown, sizeof(shown)));
}

void cli_note_beside(void *progress, const char *text)
{
	as_progress_clear(progress);
	cli_note(text);
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

/* True if standard output is a pipe that nobody reads. */
static bool has_no_reader(void)
{
	struct pollfd output = {.fd = STDOUT_FILENO};

	return poll(&output, 1, 0) > 0 && output.revents & POLLERR;
}

static void close_output(void)
{
	struct as_error error = {0};
	/* An earlier write failed; its cause is not known any more. */
	const bool failed_before = ferror(stdout) != 0;
	const bool is_unread = failed_before && has_no_reader();

	errno = 0;
	const bool failed = fclose(stdout) != 0 || failed_before;
	if (lost_reader || (failed && (errno == EPIPE || is_unread) && !complained))
		_exit(CLI_READER_GONE);
	if (!failed || complained)
		return;
	if (errno)
		as_error_sys(&error, AS_ERROR_INTERNAL, errno, "cannot write to standard output");
	else
		as_error_set(&error, AS_ERROR_INTERNAL,
			"a part of the output could not be written to standard output");
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
	/* So that the cause of a failure is known for nearly every output, even a long help text.
	 */
	static char buffer[65536];
	if (!isatty(STDOUT_FILENO))
		setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	atexit(close_output);
}

const char *cli_list_names(const char *const *names, size_t count, char list[CLI_LIST_SIZE])
{
	as_text_choices(names, count, list, CLI_LIST_SIZE);
	return list;
}

bool cli_is_folder(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

void cli_print_text(const char *text, size_t length)
{
	/* Each byte becomes at most four, as \x1B. */
	AS_AUTO_FREE char *shown = malloc(4 * length + 1);

	if (shown)
		fputs(as_text_printable(text, length, shown, 4 * length + 1), stdout);
}

void cli_print_finding(const char *folder, const char *where, const struct as_finding *finding)
{
	if (folder) {
		cli_print_text(folder, strlen(folder));
		if (*where)
			putchar('/');
	}
	cli_print_text(where, strlen(where));
	printf(": %s: ", as_finding_level_name(finding->level));
	cli_print_text(finding->text, strlen(finding->text));
	putchar('\n');
}

void cli_print_weakness(enum as_weakness weakness)
{
	if (weakness == AS_WEAK_PROCESS)
		puts("Isolation was reduced (--weak-sandbox=process): no namespaces, no control "
		     "groups; memory and CPU time were sampled.");
	if (weakness == AS_WEAK_GROUPS)
		puts("The sandbox was weak, without control groups: memory was not limited, and "
		     "some verdicts may be wrong.");
}

void cli_print_count(uint64_t count, const char *noun, const char *after)
{
	printf("%" PRIu64 " %s%s%s", count, noun, count == 1 ? "" : "s", after);
}

char *cli_score_format(double score, char text[AS_NUMBER_SIZE])
{
	/* A number of this size has no digits after the point. */
	return as_number_format(fabs(score) < 1e12 ? round(score * 100) / 100 : score, text);
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

unsigned cli_all_cores(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) ? 1 : (unsigned)CPU_COUNT(&set);
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

struct as_store *cli_store_open(const char *url, struct as_error *error)
{
	struct as_store *store = as_store_open(url, error);

	if (store && as_store_warning(store))
		fprintf(stderr, "assay: warning: %s\n", as_store_warning(store));
	if (store)
		cli_leaves_behind(
			"the results so far are in the store; run the command again to continue");
	return store;
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

void cli_show_wait(void *context, const char *what)
{
	static atomic_bool is_noted;
	struct as_progress **const progress = context;

	as_progress_note(*progress, what);
	if (!*progress && strcmp(what, AS_NOTE_WAITS_LONG) == 0 &&
		!atomic_exchange(&is_noted, true))
		cli_note(what);
}

/* ---- waiting for cores ---- */

static struct waiting {
	pthread_mutex_t lock;
	unsigned count; /* runs that wait */
	int64_t since_ns, whole_ns;
} waiting = {.lock = PTHREAD_MUTEX_INITIALIZER};

void cli_count_wait(void *context, const char *what)
{
	const bool begins = strcmp(what, AS_NOTE_WAITS) == 0;
	const int64_t now_ns = as_now_ns();

	(void)context;
	if (strcmp(what, AS_NOTE_WAITS_LONG) == 0)
		return;
	pthread_mutex_lock(&waiting.lock);
	if (begins && waiting.count++ == 0)
		waiting.since_ns = now_ns;
	else if (!begins && waiting.count && --waiting.count == 0)
		waiting.whole_ns += now_ns - waiting.since_ns;
	pthread_mutex_unlock(&waiting.lock);
}

int64_t cli_waited_ns(void)
{
	return waiting.whole_ns;
}

void cli_print_waited(const char *before, int64_t waited_ns)
{
	if (waited_ns >= INT64_C(1000000000))
		printf("%sthe command waited %.1f s for cores that other commands used\n", before,
			(double)waited_ns / 1e9);
}
