/* SPDX-License-Identifier: MIT */
/* assay sandbox: runs one program in the sandbox and prints the result as JSON. */
#include "cli.h"

#include <assay/sandbox.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

struct options {
	struct as_limits limits;
	enum as_profile profile;
	const char *stdin_path;
	bool writable;
	bool weak;
	bool wall_given;
	bool box_given;
	char **command;
};

enum {
	OPTION_CPU = 256,
	OPTION_WALL,
	OPTION_IDLE,
	OPTION_MEMORY,
	OPTION_OUTPUT,
	OPTION_PROCESSES,
	OPTION_BOX,
	OPTION_FILES,
	OPTION_OPEN_FILES,
	OPTION_STDIN,
	OPTION_PROFILE,
	OPTION_WRITABLE,
	OPTION_WEAK
};

static const struct argp_option option_table[] = {
	{"cpu", OPTION_CPU, "TIME", 0, "CPU time of all processes together (default: 1s)", 0},
	{"wall", OPTION_WALL, "TIME", 0, "wall time (default: three times the CPU time)", 0},
	{"idle", OPTION_IDLE, "TIME", 0,
		"time with at most 1 % of a core in use (default: unlimited)", 0},
	{"memory", OPTION_MEMORY, "SIZE", 0, "memory of all processes together (default: 256MiB)",
		0},
	{"output", OPTION_OUTPUT, "SIZE", 0, "standard output and error together (default: 8MiB)",
		0},
	{"processes", OPTION_PROCESSES, "N", 0, "processes and threads at once (default: 64)", 0},
	{"box", OPTION_BOX, "SIZE", 0,
		"size of the working folder, with --writable (default: 64MiB)", 0},
	{"files", OPTION_FILES, "N", 0,
		"files in the working folder, with --writable (default: 16384)", 0},
	{"open-files", OPTION_OPEN_FILES, "N", 0, "open files of each process (default: 256)", 0},
	{"stdin", OPTION_STDIN, "FILE", 0, "the program's standard input (default: empty)", 0},
	{"profile", OPTION_PROFILE, "NAME", 0,
		"allowed system calls: native, runtime or compiler (default: runtime)", 0},
	{"writable", OPTION_WRITABLE, NULL, 0,
		"allow the program to write files in its working folder", 0},
	{"weak-sandbox", OPTION_WEAK, NULL, 0, CLI_WEAK_HELP, 0},
	{0},
};

static error_t parse_count(
	int key, const char *argument, struct options *options, struct as_error *error)
{
	uint32_t *const place = key == OPTION_PROCESSES ? &options->limits.processes
				: key == OPTION_FILES   ? &options->limits.box_files
							: &options->limits.open_files;
	/* A program needs the three standard streams, and one descriptor to load its libraries. */
	const uint64_t least = key == OPTION_OPEN_FILES ? 4 : 1;
	const uint64_t most = key == OPTION_FILES ? 10000000 : 100000;
	uint64_t count;

	if (as_count_parse(argument, least, most, &count, error))
		return -1;
	*place = (uint32_t)count;
	return 0;
}

static int refuse_zero(bool is_zero, struct as_error *error)
{
	return is_zero ? as_error_set(error, AS_ERROR_USAGE, "must be greater than 0") : 0;
}

static const char *option_name(int key)
{
	for (const struct argp_option *option = option_table; option->name; option++)
		if (option->key == key)
			return option->name;
	return "";
}

