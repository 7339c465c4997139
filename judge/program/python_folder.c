/* SPDX-License-Identifier: MIT */
/* The folder around all files of a submission is part of their names only if imports need it. */
#include "detect.h"

#include <assay/program/intake.h>

#include <ctype.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* "from folder.calc import add", "import folder.calc", "from folder import calc". */
static bool imports(const struct as_line *line, const char *folder, size_t length)
{
	static const char *const words[] = {"from ", "import "};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (!as_line_begins(line, words[i]))
			continue;
		const char *name = line->at + strlen(words[i]);
		if ((size_t)(line->end - name) > length && memcmp(name, folder, length) == 0 &&
			(name[length] == '.' || (i == 0 && name[length] == ' ')))
			return true;
	}
	return false;
}

bool as_python_may_keep_folder(const struct as_package *package)
{
	static const char *const folders[] = {
		"include/default", "include/python3", "include/pypy3", "include/python2"};

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		if (faccessat(package->tree.fd, folders[i], F_OK, 0) == 0)
			return false;
	return !package->submit_answer;
}

/* "from .calc import add" in "main.py", "from ..calc" in "inner/main.py". */
static bool leaves(const struct as_line *line, const char *path)
{
	static const char word[] = "from ";

	if (!as_line_begins(line, word))
		return false;
	const char *at = line->at + strlen(word);
	for (; at < line->end && *at == '.' && (path = strchr(path, '/')); path++)
		at++;
	return at < line->end && *at == '.';
}

int as_python_needs_folder(
	const char *path, const struct as_bytes *text, const char *folder, size_t length)
{
	const bool is_part = strcmp(path, "__init__.py") != 0;
	struct as_line line;

	for (size_t i = 0; i < length; i++)
		if (!isalnum((unsigned char)folder[i]) && folder[i] != '_' && !(folder[i] & 0x80))
			return -1;
	if (length == 0 || (strncmp(path, folder, length) == 0 &&
				   (path[length] == '/' || strcmp(path + length, ".py") == 0)))
		return -1;
	for (size_t at = 0; as_text_stem(path, ".py") > 0 && as_line_next(text, &at, &line);)
		if ((is_part && leaves(&line, path)) || imports(&line, folder, length))
			return 1;
	return 0;
}
