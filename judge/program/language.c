/* SPDX-License-Identifier: MIT */
#include "detect.h"

#include <assay/base/fit.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_NAME_BYTES ((size_t)64 << 10)

const struct as_language *as_languages_find(const struct as_languages *languages, const char *id)
{
	for (size_t i = 0; i < languages->count; i++)
		if (strcmp(languages->items[i].id, id) == 0)
			return &languages->items[i];
	return NULL;
}

static bool is_ending_of(const struct as_language *language, const char *word)
{
	for (const char *const *ending = language->files.extensions; *ending; ending++)
		if (strcasecmp(*ending + 1, word) == 0)
			return true;
	return false;
}

/* Other names of a language: "C++", "py", "g++". */
static bool is_called(const struct as_language *language, const char *word)
{
	if (strcasecmp(language->name, word) == 0 || is_ending_of(language, word))
		return true;
	for (const char *const *tool = language->tools; *tool; tool++) {
		const char *slash = strrchr(*tool, '/');
		if (strcasecmp(slash ? slash + 1 : *tool, word) == 0)
			return true;
	}
	return false;
}

const char *as_languages_suggest(
	const struct as_languages *languages, const char *id, char text[AS_SUGGESTION_SIZE])
{
	AS_AUTO_FREE const char **ids = calloc(languages->count + 1, sizeof(*ids));
	size_t count = 0;

	for (size_t i = 0; i < languages->count; i++)
		if (!languages->items[i].is_hidden && is_called(&languages->items[i], id)) {
			snprintf(text, AS_SUGGESTION_SIZE, "; did you mean '%.*s'?",
				as_text_fit(languages->items[i].id, 64), languages->items[i].id);
			return text;
		}
	for (size_t i = 0; ids && i < languages->count; i++)
		if (!languages->items[i].is_hidden)
			ids[count++] = languages->items[i].id;
	return as_text_suggestion(id, ids ? ids : (const char *[]){""}, count, text);
}

static bool has_ending(const char *const *endings, const char *name)
{
	for (; *endings; endings++)
		if (as_text_stem(name, *endings) > 0)
			return true;
	return false;
}

uint64_t as_language_memory(const struct as_language *language, uint64_t limit_bytes)
{
	return limit_bytes + language->needs.extra_memory_bytes;
}

bool as_language_has_ending(const struct as_language *language, const char *name)
{
	return has_ending(language->files.extensions, name);
}

bool as_language_may_be(const struct as_language *language, const char *name)
{
	return has_ending(language->files.also, name);
}

bool as_language_is_source(const struct as_language *language, const char *name)
{
	return has_ending(language->files.extensions, name) ||
	       has_ending(language->files.also, name) ||
	       has_ending(language->head->files.extensions, name);
}

/* ".h" is an ending, also ".H"; "package.json" is the whole name of a file in any folder. */
static bool is_companion(const char *const *companions, const char *name)
{
	const size_t length = strlen(name);

	for (; *companions; companions++) {
		const size_t size = strlen(*companions);
		if (**companions == '.' ? length > size &&
						  strcasecmp(name + length - size, *companions) == 0
					: strcmp(as_text_last_part(name), *companions) == 0)
			return true;
	}
	return false;
}

bool as_language_is_companion(const struct as_language *language, const char *name)
{
	return is_companion(language->files.companions, name) ||
	       is_companion(language->head->files.companions, name);
}

int as_language_name_single(
	const struct as_language *language, struct as_sources *sources, struct as_error *error)
{
	if (!sources->single || sources->count != 1 ||
		as_language_is_source(language, sources->files[0].name))
		return 0;
	char *name = as_text_format(error, "submission%s", language->head->files.extensions[0]);
	if (!name)
		return -1;
	free(sources->files[0].name);
	sources->files[0].name = name;
	return 0;
}

void as_language_narrow(
	const struct as_language *language, struct as_sources *sources, uint64_t max_bytes)
{
	uint64_t other_bytes = 0;
	size_t source_count = 0, name_bytes = 0;

	for (size_t i = sources->count; !sources->single && i-- > 0;) {
		const char *name = sources->files[i].name;
		bool source = as_language_is_source(language, name);
		source_count += source;
		name_bytes += source ? strlen(name) : 0;
		if (source || as_language_is_companion(language, name))
			continue;
		other_bytes += sources->files[i].data.size;
		as_sources_drop(sources, i);
	}
	if (!sources->single && source_count == 0)
		as_sources_refuse(sources, "language", "the source has no file of its language");
	if (sources->size_bytes > max_bytes)
		as_sources_refuse(
			sources, "too-large", "the source is larger than the package allows");
	if (other_bytes > AS_SOURCES_OTHER_BYTES)
		as_sources_refuse(sources, "too-large",
			"its files other than sources are larger than 64 MiB");
	/* The command of a compiler contains the names of sources. */
	if (name_bytes > MAX_NAME_BYTES)
		as_sources_refuse(sources, "too-large",
			"the names of its sources are longer than 64 KiB in total");
	if (sources->size_bytes == 0)
		as_sources_refuse(sources, "empty", "the source has 0 bytes");
}

bool as_language_is_here(const struct as_language *language)
{
	for (const char *const *tool = language->tools; *tool; tool++)
		if (access(*tool, X_OK))
			return false;
	return true;
}

size_t as_languages_count_here(const struct as_languages *languages)
{
	size_t count = 0;

	for (size_t i = 0; i < languages->count; i++)
		count += as_language_is_here(&languages->items[i]);
	return count;
}