static error_t parse_limit(
	int key, const char *argument, struct options *options, struct as_error *error)
{
	switch (key) {
	case OPTION_CPU:
		return as_duration_parse(argument, &options->limits.cpu_time_ns, error) ||
		       refuse_zero(options->limits.cpu_time_ns == 0, error);
	case OPTION_WALL:
		options->wall_given = true;
		return as_duration_parse(argument, &options->limits.wall_time_ns, error) ||
		       refuse_zero(options->limits.wall_time_ns == 0, error);
	case OPTION_IDLE:
		return as_duration_parse(argument, &options->limits.idle_time_ns, error) ||
		       refuse_zero(options->limits.idle_time_ns == 0, error);
	case OPTION_MEMORY:
		return as_size_parse(argument, &options->limits.memory_bytes, error) ||
		       refuse_zero(options->limits.memory_bytes == 0, error);
	case OPTION_OUTPUT:
		return as_size_parse(argument, &options->limits.output_bytes, error);
	case OPTION_BOX:
		return as_size_parse(argument, &options->limits.box_bytes, error) ||
		       refuse_zero(options->limits.box_bytes == 0, error);
	}
	return parse_count(key, argument, options, error);
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	static const char *const profiles[] = {"native", "runtime", "compiler"};
	struct options *options = state->input;
	struct as_error error = {0};

	switch (key) {
	case OPTION_CPU:
	case OPTION_WALL:
	case OPTION_IDLE:
	case OPTION_MEMORY:
	case OPTION_OUTPUT:
	case OPTION_PROCESSES:
	case OPTION_BOX:
	case OPTION_FILES:
	case OPTION_OPEN_FILES:
		if (parse_limit(key, argument, options, &error))
			argp_error(state, "--%s: %s", option_name(key), error.text);
		options->box_given |= key == OPTION_BOX || key == OPTION_FILES;
		return 0;
	case OPTION_STDIN:
		options->stdin_path = argument;
		return 0;
	case OPTION_PROFILE:
		if (as_profile_parse(argument, &options->profile))
			cli_refuse_value(state, "--profile", argument, profiles, 3);
		return 0;
	case OPTION_WRITABLE:
		options->writable = true;
		return 0;
	case OPTION_WEAK:
		options->weak = true;
		return 0;
	case ARGP_KEY_ARGS:
		options->command = state->argv + state->next;
		return 0;
	case ARGP_KEY_END:
		if (options->box_given && !options->writable)
			argp_error(state, "--box and --files need --writable");
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state,
			"missing argument COMMAND; usage: assay sandbox [LIMITS] -- COMMAND");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {option_table, parse_option, "-- COMMAND [ARGUMENT...]",
	"Runs one program in the sandbox and prints the result as one JSON object. The program "
	"sees the libraries and programs of the system, and its own file; nothing else of this "
	"machine. Run a script as an executable file with a #! line: ./script.py, not python3 "
	"script.py.",
	NULL, NULL, NULL};

/* True if the command is one of the system's programs, which are all in the view. */
static bool find_system_command(const char *name, char path[PATH_MAX])
{
	static const char *const folders[] = {"/usr/bin", "/bin"};

	if (strchr(name, '/')) {
		snprintf(path, PATH_MAX, "%s", name);
		return strncmp(name, "/usr/", 5) == 0 || strncmp(name, "/bin/", 5) == 0;
	}
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		snprintf(path, PATH_MAX, "%s/%s", folders[i], name);
		if (access(path, X_OK) == 0)
			return true;
	}
	return false;
}

/* Of the user's own files only the program is in the view, under its own name. */
static int find_own_command(const char *name, struct as_view *view, char source[PATH_MAX],
	char target[PATH_MAX], struct as_error *error)
{
	struct stat info;
	char copy[PATH_MAX];

	if (!realpath(name, source) || stat(source, &info))
		return as_error_sys(
			error, AS_ERROR_USAGE, errno, "cannot find the program '%s'", name);
	if (!S_ISREG(info.st_mode) || access(source, X_OK))
		return as_error_set(error, AS_ERROR_USAGE, "'%s' is not an executable file", name);
	snprintf(copy, sizeof(copy), "%s", source);
	snprintf(target, PATH_MAX, "/program/%.200s", basename(copy));
	view->source = source;
	view->target = target;
	return 0;
}

static json_t *describe_hits(unsigned hits)
{
	static const char *const names[] = {"cpu", "wall-clock", "memory", "output", "processes",
		"syscall", "cancelled", "idleness", "files"};
	json_t *list = json_array();

	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (hits & (1u << i))
			json_array_append_new(list, json_string(names[i]));
	return list;
}

static json_t *text_of(const char *data, size_t size)
{
	json_t *text = json_stringn(data, size);
	char printable[4096];

	return text ? text
		    : json_string(as_text_printable(data, size, printable, sizeof(printable)));
}

static json_t *usage_of(const struct as_run_result *result, int64_t number)
{
	return result->usage_unknown ? json_null() : json_integer((json_int_t)number);
}

