/* SPDX-License-Identifier: MIT */
/* Making a test set: each input from its program or its text, each answer from the solution, each
 * digest to the lock. */
#include "lock.h"
#include "place.h"
#include "recipe.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

/* A program that a recipe's commands name, compiled once. */
struct named_program {
	char *word;
	struct as_program *program;
};

struct maker {
	const struct as_gen_config *config;
	const char *package_path;
	int dir_fd;
	struct recipe recipe;
	struct as_workshop *workshop;
	struct named_program *programs;
	size_t program_count;
	struct as_sandbox *command_sandbox; /* for `assay solve ...`; NULL until needed */
	json_t *old_lock, *new_lock;
	struct as_gen_report *report;
	bool generated;   /* a secret file of the recipe is in data/ */
	char staging[64]; /* where files wait until all are made; "" before the first */
};

static const struct as_limits program_limits = {
	.cpu_time_ns = INT64_C(60000000000),
	.wall_time_ns = INT64_C(120000000000),
	.memory_bytes = UINT64_C(2) << 30,
	.output_bytes = UINT64_C(1) << 30,
	.processes = 64,
	.idle_time_ns = AS_UNLIMITED_NS,
	.box_bytes = UINT64_C(256) << 20,
	.box_files = 65536,
	.open_files = 256,
};

/* ---- programs ---- */

/* The first file that is `path` with an ending, or NULL. */
static char *find_ending(const struct maker *maker, const char *path, struct as_error *error)
{
	const char *slash = strrchr(path, '/');
	const char *stem = slash ? slash + 1 : path;
	/* "generators/", or "" for the package's own folder. */
	AS_AUTO_FREE char *folder = as_text_format(error, "%.*s", (int)(stem - path), path);

	if (!folder)
		return NULL;
	AS_AUTO_FD int fd = as_dir_open(maker->dir_fd, *folder ? folder : ".", NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, 10000, NULL);
	for (char **name = names; name && *name; name++)
		if (strncmp(*name, stem, strlen(stem)) == 0 && (*name)[strlen(stem)] == '.')
			return as_text_format(error, "%s%s", folder, *name);
	return NULL;
}

/*
 * A program by its name in generators/, with or without its ending ("row.c", "row"); a leading '/'
 * starts at the package's folder.
 */
static char *find_program(struct maker *maker, const char *word, struct as_error *error)
{
	struct stat info;

	if (strstr(word, "..")) {
		as_error_set(
			error, AS_ERROR_INPUT, "the program '%s' must be in the package", word);
		return NULL;
	}
	char *path = word[0] == '/' ? as_text_format(error, "%s", word + 1)
				    : as_text_format(error, "generators/%s", word);
	if (!path || fstatat(maker->dir_fd, path, &info, AT_SYMLINK_NOFOLLOW) == 0)
		return path;
	AS_AUTO_FREE char *stem = path;
	char *found = find_ending(maker, stem, error);
	if (!found)
		as_error_set(error, AS_ERROR_INPUT, "there is no program '%s' in %s", word,
			word[0] == '/' ? "the package's folder" : "generators/");
	return found;
}

/* A name of the recipe's `generators` comes before a file that is called so. */
static struct as_program *compile_program(
	struct maker *maker, const char *word, struct as_error *error)
{
	json_t *named = json_object_get(maker->recipe.generators, word), *file;
	size_t index;

	if (!named) {
		AS_AUTO_FREE char *path = find_program(maker, word, error);
		return path ? as_workshop_compile(maker->workshop, maker->dir_fd, path, error)
			    : NULL;
	}
	AS_AUTO_FREE const char **files = calloc(json_array_size(named) + 1, sizeof(*files));
	if (!files) {
		as_error_no_memory(error);
		return NULL;
	}
	json_array_foreach(named, index, file) files[index] = json_string_value(file);
	return as_workshop_compile_named(maker->workshop, maker->dir_fd, files, error);
}

static struct as_program *require_program(
	struct maker *maker, const char *word, struct as_error *error)
{
	for (size_t i = 0; i < maker->program_count; i++)
		if (strcmp(maker->programs[i].word, word) == 0)
			return maker->programs[i].program;
	struct named_program *programs =
		reallocarray(maker->programs, maker->program_count + 1, sizeof(*programs));
	if (!programs) {
		as_error_no_memory(error);
		return NULL;
	}
	maker->programs = programs;
	struct as_program *program = compile_program(maker, word, error);
	char *copy = strdup(word);
	if (!program || !copy) {
		as_program_free(program);
		free(copy);
		as_error_no_memory(error);
		return NULL;
	}
	programs[maker->program_count++] = (struct named_program){copy, program};
	return program;
}

