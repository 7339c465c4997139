/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation:
 *
 * 1. The calling thread compiles the programs.
 * 2. The requested number of threads claim the tests in the order of the recipe, generate them with
 *    their own sandboxes (runner.c), and stage the files.
 * 3. After a failed test, no later one is claimed, and the claimed ones are finished. So the error
 *    is about the first test that fails, whatever the number of threads.
 * 4. The calling thread alone compares the files and moves them, in the recipe's order.
 */
#include "lock.h"
#include "maker.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

/* ---- threads ---- */

static bool take_test(struct maker *maker, size_t *index)
{
	bool found = false;

	pthread_mutex_lock(&maker->mutex);
	while (maker->next < maker->recipe.count && maker->failed == SIZE_MAX && !found) {
		*index = maker->next++;
		found = maker->recipe.tests[*index].original == *index;
	}
	if (found && maker->config->progress)
		maker->config->progress(
			maker->config->progress_context, maker->recipe.tests[*index].name);
	pthread_mutex_unlock(&maker->mutex);
	return found;
}

static void fail_test(struct maker *maker, size_t index, const struct as_error *why)
{
	pthread_mutex_lock(&maker->mutex);
	if (index < maker->failed) {
		maker->failed = index;
		maker->why = *why;
	}
	pthread_mutex_unlock(&maker->mutex);
}

static void *make_tests(void *context)
{
	struct maker *maker = context;
	AS_AUTO(runner_clear) struct runner runner = {.programs = &maker->programs};
	size_t index;

	while (take_test(maker, &index)) {
		struct as_error why = {0};
		if (make_test(maker, &runner, index, &why))
			fail_test(maker, index, &why);
	}
	return NULL;
}

#define MAX_WORKERS 256

static int make_all(struct maker *maker, struct as_error *error)
{
	unsigned wanted = maker->config->workers ? maker->config->workers : 1, started = 0;
	pthread_t threads[MAX_WORKERS];

	wanted = wanted > MAX_WORKERS ? MAX_WORKERS : wanted;
	/* If a thread cannot be started, there is one fewer. */
	while (started + 1 < wanted && started + 1 < maker->recipe.count &&
		pthread_create(&threads[started], NULL, make_tests, maker) == 0)
		started++;
	make_tests(maker);
	for (unsigned i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	if (maker->failed == SIZE_MAX)
		return 0;
	if (error)
		*error = maker->why;
	return -1;
}

/* ---- preparation and result ---- */

/* A person typed this path, so its links are followed. */
static int open_package(const char *path, struct as_error *error)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 && errno == ENOTDIR)
		as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"not a folder; unpack the package first");
	else if (fd < 0 && errno == ENOENT)
		as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"no such folder; name the folder of a package");
	else if (fd < 0)
		as_error_sys(error, AS_ERROR_INPUT, errno, "cannot open the package %s", path);
	return fd;
}

static int read_package(struct maker *maker, struct as_error *error)
{
	maker->dir_fd = open_package(maker->package_path, error);
	if (maker->dir_fd < 0)
		return -1;
	maker->settings = as_package_open_settings(maker->package_path, error);
	if (!maker->settings || recipe_read(&maker->recipe, maker->dir_fd, maker->package_path,
					&maker->settings->constants, error))
		return -1;
	if (recipe_check_settings(&maker->recipe, maker->settings, error))
		return -1;
	maker->report->lacks_lock = faccessat(maker->dir_fd, LOCK_PATH, F_OK, 0) != 0;
	return lock_read(
		maker->dir_fd, maker->package_path, &maker->old_lock, &maker->old_programs, error);
}

static int open_maker(struct maker *maker, struct as_error *error)
{
	if (read_package(maker, error) ||
		as_sandbox_check_hidden(maker->config->weak_sandbox, maker->package_path, error))
		return -1;
	const struct as_workshop_config workshop = {
		.languages = maker->config->languages,
		.weak_sandbox = maker->config->weak_sandbox,
		.fresh = maker->config->fresh,
		.include_dir = maker->config->include_dir,
		.modules = maker->config->modules,
		.cancel = maker->config->cancel,
	};
	maker->new_lock = json_object();
	maker->new_programs = json_object();
	maker->outcomes = calloc(maker->recipe.count + 1, sizeof(*maker->outcomes));
	maker->workshop = as_workshop_open(&workshop, error);
	if (!maker->outcomes || !maker->new_lock || !maker->new_programs)
		return as_error_no_memory(error);
	maker->programs = (struct programs){.config = maker->config,
		.workshop = maker->workshop,
		.generators = maker->recipe.generators,
		.constants = &maker->settings->constants,
		.dir_fd = maker->dir_fd};
	return maker->workshop ? 0 : -1;
}

