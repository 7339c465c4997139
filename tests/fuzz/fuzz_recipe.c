/* SPDX-License-Identifier: MIT */
/* A recipe of any bytes is read, or refused with a position. */
#include "testgen/recipe.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int open_package(void)
{
	static char path[] = "/tmp/fuzz-recipe-XXXXXX";

	if (!mkdtemp(path))
		abort();
	int fd = open(path, O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || mkdirat(fd, "generators", 0755))
		abort();
	return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int dir_fd = -1;
	struct as_error error = {0};
	struct recipe recipe = {0};

	if (dir_fd < 0)
		dir_fd = open_package();
	AS_AUTO_FD int file =
		openat(dir_fd, RECIPE_PATH, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
	if (file < 0 || write(file, data, size) != (ssize_t)size)
		abort();
	int failed = recipe_read(&recipe, dir_fd, "fuzz", NULL, &error);
	if (failed != (error.kind != AS_ERROR_NONE ? -1 : 0) || (failed && !error.text[0]))
		abort();
	recipe_clear(&recipe);
	return 0;
}