const char **as_languages_here(const struct as_languages *languages, struct as_error *error)
{
	const char **ids = calloc(languages->count + 1, sizeof(*ids));
	size_t count = 0;

	if (!ids) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < languages->count; i++)
		if (!languages->items[i].refused && as_language_is_here(&languages->items[i]))
			ids[count++] = languages->items[i].id;
	return ids;
}

int as_language_require(const struct as_language *language, struct as_error *error)
{
	if (as_language_is_here(language))
		return 0;
	return as_error_at_cause(error, AS_ERROR_MACHINE, ENOPKG, NULL,
		"%s cannot be judged on this machine; run `sudo apt-get install %s`",
		language->name, language->package);
}

/* Appends a file's path, size and time; takes ownership of `before`. */
static char *append_state(
	char *before, const char *path, const struct stat *info, struct as_error *error)
{
	AS_AUTO_FREE char *own = before;

	if (!own)
		return NULL;
	return as_text_format(error, "%s %s %lld %lld.%09ld", own, path, (long long)info->st_size,
		(long long)info->st_mtim.tv_sec, info->st_mtim.tv_nsec);
}

char *as_language_fingerprint(const struct as_language *language, struct as_error *error)
{
	/* Changes with every Debian package: a compiler reads headers and libraries of many
	 * packages. */
	static const char packages[] = "/var/lib/dpkg/status";
	char *text = as_text_format(error, "%s", language->id);
	struct stat info;

	for (const char *const *tool = language->tools; *tool; tool++) {
		AS_AUTO_FREE char *real = realpath(*tool, NULL);
		if (!real || stat(real, &info)) {
			free(text);
			as_error_set(error, AS_ERROR_MACHINE,
				"%s is not completely installed; run `sudo apt-get install %s`",
				language->name, language->package);
			return NULL;
		}
		text = append_state(text, real, &info, error);
	}
	return stat(packages, &info) ? text : append_state(text, packages, &info, error);
}

bool as_language_is_allowed(const struct as_language *language, char *const *allowed)
{
	for (; allowed && *allowed; allowed++)
		if (strcmp(*allowed, language->id) == 0 || strcmp(*allowed, language->family) == 0)
			return true;
	return !allowed;
}

/* ---- commands ---- */

struct words {
	char **items;
	size_t count;
	bool failed;
};

static void add_word(struct words *words, char *word)
{
	char **items =
		words->failed ? NULL : reallocarray(words->items, words->count + 2, sizeof(*items));

	if (!items || !word) {
		words->failed = true;
		if (items)
			words->items = items;
		free(word);
		return;
	}
	words->items = items;
	items[words->count++] = word;
	items[words->count] = NULL;
}

/* Replaces the first placeholder of a word; a word has at most one. */
static char *fill_word(const char *word, const struct as_expansion *expansion)
{
	char memory[32], stack[32], memory_mib[32], stack_mib[32];
	const struct {
		const char *mark;
		const char *value;
	} marks[] = {
		{"{main}", expansion->main},
		{"{entry}", expansion->entry},
		{"{module}", expansion->module},
		{"{memory_kib}", memory},
		{"{stack_kib}", stack},
		{"{memory_mib}", memory_mib},
		{"{stack_mib}", stack_mib},
	};

	snprintf(memory, sizeof(memory), "%llu",
		(unsigned long long)(expansion->memory_bytes / 1024));
	snprintf(stack, sizeof(stack), "%llu", (unsigned long long)(expansion->stack_bytes / 1024));
	snprintf(memory_mib, sizeof(memory_mib), "%llu",
		(unsigned long long)(expansion->memory_bytes >> 20));
	snprintf(stack_mib, sizeof(stack_mib), "%llu",
		(unsigned long long)(expansion->stack_bytes >> 20));
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		const char *at = strstr(word, marks[i].mark);
		if (at && marks[i].value)
			return as_text_format(NULL, "%.*s%s%s", (int)(at - word), word,
				marks[i].value, at + strlen(marks[i].mark));
	}
	return strdup(word);
}

static const char folders_mark[] = "{folders:";

static bool adds_folders(const char *word)
{
	return strncmp(word, folders_mark, strlen(folders_mark)) == 0;
}

bool as_language_adds_words(const char *word)
{
	return strcmp(word, "{options}") == 0 || adds_folders(word);
}

/* Adds a word for each folder: the option and the folder's path. */
static void add_folders(struct words *words, const char *word, const struct as_expansion *expansion)
{
	const char *option = word + strlen(folders_mark);

	for (const char *const *folder = expansion->folders; folder && *folder; folder++)
		add_word(words,
			as_text_format(NULL, "%.*s%s", (int)strcspn(option, "}"), option, *folder));
}

static char **finish(struct words *words, struct as_error *error)
{
	if (!words->failed && !words->items)
		words->items = calloc(1, sizeof(*words->items));
	if (!words->failed && words->items)
		return words->items;
	as_names_free(words->items);
	as_error_no_memory(error);
	return NULL;
}

char **as_language_expand(
	const char *const *command, const struct as_expansion *expansion, struct as_error *error)
{
	struct words words = {0};

	for (; *command; command++) {
		const char *const *several = strcmp(*command, "{sources}") == 0 ? expansion->sources
					     : strcmp(*command, "{options}") == 0
						     ? expansion->options
						     : NULL;
		if (several)
			for (; *several; several++)
				add_word(&words, strdup(*several));
		else if (adds_folders(*command))
			add_folders(&words, *command, expansion);
		else if (!as_language_adds_words(*command))
			add_word(&words, fill_word(*command, expansion));
	}
	return finish(&words, error);
}
