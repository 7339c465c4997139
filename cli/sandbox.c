/* SPDX-License-Identifier: MIT */
/* assay sandbox: runs one program in the sandbox and prints the result as JSON. */
#include "sandbox.h"
#include "cli.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

/*
 * A dynamic program starts with 0.18 MiB, a static one with 0.12 (x86-64, in a group of its own as
 * on cgroup v2; on v1 the memory of the helper is added). With less, the kernel kills the program
 * half-way.
 */
#define MEMORY_MIN_BYTES (UINT64_C(512) << 10)

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
	OPTION_STDOUT,
	OPTION_STDERR,
	OPTION_IN,
	OPTION_OUT,
	OPTION_ENV,
	OPTION_PROFILE,
	OPTION_WRITABLE,
	OPTION_WEAK
};

static const struct argp_option option_table[] = {
	{"cpu", OPTION_CPU, "TIME", 0,
		"CPU time of all processes together, such as 500ms (default: 1s)", 0},
	{"wall", OPTION_WALL, "TIME", 0,
		"wall time, such as 5s (default: three times the CPU time)", 0},
	{"idle", OPTION_IDLE, "TIME", 0,
		"time with at most 1 % of a core in use, such as 10s (default: unlimited)", 0},
	{"memory", OPTION_MEMORY, "SIZE", 0,
		"memory of all processes together, such as 64MiB (default: 256MiB)", 0},
	{"output", OPTION_OUTPUT, "SIZE", 0,
		"standard output and error together, such as 1MiB (default: 8MiB)", 0},
	{"processes", OPTION_PROCESSES, "N", 0,
		"number of processes and threads at once (default: 64)", 0},
	{"box", OPTION_BOX, "SIZE", 0,
		"size of the working folder, such as 10MiB; with --writable (default: 64MiB)", 0},
	{"files", OPTION_FILES, "N", 0,
		"number of files in the working folder, with --writable (default: 16384)", 0},
	{"open-files", OPTION_OPEN_FILES, "N", 0,
		"number of open files of each process (default: 256)", 0},
	{"stdin", OPTION_STDIN, "FILE", 0,
		"the program's standard input, a file or a pipe; - is that of the command "
		"(default: empty)",
		0},
	{"stdout", OPTION_STDOUT, "FILE", 0, "write the program's output to FILE", 0},
	{"stderr", OPTION_STDERR, "FILE", 0,
		"write the program's error output, its first 64KiB, to FILE", 0},
	{"in", OPTION_IN, "FILE[=NAME]", 0, "put a copy of FILE into the working folder", 0},
	{"out", OPTION_OUT, "NAME[=FILE]", 0,
		"report a file that the program left in its working folder, or write it to FILE; "
		"with --writable",
		0},
	{"env", OPTION_ENV, "NAME=VALUE", 0, "set a variable of the program's environment", 0},
	{"profile", OPTION_PROFILE, "NAME", 0,
		"allowed system calls: native, runtime or compiler (default: runtime)", 0},
	{"writable", OPTION_WRITABLE, NULL, 0,
		"allow the program to write files in its working folder", 0},
	{"weak-sandbox", OPTION_WEAK, NULL, 0, CLI_WEAK_HELP, 0},
	{0},
};

static error_t parse_count(
	int key, const char *argument, struct sandbox_options *options, struct as_error *error)
{
	uint32_t *const place = key == OPTION_PROCESSES ? &options->limits.processes
				: key == OPTION_FILES   ? &options->limits.box_files
							: &options->limits.open_files;
	/* A program needs the three standard streams, and one descriptor to load its libraries. */
	const uint64_t min = key == OPTION_OPEN_FILES ? 4 : 1;
	const uint64_t max = key == OPTION_FILES ? 10000000 : 100000;
	uint64_t count;

	if (as_count_parse(argument, min, max, &count, error))
		return -1;
	*place = (uint32_t)count;
	return 0;
}

static int refuse_zero(bool is_zero, struct as_error *error)
{
	return is_zero ? as_error_set(error, AS_ERROR_USAGE, "must be greater than 0") : 0;
}

static int parse_memory(
	const char *argument, struct sandbox_options *options, struct as_error *error)
{
	if (as_size_parse(argument, &options->limits.memory_bytes, error))
		return -1;
	return options->limits.memory_bytes < MEMORY_MIN_BYTES
		       ? as_error_set(error, AS_ERROR_USAGE,
				 "%s is less than a process needs to start; use at least 512KiB",
				 argument)
		       : 0;
}

static const char *option_name(int key)
{
	for (const struct argp_option *option = option_table; option->name; option++)
		if (option->key == key)
			return option->name;
	return "";
}

