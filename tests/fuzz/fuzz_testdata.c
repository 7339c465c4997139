/* SPDX-License-Identifier: MIT */
/*
 * The data of a package, from a text. Lines "---" split it into problem.yaml, data/..., in the
 * order of `places`; its lines are settings of groups and tests. It is read into a consistent
 * model, or refused in one line.
 */
#include <assay/package.h>

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const places[] = {
	"problem.yaml",
	"data/test_group.yaml",
	"data/testdata.yaml",
	"data/sample/test_group.yaml",
	"data/sample/testdata.yaml",
	"data/secret/test_group.yaml",
	"data/secret/testdata.yaml",
	"data/secret/a/test_group.yaml",
	"data/secret/a/testdata.yaml",
	"data/secret/b/test_group.yaml",
	"data/secret/b/testdata.yaml",
	"data/secret/b/c/testdata.yaml",
	"data/secret/a/1.yaml",
};
enum { PLACE_COUNT = sizeof places / sizeof *places };

static const char *const tests[] = {
	"data/sample/1", "data/secret/a/1", "data/secret/b/1", "data/secret/b/c/1"};

static char path[] = "/dev/shm/fuzz-testdata-XXXXXX";

static int open_package(void)
{
	if (!mkdtemp(path))
		abort();
	int fd = open(path, O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || as_dir_make(fd, "data/sample", 0755, NULL) ||
		as_dir_make(fd, "data/secret/a", 0755, NULL) ||
		as_dir_make(fd, "data/secret/b/c", 0755, NULL))
		abort();
	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
		char name[64];
		snprintf(name, sizeof name, "%s.in", tests[i]);
		if (as_file_write(fd, name, "1\n", 2, 0644, NULL))
			abort();
		snprintf(name, sizeof name, "%s.ans", tests[i]);
		if (as_file_write(fd, name, "1\n", 2, 0644, NULL))
			abort();
	}
	return fd;
}

/* An empty part is a missing file. */
static void put(int dir_fd, const char *name, const char *text, size_t size)
{
	unlinkat(dir_fd, name, 0);
	if (size == 0)
		return;
	AS_AUTO_FD int fd = openat(dir_fd, name, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
	if (fd < 0 || write(fd, text, size) != (ssize_t)size)
		abort();
}

static void put_all(int dir_fd, const char *text, size_t size)
{
	const char *end = text + size;

	for (size_t i = 0; i < PLACE_COUNT; i++) {
		const char *cut = memmem(text, (size_t)(end - text), "\n---\n", 5);
		const char *stop = cut && i + 1 < PLACE_COUNT ? cut + 1 : end;
		put(dir_fd, places[i], text, (size_t)(stop - text));
		text = stop == end ? end : stop + 4;
	}
}

/* Assumptions of all code that judges. */
static void check_model(const struct as_package *package)
{
	size_t count = 0;

	for (size_t i = 0; i < package->group_count; i++) {
		const struct as_group *group = &package->groups[i];
		if (group->parent > i ||
			group->first_test + group->test_count > package->test_count)
			abort();
		if (isnan(group->max_score) || isnan(group->static_score))
			abort();
		for (size_t k = 0; k < group->required_count; k++)
			if (group->required[k] >= i ||
				(k > 0 && group->required[k] <= group->required[k - 1]))
				abort();
	}
	for (size_t i = 0; i < package->test_count; i++) {
		const struct as_test *test = &package->tests[i];
		const struct as_group *group = &package->groups[test->group];
		if (test->group >= package->group_count || i < group->first_test ||
			i >= group->first_test + group->test_count)
			abort();
		count += test->input_path && test->answer_path && test->name;
	}
	if (count != package->test_count)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int dir_fd = -1;
	struct as_error error = {0};

	if (dir_fd < 0)
		dir_fd = open_package();
	put_all(dir_fd, (const char *)data, size);
	struct as_package *package = as_package_open(path, NULL, &error);
	if (!package != (error.kind != AS_ERROR_NONE) || strchr(error.text, '\n'))
		abort();
	if (package)
		check_model(package);
	as_package_close(package);
	return 0;
}
