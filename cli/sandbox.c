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

/* ---- limits ---- */

static void refuse_zero(struct argp_state *state, const struct cli_option *option, bool is_zero,
	struct as_error *error)
{
	if (!error->kind && is_zero)
		as_error_set(error, AS_ERROR_USAGE, "must be greater than 0");
	if (error->kind)
		cli_refuse(state, option, error->text);
}

static void take_time(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct as_error error = {0};
	int64_t *time_ns = place;
	const int failed = as_duration_parse(value, time_ns, &error);

	refuse_zero(state, option, !failed && *time_ns == 0, &error);
}

/* From `least` on. */
static void take_size(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct as_error error = {0};
	uint64_t *bytes = place;
	const int failed = as_size_parse(value, bytes, &error);

	refuse_zero(state, option, !failed && *bytes < option->least, &error);
}

static void take_memory(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	take_size(state, option, place, value);
	if (*(uint64_t *)place < MEMORY_MIN_BYTES)
		argp_error(state,
			"--memory: %s is less than a process needs to start; use at least 512KiB",
			value);
}

static void take_count(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	*(uint32_t *)place = (uint32_t)cli_count(state, option, value);
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
static void take_in(
	struct argp_state *state, const struct cli_option *option, void *place, char *argument)
{
	char *equals = strrchr(argument, '='), *slash;
	const char *name = equals ? equals + 1 : argument;

	if (equals)
		*equals = '\0';
	else if ((slash = strrchr(argument, '/')))
		name = slash + 1;
	if (!*argument)
		cli_refuse(state, option, "missing FILE; use --in FILE=NAME");
	add_file(state, "--in", "FILE=NAME", place,
		(struct sandbox_file){.name = name, .path = argument});
}

/* A file of the host to write; no two options may name the same one. */
static const char *check_target(
	struct argp_state *state, const struct cli_option *option, const char *path)
{
	const struct sandbox_options *options = state->input;
	bool is_taken = (options->stdout_path && strcmp(options->stdout_path, path) == 0) ||
			(options->stderr_path && strcmp(options->stderr_path, path) == 0);

	for (size_t i = 0; i < options->out.count; i++)
		is_taken |=
			options->out.items[i].path && strcmp(options->out.items[i].path, path) == 0;
	if (!*path)
		cli_refuse(state, option, "missing FILE");
	if (strcmp(path, "-") == 0)
		cli_refuse(state, option,
			"standard output is for the document; name a file (./- for a file "
			"named -)");
	if (is_taken)
		argp_error(state,
			"--%s: the file '%s' is also written by another option; name another file",
			option->name, path);
	return path;
}

static void take_target(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	*(const char **)place = check_target(state, option, value);
}

/* NAME[=FILE] */
static void take_out(
	struct argp_state *state, const struct cli_option *option, void *place, char *argument)
{
	char *equals = strchr(argument, '=');

	if (equals)
		*equals = '\0';
	add_file(state, "--out", "NAME=FILE", place,
		(struct sandbox_file){.name = argument,
			.path = equals ? check_target(state, option, equals + 1) : NULL});
}

static void take_env(
	struct argp_state *state, const struct cli_option *option, void *place, char *argument)
{
	struct sandbox_options *options = state->input;
	const char *equals = strchr(argument, '=');
	const size_t length = equals ? (size_t)(equals + 1 - argument) : 0;

	(void)option, (void)place;
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

static void take_profile(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	static const char *const profiles[] = {"native", "runtime", "compiler"};

	if (as_profile_parse(value, place))
		cli_choose(state, option, value, profiles, 3);
}

/* ---- options ---- */

#define AT(member) .place = offsetof(struct sandbox_options, member)
static const struct cli_option options_of_sandbox[] = {
	{"cpu", 0, "TIME", "CPU time of all processes together, such as 500ms (default: 1s)",
		take_time, AT(limits.cpu_time_ns)},
	{"wall", 0, "TIME", "wall time, such as 5s (default: three times the CPU time)", take_time,
		AT(limits.wall_time_ns)},
	{"idle", 0, "TIME",
		"time with at most 1 % of a core in use, such as 10s (default: unlimited)",
		take_time, AT(limits.idle_time_ns)},
	{"memory", 0, "SIZE", "memory of all processes together, such as 64MiB (default: 256MiB)",
		take_memory, AT(limits.memory_bytes)},
	{"output", 0, "SIZE", "standard output and error together, such as 1MiB (default: 8MiB)",
		take_size, AT(limits.output_bytes)},
	{"processes", 0, "N", "number of processes and threads at once (default: 64)", take_count,
		AT(limits.processes), 1, 100000},
	{"box", 0, "SIZE",
		"size of the working folder, such as 10MiB; with --writable (default: 64MiB)",
		take_size, AT(limits.box_bytes), 1},
	{"files", 0, "N",
		"number of files, folders and links in the working folder, with --writable "
		"(default: 16384)",
		take_count, AT(limits.box_files), 1, 10000000},
	/* A program needs the three standard streams, and one descriptor to load its libraries. */
	{"open-files", 0, "N", "number of open files of each process (default: 256)", take_count,
		AT(limits.open_files), 4, 100000},
	{"stdin", 0, "FILE",
		"the program's standard input, a file or a pipe; - is that of the command "
		"(default: empty)",
		cli_text, AT(stdin_path)},
	{"stdout", 0, "FILE", "write the program's output to FILE", take_target, AT(stdout_path)},
	{"stderr", 0, "FILE", "write the program's error output, its first 64KiB, to FILE",
		take_target, AT(stderr_path)},
	{"in", 0, "FILE[=NAME]", "put a copy of FILE into the working folder", take_in, AT(in)},
	{"out", 0, "NAME[=FILE]",
		"report a file that the program left in its working folder, or write it to FILE; "
		"with --writable",
		take_out, AT(out)},
	{"env", 0, "NAME=VALUE", "set a variable of the program's environment", take_env,
		.place = 0},
	{"profile", 0, "NAME",
		"allowed system calls: native, runtime or compiler (default: runtime)",
		take_profile, AT(profile)},
	{"writable", 0, NULL, "allow the program to write files in its working folder", cli_flag,
		AT(writable)},
	CLI_WEAK_PROCESS(struct sandbox_options, weak, CLI_WEAK_HELP),
	{0},
};

static void check(struct argp_state *state, void *options);

static const struct cli_verb sandbox_verb = {.options = options_of_sandbox,
	.arguments = "-- COMMAND [ARGUMENT...]",
	.about =
		"Runs one program in the sandbox and prints the result as one JSON object. The "
		"program sees the libraries and programs of the system, its own file and the files "
		"of --in, and nothing else of this machine. Run a script as an executable file "
		"with a #! line: ./script.py, not python3 script.py.\v"
		"TIME is a number with a unit, ns, us, ms, s, min or h, such as 500ms; SIZE one "
		"with B, KiB, MiB, GiB, kB, MB or GB, such as 64MiB; N is a plain number.",
	.rest = {"COMMAND", AT(command)},
	.check = check};

static void check(struct argp_state *state, void *input)
{
	const struct sandbox_options *options = input;
	const bool has_box =
		cli_is_given(&sandbox_verb, "box") || cli_is_given(&sandbox_verb, "files");

	if (has_box && !options->writable)
		argp_error(state,
			"--box or --files without --writable; add --writable or remove them");
	if (options->out.count && !options->writable)
		argp_error(state, "--out without --writable; add --writable or remove --out");
}

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

static int run_sandbox(struct sandbox_options *options, struct as_error *error)
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
	if (options->stdin_path &&
		(input = cli_input_open("--stdin", options->stdin_path, UINT64_MAX, error)) < 0)
		return -1;
	return run_command(options, views, view_count, input, error);
}

int cli_sandbox(int argc, char **argv)
{
	struct sandbox_options options = {
		.limits = as_limits_default, .profile = AS_PROFILE_RUNTIME};
	struct as_error error = {0};

	if (cli_parse(&sandbox_verb, argc, argv, &options))
		return AS_ERROR_USAGE;
	if (!cli_is_given(&sandbox_verb, "wall") &&
		options.limits.cpu_time_ns < AS_UNLIMITED_NS / 3)
		options.limits.wall_time_ns = 3 * options.limits.cpu_time_ns;
	cli_catch_signals();
	return cli_finish(run_sandbox(&options, &error) && !cli_cancelled ? cli_fail(&error) : 0);
}
