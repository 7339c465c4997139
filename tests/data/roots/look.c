/* SPDX-License-Identifier: MIT */
/* What a run sees: "mounts N", and "runs PATH" for each file that could be executed: an ELF file
 * with its bit, or a script whose interpreter is here. With arguments: "here PATH" for each that
 * is. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int can_start(const char *path)
{
	char head[128] = "", *word = head + 2;
	FILE *file = fopen(path, "r");
	size_t size = file ? fread(head, 1, sizeof(head) - 1, file) : 0;

	if (file)
		fclose(file);
	if (size > 4 && memcmp(head, "\177ELF", 4) == 0)
		return 1;
	if (size < 3 || memcmp(head, "#!", 2) != 0)
		return 0;
	word += strspn(word, " \t");
	word[strcspn(word, " \t\n")] = '\0';
	return access(word, X_OK) == 0;
}

static void look(const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	struct stat info;
	char path[4096];

	while (dir && (entry = readdir(dir))) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		if (lstat(path, &info))
			continue;
		if (S_ISDIR(info.st_mode))
			look(path);
		else if (S_ISREG(info.st_mode) && access(path, X_OK) == 0 && can_start(path))
			printf("runs %s\n", path);
	}
	if (dir)
		closedir(dir);
}

int main(int count, char **words)
{
	static const char *const own[] = {
		"proc", "dev", "program", "data", "box", "tmp", "programs", "empty"};
	FILE *mounts = fopen("/proc/self/mountinfo", "r");
	DIR *root = opendir("/");
	struct dirent *entry;
	char line[4096];
	int lines = 0;

	while (mounts && fgets(line, sizeof(line), mounts))
		lines++;
	printf("mounts %d\n", lines);
	while (root && (entry = readdir(root))) {
		int skip = entry->d_name[0] == '.' || entry->d_type == DT_LNK;
		for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
			skip |= strcmp(entry->d_name, own[i]) == 0;
		snprintf(line, sizeof(line), "/%s", entry->d_name);
		if (!skip)
			look(line);
	}
	for (int i = 1; i < count; i++)
		if (access(words[i], F_OK) == 0)
			printf("here %s\n", words[i]);
	return 0;
}
