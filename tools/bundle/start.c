/* SPDX-License-Identifier: MIT */
/*
 * Stands in a bundled tree where a program of Assay is expected (bin/assay, libexec/assay/NAME),
 * and becomes the program, lib/assay/NAME, with the tree's own libraries. The kernel takes the path
 * of a program's loader as absolute, so this program starts the loader; it is linked statically and
 * needs no loader itself. The loader lies in lib: /proc/self/exe of the program then names a file
 * in a folder of the tree, as base/install.c expects. An option, unlike LD_LIBRARY_PATH, does not
 * affect compilers and other programs that are started later.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fail(const char *what)
{
	fprintf(stderr,
		"assay: error: the bundled tree is not here: %s; a recipe that runs assay solve "
		"needs an installed assay\n",
		what);
	return 5;
}

int main(int argc, char **argv)
{
	static const char folder[] = "/libexec/assay", loader[] = "lib/" ASSAY_LOADER;
	static char tree[PATH_MAX], name[PATH_MAX], path[4][2 * PATH_MAX];
	char **words = calloc((size_t)argc + 6, sizeof(*words));
	const ssize_t size = readlink("/proc/self/exe", tree, sizeof(tree) - 1);

	if (!words || argc < 1 || size < 0 || !strrchr(tree, '/'))
		return fail("/proc/self/exe cannot be read");
	strcpy(name, strrchr(tree, '/') + 1);
	*strrchr(tree, '/') = '\0';
	const size_t length = strlen(tree), tail = sizeof(folder) - 1;
	if (length >= tail && strcmp(tree + length - tail, folder) == 0)
		tree[length - tail] = '\0';
	else if (*tree)
		*strrchr(tree, '/') = '\0';
	snprintf(path[0], sizeof(path[0]), "%s/%s", tree, loader);
	snprintf(path[1], sizeof(path[1]), "%s/lib", tree);
	snprintf(path[2], sizeof(path[2]), "%s/lib/assay/%s", tree, name);
	char *const first[] = {argv[0], "--library-path", path[1], "--argv0", argv[0], path[2]};
	memcpy(words, first, sizeof(first));
	for (int i = 1; i < argc; i++)
		words[5 + i] = argv[i];
	execv(path[0], words);
	return fail(path[0]);
}