static struct as_sandbox *require_command_sandbox(struct maker *maker, struct as_error *error)
{
	if (maker->command_sandbox)
		return maker->command_sandbox;
	const struct as_view views[] = {{"/usr/lib", NULL}, {"/usr/lib64", NULL}, {"/lib", NULL},
		{"/lib64", NULL}, {"/etc/ld.so.cache", NULL},
		{maker->config->command, "/assay/assay"}};
	const struct as_sandbox_config config = {.views = views,
		.view_count = sizeof(views) / sizeof(*views),
		.keeper = as_workshop_keeper(maker->workshop),
		.core = -1,
		.weak = maker->config->weak_sandbox};
	maker->command_sandbox = as_sandbox_open(&config, error);
	return maker->command_sandbox;
}

/* The reference solvers of this very command, in the sandbox like every other program. */
static int run_command(struct maker *maker, char **words, int input, struct as_run_result *result,
	struct as_error *error)
{
	/* A leak check at exit traces the process, and no core dump is asked for by setrlimit: the
	 * sandbox forbids both. */
	static const char *const env[] = {"ASAN_OPTIONS=detect_leaks=0:disable_coredump=0", NULL};
	struct as_sandbox *sandbox = require_command_sandbox(maker, error);

	if (!sandbox)
		return -1;
	free(words[0]);
	words[0] = strdup("/assay/assay");
	if (!words[0])
		return as_error_no_memory(error);
	const struct as_run_request request = {.argv = (const char *const *)words,
		.env = env,
		.profile = AS_PROFILE_RUNTIME,
		.limits = program_limits,
		.stdin_fd = input,
		.cancel = maker->config->cancel};
	return as_sandbox_run(sandbox, &request, result, error);
}

/* Runs a command line of the recipe and takes what it printed. */
static int run_words(struct maker *maker, const char *command, int input, struct as_bytes *output,
	struct as_error *error)
{
	AS_AUTO_NAMES char **words = recipe_split(command, error);
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;

	if (!words)
		return -1;
	if (!words[0])
		return as_error_set(error, AS_ERROR_INPUT, "the command is empty");
	if (strcmp(words[0], "assay") == 0) {
		if (!words[1] || strcmp(words[1], "solve") != 0)
			return as_error_set(error, AS_ERROR_INPUT,
				"'%s' names no program: only `assay solve ...` may stand here",
				command);
		if (run_command(maker, words, input, &result, error))
			return -1;
	} else {
		struct as_program *program = require_program(maker, words[0], error);
		if (!program || as_program_run(program, (const char *const *)words + 1,
					&program_limits, input, &result, error))
			return -1;
	}
	if (result.hits & AS_HIT_CANCEL)
		return as_error_set(error, AS_ERROR_INTERNAL, "interrupted");
	AS_AUTO_FREE char *complaint = as_run_result_complain(&result);
	if (complaint)
		return as_error_set(error, AS_ERROR_INPUT, "`%s` %s", command, complaint);
	if (result.stdout_bytes == 0)
		return as_error_set(error, AS_ERROR_INPUT, "`%s` printed nothing", command);
	return as_fd_read(result.stdout_fd, program_limits.output_bytes, output, error);
}

/* ---- files ---- */

static void note_change(struct maker *maker, const char *path, const char *what)
{
	struct as_gen_report *report = maker->report;

	if (report->changed_count++ == 0) {
		snprintf(report->first_changed, sizeof(report->first_changed), "%s", path);
		snprintf(report->first_change, sizeof(report->first_change), "%s", what);
	}
}

static void compare_with_disk(struct maker *maker, const char *path, const char *data, size_t size)
{
	AS_AUTO_FREE char *full = as_text_format(NULL, "data/%s", path);
	AS_AUTO_BYTES struct as_bytes there = {0};
	struct as_error why = {0};

	/* What is missing is looked at once it is known whether the set was generated. */
	if (!full || (as_file_read(maker->dir_fd, full, UINT64_MAX, &there, &why) &&
			     why.sys_errno == ENOENT))
		return;
	maker->generated |= strncmp(path, "secret/", 7) == 0;
	if (!there.data || !data || there.size != size || memcmp(there.data, data, size) != 0)
		note_change(maker, path, "the file on the disk is another");
}

/* Folders that killed commands left behind. */
static void remove_stale_staging(const struct maker *maker)
{
	AS_AUTO_FD int fd = as_dir_open(maker->dir_fd, "generators", NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, 100000, NULL);
	int pid;

	for (char **name = names; name && *name; name++)
		if (sscanf(*name, ".making-%d", &pid) == 1 && kill(pid, 0) != 0 && errno == ESRCH)
			as_dir_remove(fd, *name, NULL);
}

