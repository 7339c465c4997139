/* SPDX-License-Identifier: MIT */
/* Gives each file of the folders named on the command line to a fuzz target, without libFuzzer:
 * seeds and earlier findings are tests. */
#include <assay/base.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The number of files that were given to the target; -1 if a file or the folder cannot be read. */
static int replay_folder(const char *path)
{
	int count = 0;
	DIR *folder = opendir(path);

	if (!folder)
		return -1;
	for (struct dirent *entry; count >= 0 && (entry = readdir(folder));) {
		AS_AUTO_BYTES struct as_bytes bytes = {0};

		if (entry->d_name[0] == '.')
			continue;
		if (as_file_read(dirfd(folder), entry->d_name, 1 << 20, &bytes, NULL)) {
			fprintf(stderr, "cannot read %s/%s\n", path, entry->d_name);
			count = -1;
		} else {
			fprintf(stderr, "%s/%s\n", path, entry->d_name);
			LLVMFuzzerTestOneInput((const uint8_t *)bytes.data, bytes.size);
			count++;
		}
	}
	closedir(folder);
	return count;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (replay_folder(argv[i]) <= 0) {
			fprintf(stderr, "no seed was read in %s\n", argv[i]);
			return 1;
		}
	return argc > 1 ? 0 : 1;
}