static error_t parse_limit(
	int key, const char *argument, struct sandbox_options *options, struct as_error *error)
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
		return parse_memory(argument, options, error);
	case OPTION_OUTPUT:
		return as_size_parse(argument, &options->limits.output_bytes, error);
	case OPTION_BOX:
		return as_size_parse(argument, &options->limits.box_bytes, error) ||
		       refuse_zero(options->limits.box_bytes == 0, error);
	}
	return parse_count(key, argument, options, error);
}

/* ---- files and variables -------------------------------------------------------------------- */

static const char *fault_of_name(const char *name)
{
	if (!*name)
		return "is empty";
	if (strchr(name, '/'))
		return "contains '/'";
	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return "is a folder";
	if (strlen(name) > NAME_MAX)
		return "is longer than 255 bytes";
	return as_text_is_utf8(name, strlen(name)) ? NULL : "is not UTF-8";
}

/* Checks the name of a file directly in the working folder. */
static void add_file(struct argp_state *state, const char *option, const char *usage,
	struct sandbox_files *files, struct sandbox_file file)
{
	const char *fault = fault_of_name(file.name);
	char shown[80];

	as_text_printable(file.name, strlen(file.name), shown, sizeof(shown));
	if (fault)
		argp_error(state, "%s: the name '%s' %s; use a plain file name: %s %s", option,
			shown, fault, option, usage);
	for (size_t i = 0; i < files->count; i++)
		if (strcmp(files->items[i].name, file.name) == 0)
			argp_error(state,
				"%s: the name '%s' is given twice; give each file its own: %s %s",
				option, shown, option, usage);
	if (files->count == SANDBOX_MAX_FILES)
		argp_error(state, "%s: more than %d files", option, SANDBOX_MAX_FILES);
	files->items[files->count++] = file;
}

/* FILE[=NAME]: a FILE may contain '='. */
static void parse_in(char *argument, struct argp_state *state, struct sandbox_options *options)
{
	char *equals = strrchr(argument, '='), *slash;
	const char *name = equals ? equals + 1 : argument;

	if (equals)
		*equals = '\0';
	else if ((slash = strrchr(argument, '/')))
		name = slash + 1;
	if (!*argument)
		argp_error(state, "--in: missing FILE; use --in FILE=NAME");
	add_file(state, "--in", "FILE=NAME", &options->in,
		(struct sandbox_file){.name = name, .path = argument});
}

/* A file of the host to write; no two options may name the same one. */
static const char *parse_target(char *path, const char *option, struct argp_state *state,
	const struct sandbox_options *options)
{
	bool is_taken = (options->stdout_path && strcmp(options->stdout_path, path) == 0) ||
			(options->stderr_path && strcmp(options->stderr_path, path) == 0);

	for (size_t i = 0; i < options->out.count; i++)
		is_taken |=
			options->out.items[i].path && strcmp(options->out.items[i].path, path) == 0;
	if (!*path)
		argp_error(state, "%s: missing FILE", option);
	if (strcmp(path, "-") == 0)
		argp_error(state,
			"%s: standard output is for the document; name a file (./- for a file "
			"named -)",
			option);
	if (is_taken)
		argp_error(
			state, "%s: the file '%s' is written by another option, too", option, path);
	return path;
}

/* NAME[=FILE] */
static void parse_out(char *argument, struct argp_state *state, struct sandbox_options *options)
{
	char *equals = strchr(argument, '=');

	if (equals)
		*equals = '\0';
	add_file(state, "--out", "NAME=FILE", &options->out,
		(struct sandbox_file){.name = argument,
			.path = equals ? parse_target(equals + 1, "--out", state, options) : NULL});
}

static void parse_env(char *argument, struct argp_state *state, struct sandbox_options *options)
{
	const char *equals = strchr(argument, '=');
	const size_t length = equals ? (size_t)(equals + 1 - argument) : 0;

	if (length < 2)
		argp_error(state, "--env: '%s' is not NAME=VALUE", argument);
	for (size_t i = 0; i < options->env_count; i++)
		if (strncmp(options->env[i], argument, length) == 0)
			argp_error(state, "--env: the variable '%.*s' is given twice",
				(int)length - 1, argument);
	if (options->env_count == SANDBOX_MAX_ENV)
		argp_error(state, "--env: more than %d variables", SANDBOX_MAX_ENV);
	options->env[options->env_count++] = argument;
}

static error_t parse_file(
	int key, char *argument, struct argp_state *state, struct sandbox_options *options)
{
	switch (key) {
	case OPTION_STDIN:
		options->stdin_path = argument;
		break;
	case OPTION_STDOUT:
		options->stdout_path = parse_target(argument, "--stdout", state, options);
		break;
	case OPTION_STDERR:
		options->stderr_path = parse_target(argument, "--stderr", state, options);
		break;
	case OPTION_IN:
		parse_in(argument, state, options);
		break;
	case OPTION_OUT:
		parse_out(argument, state, options);
		break;
	default:
		parse_env(argument, state, options);
	}
	return 0;
}