static void clear_maker(struct maker *maker)
{
	programs_clear(&maker->programs);
	stage_end(maker);
	as_workshop_close(maker->workshop);
	for (size_t i = 0; maker->outcomes && i < maker->recipe.count; i++)
		free(maker->outcomes[i].note);
	free(maker->outcomes);
	recipe_clear(&maker->recipe);
	as_package_close(maker->settings);
	json_decref(maker->old_lock);
	json_decref(maker->new_lock);
	json_decref(maker->old_programs);
	json_decref(maker->new_programs);
	if (maker->dir_fd >= 0)
		close(maker->dir_fd);
}

static int compile_all(struct maker *maker, struct as_error *error)
{
	struct programs *programs = &maker->programs;

	for (size_t i = 0; i < maker->recipe.count; i++) {
		const struct recipe_test *test = &maker->recipe.tests[i];
		if (as_is_cancelled(maker->config->cancel))
			return as_error_set(error, AS_ERROR_INTERNAL, "interrupted");
		if ((test->command && programs_add(programs, test->command, error)) ||
			(test->solution && !test->files[RECIPE_ANS].given &&
				programs_add(programs, test->solution, error)))
			return recipe_blame(&maker->recipe, test->pointer, error);
	}
	for (size_t i = 0; i < programs->count; i++) {
		const struct named_program *named = &programs->items[i];
		if (named->program &&
			json_object_set_new(maker->new_programs, named->word,
				json_string(as_program_source_digest(named->program))))
			return as_error_no_memory(error);
	}
	return 0;
}

static int compare_all(struct maker *maker, struct as_error *error)
{
	if (maker_test_notes(maker, error))
		return -1;
	for (size_t i = 0; i < maker->recipe.count; i++)
		if ((maker->recipe.tests[i].original != i && make_included(maker, i, error)) ||
			compare_test(maker, i, error))
			return -1;
	for (size_t i = 0; i < maker->recipe.settings_count; i++)
		if (compare_settings(maker, i, error))
			return -1;
	if (compare_folders(maker, error) || compare_duplicates(maker, error))
		return -1;
	compare_programs(maker);
	return 0;
}

static int note_shared(void *context, const char *path, const char *name, struct as_error *error)
{
	const struct maker *maker = context;

	(void)error;
	maker_note(maker, "%s is a link to %s beside the package", path, name);
	return 0;
}

int as_gen_count(const char *package_path, size_t *count, struct as_error *error)
{
	AS_AUTO_FD int dir_fd = open_package(package_path, error);
	struct recipe recipe = {0};
	int failed = dir_fd < 0 || recipe_read(&recipe, dir_fd, package_path, NULL, error);

	*count = 0;
	for (size_t i = 0; i < recipe.count; i++)
		*count += recipe.tests[i].original == i;
	recipe_clear(&recipe);
	return failed ? -1 : 0;
}

char **as_gen_names(const char *package_path, struct as_error *error)
{
	AS_AUTO_FD int dir_fd = open_package(package_path, error);
	struct recipe recipe = {0};
	int failed = dir_fd < 0 || recipe_read(&recipe, dir_fd, package_path, NULL, error);
	char **names = failed ? NULL : calloc(recipe.count + 1, sizeof(*names));

	for (size_t i = 0; names && i < recipe.count; i++)
		names[i] = as_steal(recipe.tests[i].name);
	if (!failed && !names)
		as_error_no_memory(error);
	recipe_clear(&recipe);
	return names;
}

int as_gen_package(const char *package_path, const struct as_gen_config *config,
	struct as_gen_report *report, struct as_error *error)
{
	AS_AUTO(clear_maker)
	struct maker maker = {.config = config,
		.package_path = package_path,
		.dir_fd = -1,
		.report = report,
		.failed = SIZE_MAX,
		.mutex = PTHREAD_MUTEX_INITIALIZER};

	*report = (struct as_gen_report){0};
	if (open_maker(&maker, error) || compile_all(&maker, error))
		return -1;
	maker_notes(&maker, &maker.recipe.notes);
	if (as_shared_each(&maker.settings->tree, note_shared, &maker, error))
		return -1;
	if ((!config->check && stage_begin(&maker, error)) || make_all(&maker, error) ||
		compare_all(&maker, error) || as_cancel_check(config->cancel, error))
		return -1;
	if (config->check)
		return 0;
	return compare_replaced(&maker, error) ? -1 : stage_commit(&maker, error);
}
