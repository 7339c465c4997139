/* SPDX-License-Identifier: MIT */
/* assay grade new: a commented scheme to start from. */
#include "grade.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct options {
	struct cli_list packages;
	const char *output;
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_new[] = {
	{"output", 'o', "FILE", "the scheme to write, such as scheme.yaml", cli_text, AT(output),
		.is_needed = true},
	{0},
};

static void check(struct argp_state *state, void *input)
{
	const struct options *options = input;

	if (!as_text_ends(options->output, ".yaml") && !as_text_ends(options->output, ".yml"))
		argp_error(state, "-o %s: the name of a scheme ends in .yaml", options->output);
}

static const struct cli_verb new_verb = {.options = options_of_new,
	.arguments = "PACKAGE... -o FILE",
	.about = "Writes a marking scheme with an item for each package, and comments that explain "
		 "further keys.",
	.more = {"PACKAGE", AT(packages)},
	.check = check};

/* Paths in a scheme are relative to its folder. */
static char *find_path(const struct options *options, const char *path, struct as_error *error)
{
	char *found =
		*path == '/' || !strchr(options->output, '/') ? strdup(path) : realpath(path, NULL);

	if (!found)
		as_error_no_memory(error);
	return found;
}

static int write_new(const char *path, const char *text, struct as_error *error)
{
	AS_AUTO_FD int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

	if (fd < 0 && errno == EEXIST)
		return as_error_at(
			error, AS_ERROR_USAGE, path, 0, 0, "the file exists; name another one");
	if (fd < 0)
		return as_error_at_sys(
			error, AS_ERROR_USAGE, errno, path, "cannot create the scheme");
	if (as_fd_write(fd, text, strlen(text), error) == 0)
		return 0;
	/* A partial scheme would keep the next call from writing a complete one. */
	unlink(path);
	return -1;
}

static int make(const struct options *options, const struct as_package **packages, char **paths,
	struct as_error *error)
{
	for (size_t i = 0; i < options->packages.count; i++) {
		packages[i] = as_package_open(options->packages.items[i], &cli_cancelled, error);
		paths[i] =
			packages[i] ? find_path(options, options->packages.items[i], error) : NULL;
		if (!paths[i])
			return -1;
	}
	AS_AUTO_FREE char *text = as_scheme_write(
		packages, (const char *const *)paths, options->packages.count, error);
	return text ? write_new(options->output, text, error) : -1;
}

static int run_new(const struct options *options, struct as_error *error)
{
	AS_AUTO_FREE const struct as_package **packages =
		calloc(options->packages.count + 1, sizeof(*packages));
	AS_AUTO_NAMES char **paths = calloc(options->packages.count + 1, sizeof(*paths));

	if (!packages || !paths)
		return as_error_no_memory(error);
	const int failed = make(options, packages, paths, error);
	for (size_t i = 0; i < options->packages.count; i++)
		as_package_close((struct as_package *)packages[i]);
	return failed;
}

int grade_new(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	const int status = cli_parse(&new_verb, argc, argv, &options);
	AS_AUTO_FREE const char **paths = options.packages.items;

	if (status)
		return status;
	cli_catch_signals();
	if (run_new(&options, &error))
		return cli_finish(cli_fail(&error));
	printf("%s: next, edit it and run: assay grade %s SUBMISSIONS -o OUT\n", options.output,
		options.output);
	return cli_finish(0);
}
