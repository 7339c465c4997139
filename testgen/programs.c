/* SPDX-License-Identifier: MIT */
/* Finds the program of a command's first word. */
#include "programs.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* The first file that is `path` with an ending, or NULL. */
static char *find_ending(const struct programs *programs, const char *path, struct as_error *error)
{
	const char *stem = as_text_last_part(path);
	/* "generators/", or "" for the package's own folder. */
	AS_AUTO_FREE char *folder = as_text_format(error, "%.*s", (int)(stem - path), path);

	if (!folder)
		return NULL;
	AS_AUTO_FD int fd = as_dir_open(programs->dir_fd, *folder ? folder : ".", NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, 10000, NULL);
	for (char **name = names; name && *name; name++)
		if (strncmp(*name, stem, strlen(stem)) == 0 && (*name)[strlen(stem)] == '.')
			return as_text_format(error, "%s%s", folder, *name);
	return NULL;
}

/* Suggests the nearest name in the searched folder. */
static void refuse_program(
	const struct programs *programs, const char *word, const char *path, struct as_error *error)
{
	const char *name = as_text_last_part(path);
	const char *in_word = strrchr(word, '/');
	AS_AUTO_FREE char *folder = as_text_format(NULL, "%.*s", (int)(name - path), path);
	AS_AUTO_FD int fd =
		folder ? as_dir_open(programs->dir_fd, *folder ? folder : ".", NULL) : -1;
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, 10000, NULL);
	const size_t count = as_names_count(names);
	const char *nearest = count ? as_text_nearest(name, (const char *const *)names, count,
					      (strlen(name) + 1) / 3)
				    : NULL;
	const char *place = word[0] == '/' ? "the package's folder" : "generators/";
	if (nearest)
		as_error_set(error, AS_ERROR_INPUT, "no program '%s' in %s; did you mean '%.*s%s'?",
			word, place, in_word ? (int)(in_word + 1 - word) : 0, word, nearest);
	else
		as_error_set(error, AS_ERROR_INPUT, "no program '%s' in %s; %s", word, place,
			word[0] == '/' ? "check the path"
				       : "a path that begins with / is in the package's folder, "
					 "such as /submissions/accepted/sum.c");
}

/*
 * A program by its name in generators/, with or without its ending ("row.c", "row"); a leading '/'
 * starts at the package's folder.
 */
char *programs_path(const struct programs *programs, const char *word, struct as_error *error)
{
	struct stat info;

	if (strstr(word, "..")) {
		as_error_set(error, AS_ERROR_INPUT, "program '%s' must be in the package", word);
		return NULL;
	}
	char *path = word[0] == '/' ? as_text_format(error, "%s", word + 1)
				    : as_text_format(error, "generators/%s", word);
	if (!path || fstatat(programs->dir_fd, path, &info, AT_SYMLINK_NOFOLLOW) == 0)
		return path;
	AS_AUTO_FREE char *stem = path;
	char *found = find_ending(programs, stem, error);
	if (!found)
		refuse_program(programs, word, stem, error);
	return found;
}

/* The files of a name in the recipe's `generators`, NULL-terminated and borrowed. NULL without an
 * error: there is no such name. */
static int list_files(const struct programs *programs, const char *word, const char ***files,
	struct as_error *error)
{
	json_t *named = json_object_get(programs->generators, word), *file;
	size_t index;

	*files = NULL;
	if (!named || json_is_null(named))
		return 0;
	*files = calloc(json_array_size(named) + 1, sizeof(**files));
	if (!*files)
		return as_error_no_memory(error);
	json_array_foreach(named, index, file)(*files)[index] = json_string_value(file);
	return 0;
}

/* A name in the recipe's `generators` precedes a file of that name. */
static struct as_program *compile_program(
	const struct programs *programs, const char *word, struct as_error *error)
{
	AS_AUTO_FREE const char **files = NULL;

	if (list_files(programs, word, &files, error))
		return NULL;
	if (files)
		return as_workshop_compile_named(
			programs->workshop, programs->dir_fd, files, programs->constants, error);
	AS_AUTO_FREE char *path = programs_path(programs, word, error);
	return path ? as_workshop_compile(programs->workshop, programs->dir_fd, path,
			      programs->constants, error)
		    : NULL;
}

int programs_digest(const struct programs *programs, const struct as_languages *languages,
	const char *word, char hex[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	AS_AUTO_FREE const char **files = NULL;

	if (list_files(programs, word, &files, error))
		return -1;
	if (files)
		return as_program_named_digest(
			languages, programs->dir_fd, files, programs->constants, hex, error);
	AS_AUTO_FREE char *path = programs_path(programs, word, error);
	AS_AUTO_FREE char *named = path ? as_text_format(error, "/%s", path) : NULL;
	return named ? as_program_named_digest(languages, programs->dir_fd,
			       (const char *const[]){named, NULL}, programs->constants, hex, error)
		     : -1;
}

static int digest_command(struct programs *programs, struct as_error *error)
{
	struct as_digest digest;

	if (programs->command_digest[0])
		return 0;
	AS_AUTO_FD int fd = as_file_open(AT_FDCWD, programs->config->command, error);
	as_digest_init(&digest);
	if (fd < 0 || as_digest_add_fd(&digest, fd, programs->config->cancel, error))
		return -1;
	as_digest_end(&digest, programs->command_digest);
	return 0;
}

bool programs_is_command(char *const *words)
{
	return words[0] && words[1] && strcmp(words[0], "assay") == 0 &&
	       strcmp(words[1], "solve") == 0;
}

const struct named_program *programs_find(const struct programs *programs, const char *word)
{
	for (size_t i = 0; i < programs->count; i++)
		if (strcmp(programs->items[i].word, word) == 0)
			return &programs->items[i];
	return NULL;
}

int programs_add(struct programs *programs, const char *command, struct as_error *error)
{
	AS_AUTO_NAMES char **words = recipe_split(command, error);

	if (!words)
		return -1;
	if (programs_is_command(words))
		return digest_command(programs, error);
	if (!words[0] || strcmp(words[0], "assay") == 0 || programs_find(programs, words[0]))
		return 0;
	if (!as_array_reserve(programs->items, programs->count, error))
		return -1;
	struct named_program *added = &programs->items[programs->count++];
	*added = (struct named_program){.word = as_text_format(error, "%s", words[0])};
	if (!added->word)
		return -1;
	added->program = compile_program(programs, added->word, &added->why);
	if (added->program || added->why.kind == AS_ERROR_INPUT)
		return 0;
	if (error)
		*error = added->why;
	return -1;
}

void programs_clear(struct programs *programs)
{
	for (size_t i = 0; i < programs->count; i++) {
		free(programs->items[i].word);
		as_program_free(programs->items[i].program);
	}
	free(programs->items);
	programs->items = NULL;
	programs->count = 0;
}