static error_t check_options(struct argp_state *state, const struct sandbox_options *options)
{
	if (options->box_given && !options->writable)
		argp_error(state,
			"--box or --files without --writable; add --writable or remove them");
	if (options->out.count && !options->writable)
		argp_error(state, "--out without --writable; add --writable or remove --out");
	return 0;
}

/* ---- options -------------------------------------------------------------------------------- */

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	static const char *const profiles[] = {"native", "runtime", "compiler"};
	struct sandbox_options *options = state->input;
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
	case OPTION_STDOUT:
	case OPTION_STDERR:
	case OPTION_IN:
	case OPTION_OUT:
	case OPTION_ENV:
		return parse_file(key, argument, state, options);
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
		return check_options(state, options);
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
	"script.py.\v"
	"TIME is a number with a unit, ns, us, ms, s, min or h, such as 500ms; SIZE one with B, "
	"KiB, MiB, GiB, kB, MB or GB, such as 64MiB; N is a plain number.",
	NULL, NULL, NULL};

/* True if the command is one of the system's programs, all of which are in the view. */
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
	if (!S_ISREG(info.st_mode))
		return as_error_set(
			error, AS_ERROR_USAGE, "'%s' is not a regular file; name a program", name);
	if (access(source, X_OK))
		return as_error_set(error, AS_ERROR_USAGE,
			"'%s' is not an executable file; if it is a program, run `chmod +x %s`",
			name, name);
	snprintf(copy, sizeof(copy), "%s", source);
	snprintf(target, PATH_MAX, "/program/%.200s", basename(copy));
	view->source = source;
	view->target = target;
	return 0;
}

/* The box, the sandbox and the report of one run. */
static int run_command(const struct sandbox_options *options, const struct as_view *views,
	size_t view_count, int input, struct as_error *error)
{
	AS_AUTO(sandbox_box_clear) struct sandbox_box box = {0};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;

	if (options->in.count && sandbox_box_fill(&box, options, error))
		return -1;
	const struct as_sandbox_config config = {.views = views,
		.view_count = view_count,
		.keeper = box.keeper,
		.work_dir = box.keeper ? box.work_dir : NULL,
		.core = -1,
		.weak = options->weak};
	const struct as_run_request request = {.argv = (const char *const *)options->command,
		.env = options->env,
		.box = box.keeper ? "box" : NULL,
		.initial_box_bytes = box.bytes,
		.profile = options->profile,
		.limits = options->limits,
		.writable_box = options->writable,
		.keep_box = options->out.count > 0,
		.stdin_fd = input,
		.cancel = &cli_cancelled};
	struct as_sandbox *sandbox = as_sandbox_open(&config, error);
	int failed = !sandbox || as_sandbox_run(sandbox, &request, &result, error) ||
		     sandbox_report(options, sandbox, &result, error);
	/* The folder of the box must not outlive the sandbox. */
	as_run_result_clear(&result);
	as_sandbox_close(sandbox);
	return failed ? -1 : 0;
}

static int run(struct sandbox_options *options, struct as_error *error)
{
	char source[PATH_MAX], target[PATH_MAX];
	struct as_view views[] = {{"/usr", NULL}, {"/bin", NULL}, {"/lib", NULL}, {"/lib64", NULL},
		{"/etc/alternatives", NULL}, {"/etc/ld.so.cache", NULL}, {0}};
	size_t view_count = sizeof(views) / sizeof(*views) - 1;
	AS_AUTO_FD int input = -1;

	if (!find_system_command(options->command[0], target)) {
		if (find_own_command(
			    options->command[0], &views[view_count++], source, target, error))
			return -1;
	}
	options->command[0] = target;
	/* Checked before a pipe is read, which can take long. */
	if (sandbox_check_targets(options, error))
		return -1;
	if (options->stdin_path && (input = sandbox_open_input(options->stdin_path, error)) < 0)
		return -1;
	return run_command(options, views, view_count, input, error);
}

int cli_sandbox(int argc, char **argv)
{
	struct sandbox_options options = {
		.limits = as_limits_default, .profile = AS_PROFILE_RUNTIME};
	struct as_error error = {0};

	if (cli_parse(&argp, argc, argv, &options))
		return AS_ERROR_USAGE;
	if (!options.wall_given && options.limits.cpu_time_ns < AS_UNLIMITED_NS / 3)
		options.limits.wall_time_ns = 3 * options.limits.cpu_time_ns;
	cli_catch_signals();
	return cli_finish(run(&options, &error) && !cli_cancelled ? cli_fail(&error) : 0);
}