/* Best effort: the next command removes what this one leaves, as well. */
static void keep_staging(const struct maker *maker)
{
	AS_AUTO_FREE char *package = realpath(maker->package_path, NULL);
	AS_AUTO_FREE char *path =
		package ? as_text_format(NULL, "%s/%s", package, maker->staging) : NULL;
	struct as_error ignored = {0};

	if (path && as_keeper_hold(as_workshop_keeper(maker->workshop), path, &ignored))
		as_error_clear(&ignored);
}

/* An interrupted or failed command must not leave a part of a test set that can be judged with. */
static int stage_file(struct maker *maker, const char *path, const char *data, size_t size,
	struct as_error *error)
{
	if (!maker->staging[0]) {
		remove_stale_staging(maker);
		snprintf(maker->staging, sizeof(maker->staging), "generators/.making-%d",
			(int)getpid());
		keep_staging(maker);
	}
	AS_AUTO_FREE char *full = as_text_format(error, "%s/%s", maker->staging, path);
	AS_AUTO_FREE char *folder = full ? strdup(full) : NULL;

	if (!folder)
		return as_error_no_memory(error);
	*strrchr(folder, '/') = '\0';
	if (as_dir_make(maker->dir_fd, folder, 0755, error))
		return -1;
	return as_file_write(maker->dir_fd, full, data, size, 0644, error);
}

static int move_files(struct maker *maker, struct as_error *error)
{
	const char *path;
	json_t *digest;

	json_object_foreach(maker->new_lock, path, digest)
	{
		if (place_move(maker->dir_fd, maker->staging, path, error))
			return -1;
	}
	return 0;
}

static int keep_file(struct maker *maker, const char *test, const char *ending, const char *data,
	size_t size, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, "%s%s", test, ending);
	char hex[AS_DIGEST_HEX_SIZE];
	struct as_digest digest;

	if (!path)
		return -1;
	as_digest_init(&digest);
	as_digest_add(&digest, data, size);
	as_digest_end(&digest, hex);
	const char *locked = json_string_value(json_object_get(maker->old_lock, path));
	if (json_object_get(maker->new_lock, path))
		return as_error_set(error, AS_ERROR_INPUT, "two tests make the file data/%s", path);
	if (!locked && maker->config->check)
		note_change(maker, path, "the lock does not have it");
	else if (locked && strcmp(locked, hex) != 0)
		note_change(maker, path, "its bytes are not those of the lock");
	if (json_object_set_new(maker->new_lock, path, json_string(hex)))
		return as_error_no_memory(error);
	maker->report->file_count++;
	maker->report->size_bytes += size;
	if (maker->config->check) {
		compare_with_disk(maker, path, data, size);
		return 0;
	}
	return stage_file(maker, path, data, size, error);
}

/* What the lock had and the recipe no longer makes. */
static int drop_stale(struct maker *maker, struct as_error *error)
{
	const char *path;
	json_t *value;

	json_object_foreach(maker->old_lock, path, value)
	{
		if (json_object_get(maker->new_lock, path))
			continue;
		note_change(maker, path, "the recipe does not make it");
		if (!maker->config->check && place_remove(maker->dir_fd, path, error))
			return -1;
	}
	return 0;
}

static void note_extra(void *context, const char *path)
{
	struct maker *maker = context;

	/* What the lock had is noted already. */
	if (!json_object_get(maker->new_lock, path) && !json_object_get(maker->old_lock, path))
		note_change(maker, path, "the recipe does not make it");
}

/*
 * Files that are not there, and those that should not be. A set that was not generated yet, as in a
 * fresh clone, is proved by the lock alone.
 */
static int compare_folders(struct maker *maker, struct as_error *error)
{
	const char *path;
	json_t *value;

	json_object_foreach(maker->new_lock, path, value)
	{
		struct as_error why = {0};
		AS_AUTO_FREE char *full = as_text_format(error, "data/%s", path);
		if (!full)
			return -1;
		AS_AUTO_FD int fd = maker->generated ? as_file_open(maker->dir_fd, full, &why) : -1;
		if (fd < 0 && why.sys_errno == ENOENT)
			note_change(maker, path, "the file is not there");
	}
	return place_list(maker->dir_fd, note_extra, maker, error);
}

/* ---- tests ---- */

static int make_input(struct maker *maker, const struct recipe_test *test, struct as_bytes *input,
	struct as_error *error)
{
	if (test->command)
		return run_words(maker, test->command, -1, input, error);
	input->data = strdup(test->in);
	if (!input->data)
		return as_error_no_memory(error);
	input->size = strlen(test->in);
	return 0;
}