static json_t *describe_isolation(const struct as_sandbox *sandbox)
{
	struct as_isolation isolation;
	json_t *degraded = json_array();

	as_sandbox_describe(sandbox, &isolation);
	for (const char **word = isolation.degraded; *word; word++)
		json_array_append_new(degraded, json_string(*word));
	return json_pack("{s:s, s:s, s:o}", "isolation", isolation.weak ? "weak" : "full", "cgroup",
		isolation.cgroup, "degraded", degraded);
}

static int print_result(const struct as_sandbox *sandbox, const struct as_run_result *result,
	struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes output = {0};

	if (as_fd_read(result->stdout_fd, UINT64_MAX, &output, error))
		return -1;
	AS_AUTO_JSON json_t *document = json_pack(
		"{s:s, s:o, s:o, s:o, s:s*, s:o, s:I, s:o, s:I, s:o, s:o, s:o}", "schema",
		"assay-run/1", "hits", describe_hits(result->hits), "exit_code",
		result->exit_code < 0 ? json_null() : json_integer(result->exit_code), "signal",
		result->signal ? json_integer(result->signal) : json_null(), "syscall",
		result->syscall[0] ? result->syscall : NULL, "cpu_time_ns",
		usage_of(result, result->cpu_time_ns), "wall_time_ns",
		(json_int_t)result->wall_time_ns, "memory_bytes",
		usage_of(result, (int64_t)result->memory_bytes), "output_bytes",
		(json_int_t)result->output_bytes, "stdout", text_of(output.data, output.size),
		"stderr", text_of(result->stderr_head.data, result->stderr_head.size), "sandbox",
		describe_isolation(sandbox));
	if (!document || json_dumpf(document, stdout, JSON_INDENT(2)) || puts("") < 0 ||
		fflush(stdout))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot print the result");
	return 0;
}

static int open_input(const char *path, struct as_error *error)
{
	AS_AUTO_FD int fd = as_file_open(AT_FDCWD, path, error);

	if (fd < 0 && error->kind == AS_ERROR_INPUT)
		error->kind = AS_ERROR_USAGE;
	return fd < 0 ? -1 : as_input_from_fd(fd, error);
}

static int run(struct options *options, struct as_error *error)
{
	char source[PATH_MAX], target[PATH_MAX];
	struct as_view views[] = {{"/usr", NULL}, {"/bin", NULL}, {"/lib", NULL}, {"/lib64", NULL},
		{"/etc/alternatives", NULL}, {"/etc/ld.so.cache", NULL}, {0}};
	size_t view_count = sizeof(views) / sizeof(*views) - 1;
	AS_AUTO_FD int input = -1;
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;

	if (!find_system_command(options->command[0], target)) {
		if (find_own_command(
			    options->command[0], &views[view_count++], source, target, error))
			return -1;
	}
	options->command[0] = target;
	if (options->stdin_path && (input = open_input(options->stdin_path, error)) < 0)
		return -1;
	const struct as_sandbox_config config = {
		.views = views, .view_count = view_count, .core = -1, .weak = options->weak};
	const struct as_run_request request = {.argv = (const char *const *)options->command,
		.profile = options->profile,
		.limits = options->limits,
		.writable_box = options->writable,
		.stdin_fd = input,
		.cancel = &cli_cancelled};
	struct as_sandbox *sandbox = as_sandbox_open(&config, error);
	int failed = !sandbox || as_sandbox_run(sandbox, &request, &result, error) ||
		     print_result(sandbox, &result, error);
	as_sandbox_close(sandbox);
	return failed ? -1 : 0;
}

int cli_sandbox(int argc, char **argv)
{
	struct options options = {.limits = as_limits_default, .profile = AS_PROFILE_RUNTIME};
	struct as_error error = {0};

	if (cli_parse(&argp, argc, argv, &options))
		return AS_ERROR_USAGE;
	if (!options.wall_given && options.limits.cpu_time_ns < AS_UNLIMITED_NS / 3)
		options.limits.wall_time_ns = 3 * options.limits.cpu_time_ns;
	cli_catch_signals();
	return cli_finish(run(&options, &error) ? cli_fail(&error) : 0);
}