static int make_answer(struct maker *maker, const struct recipe_test *test,
	const struct as_bytes *input, struct as_bytes *answer, struct as_error *error)
{
	if (test->ans) {
		answer->data = strdup(test->ans);
		answer->size = strlen(test->ans);
		return answer->data ? 0 : as_error_no_memory(error);
	}
	if (!maker->recipe.solution)
		return as_error_set(error, AS_ERROR_INPUT,
			"the recipe has no 'solution' to make this test's answer");
	AS_AUTO_FD int memory = as_input_from_bytes(input->data, input->size, error);
	return memory < 0 ? -1 : run_words(maker, maker->recipe.solution, memory, answer, error);
}

/* Names the recipe's line, whatever went wrong. */
static int blame(const struct maker *maker, const struct recipe_test *test, struct as_error *error)
{
	unsigned line, column;

	if (error && !error->where[0] &&
		as_document_place(&maker->recipe.document, test->pointer, &line, &column)) {
		snprintf(error->where, sizeof(error->where), "%s", maker->recipe.document.name);
		error->line = line;
		error->column = column;
	}
	return -1;
}

static int make_test(struct maker *maker, const struct recipe_test *test, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes input = {0}, answer = {0};

	if (maker->config->progress)
		maker->config->progress(maker->config->progress_context, test->name);
	maker->report->test_count++;
	if (make_input(maker, test, &input, error) ||
		make_answer(maker, test, &input, &answer, error) ||
		keep_file(maker, test->name, ".in", input.data, input.size, error) ||
		keep_file(maker, test->name, ".ans", answer.data, answer.size, error))
		return blame(maker, test, error);
	return 0;
}

/* ---- the whole ---- */

/* A person typed this path: its links are meant. */
static int open_package(const char *path, struct as_error *error)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 && errno == ENOTDIR)
		as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"is no folder, and tests are made in one: unpack the package first");
	else if (fd < 0)
		as_error_at(error, AS_ERROR_INPUT, path, 0, 0, "cannot open the package: %s",
			strerrordesc_np(errno));
	return fd;
}

static int open_maker(struct maker *maker, struct as_error *error)
{
	const struct as_workshop_config workshop = {
		.languages = maker->config->languages,
		.weak_sandbox = maker->config->weak_sandbox,
		.include_dir = maker->config->include_dir,
		.cancel = maker->config->cancel,
	};

	maker->dir_fd = open_package(maker->package_path, error);
	if (maker->dir_fd < 0 ||
		recipe_read(&maker->recipe, maker->dir_fd, maker->package_path, error) ||
		!(maker->old_lock = lock_read(maker->dir_fd, maker->package_path, error)))
		return -1;
	maker->new_lock = json_object();
	maker->workshop = as_workshop_open(&workshop, error);
	return maker->workshop ? 0 : -1;
}

static void clear_maker(struct maker *maker)
{
	as_sandbox_close(maker->command_sandbox);
	for (size_t i = 0; i < maker->program_count; i++) {
		free(maker->programs[i].word);
		as_program_free(maker->programs[i].program);
	}
	free(maker->programs);
	if (maker->staging[0])
		as_dir_remove(maker->dir_fd, maker->staging, NULL);
	as_workshop_close(maker->workshop);
	recipe_clear(&maker->recipe);
	json_decref(maker->old_lock);
	json_decref(maker->new_lock);
	if (maker->dir_fd >= 0)
		close(maker->dir_fd);
}

int as_gen_count(const char *package_path, size_t *count, struct as_error *error)
{
	AS_AUTO_FD int dir_fd = open_package(package_path, error);
	struct recipe recipe = {0};
	int failed = dir_fd < 0 || recipe_read(&recipe, dir_fd, package_path, error);

	*count = recipe.count;
	recipe_clear(&recipe);
	return failed ? -1 : 0;
}

int as_gen_package(const char *package_path, const struct as_gen_config *config,
	struct as_gen_report *report, struct as_error *error)
{
	AS_AUTO(clear_maker)
	struct maker maker = {
		.config = config, .package_path = package_path, .dir_fd = -1, .report = report};

	*report = (struct as_gen_report){0};
	if (open_maker(&maker, error))
		return -1;
	for (size_t i = 0; i < maker.recipe.count; i++)
		if (make_test(&maker, &maker.recipe.tests[i], error))
			return -1;
	if ((!config->check && move_files(&maker, error)) || drop_stale(&maker, error) ||
		(config->check && compare_folders(&maker, error)))
		return -1;
	return config->check ? 0 : lock_write(maker.dir_fd, maker.new_lock, error);
}
