/* SPDX-License-Identifier: MIT */
#include "language.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char *text_of(json_t *entry, const char *key)
{
	return json_string_value(json_object_get(entry, key));
}

/* The place of a key of the i-th language, for complaints. */
static int complain(const struct as_languages *languages, size_t i, const char *key,
	struct as_error *error, const char *what)
{
	char pointer[128];

	snprintf(pointer, sizeof(pointer), "/languages/%zu/%s", i, key);
	return as_document_error(
		&languages->document, pointer, error, "language %zu: %s %s", i, key, what);
}

static const char *const known_keys[] = {"id", "name", "family", "extensions", "companions",
	"shebang", "tools", "version", "package", "main", "entry", "rename_to_entry", "precompile",
	"compile", "compile_env", "keep_sources", "run", "run_entry", "run_env", "profile",
	"compile_views", "run_views", "processes", "extra_memory_bytes", "stack_most_bytes",
	"out_of_memory", "noise", "writes_box", "also", "hidden", "refused"};

static int check_keys(
	const struct as_languages *languages, size_t i, json_t *entry, struct as_error *error)
{
	static const char *const texts[] = {"id", "name", "package", "profile"};
	static const char *const lists[] = {
		"extensions", "tools", "version", "compile", "run", "compile_views", "run_views"};
	const char *key;
	json_t *value;

	json_object_foreach(entry, key, value)
	{
		bool known = false;
		for (size_t k = 0; k < sizeof(known_keys) / sizeof(*known_keys); k++)
			known |= strcmp(key, known_keys[k]) == 0;
		if (!known)
			return complain(languages, i, key, error, "is no key of a language");
	}
	for (size_t k = 0; k < sizeof(texts) / sizeof(*texts); k++)
		if (!text_of(entry, texts[k]))
			return complain(languages, i, texts[k], error, "must be a text");
	for (size_t k = 0; k < sizeof(lists) / sizeof(*lists); k++)
		if (!json_is_array(json_object_get(entry, lists[k])))
			return complain(languages, i, lists[k], error, "must be a list of texts");
	return 0;
}

/* Whether a command of the table has a word with the mark in it. */
static bool mentions(json_t *entry, const char *key, const char *mark)
{
	size_t index;
	json_t *word;

	json_array_foreach(json_object_get(entry, key), index,
		word) if (json_is_string(word) &&
			  strstr(json_string_value(word), mark)) return true;
	return false;
}

static int read_language(
	struct as_languages *languages, size_t i, json_t *entry, struct as_error *error)
{
	struct as_language *language = &languages->items[i];

	if (check_keys(languages, i, entry, error))
		return -1;
	*language = (struct as_language){
		.id = text_of(entry, "id"),
		.name = text_of(entry, "name"),
		.family = text_of(entry, "family"),
		.package = text_of(entry, "package"),
		.main = text_of(entry, "main"),
		.entry = entry,
		.compile_profile = AS_PROFILE_COMPILER,
		.processes = (uint32_t)json_integer_value(json_object_get(entry, "processes")),
		.extra_memory_bytes =
			(uint64_t)json_integer_value(json_object_get(entry, "extra_memory_bytes")),
		.stack_most_bytes =
			(uint64_t)json_integer_value(json_object_get(entry, "stack_most_bytes")),
		.keep_sources = json_is_true(json_object_get(entry, "keep_sources")),
		.writes_box = json_is_true(json_object_get(entry, "writes_box")),
		.is_hidden = json_is_true(json_object_get(entry, "hidden")),
		.refused = text_of(entry, "refused"),
	};
	if (!language->family)
		language->family = language->id;
	language->starts_file =
		mentions(entry, "compile", "{main}") || mentions(entry, "run", "{main}");
	language->starts_class =
		json_object_get(entry, "entry") || json_object_get(entry, "run_entry");
	if (json_object_get(entry, "entry") &&
		(!text_of(entry, "entry") || strcmp(text_of(entry, "entry"), "java") != 0))
		return complain(languages, i, "entry", error, "must be java");
	if (!language->processes)
		return complain(languages, i, "processes", error, "must be a number above 0");
	if (as_profile_parse(text_of(entry, "profile"), &language->profile))
		return complain(
			languages, i, "profile", error, "must be native, runtime or compiler");
	return 0;
}

static int find_head(struct as_languages *languages, size_t i, struct as_error *error)
{
	struct as_language *language = &languages->items[i];

	language->head = as_languages_find(languages, language->family);
	if (!language->head)
		return complain(languages, i, "family", error, "must be the id of a language");
	if (!language->is_hidden &&
		json_array_size(json_object_get(language->head->entry, "extensions")) == 0)
		return complain(languages, i, "extensions", error,
			"must have an ending, here or in the family's first");
	return 0;
}

struct as_languages *as_languages_open(const char *path, struct as_error *error)
{
	struct as_languages *languages = calloc(1, sizeof(*languages));

	if (!languages) {
		as_error_no_memory(error);
		return NULL;
	}
	int failed = path ? as_document_load(&languages->document, AT_FDCWD, path, path, error)
			  : as_document_parse_json(&languages->document, "languages.json",
				    as_languages_image,
				    (size_t)(as_languages_image_end - as_languages_image), error);
	json_t *list = failed ? NULL : json_object_get(languages->document.root, "languages");
	if (!failed && !json_is_array(list))
		failed = as_document_error(
			&languages->document, "", error, "'languages' must be a list");
	languages->count = json_array_size(list);
	languages->items = calloc(languages->count + 1, sizeof(*languages->items));
	if (!failed && !languages->items) {
		as_error_no_memory(error);
		failed = -1;
	}
	for (size_t i = 0; !failed && i < languages->count; i++)
		failed = read_language(languages, i, json_array_get(list, i), error);
	for (size_t i = 0; !failed && i < languages->count; i++)
		failed = find_head(languages, i, error);
	if (failed) {
		as_languages_close(languages);
		return NULL;
	}
	return languages;
}

void as_languages_close(struct as_languages *languages)
{
	if (!languages)
		return;
	as_document_clear(&languages->document);
	free(languages->items);
	free(languages);
}

const struct as_language *as_languages_find(const struct as_languages *languages, const char *id)
{
	for (size_t i = 0; i < languages->count; i++)
		if (strcmp(languages->items[i].id, id) == 0)
			return &languages->items[i];
	return NULL;
}

static bool has_ending(const struct as_language *language, const char *key, const char *name)
{
	size_t index;
	json_t *value;

	json_array_foreach(json_object_get(language->entry, key), index, value)
	{
		size_t length = json_string_length(value), whole = strlen(name);
		if (whole > length && strcmp(name + whole - length, json_string_value(value)) == 0)
			return true;
	}
	return false;
}

bool as_language_is_source(const struct as_language *language, const char *name)
{
	return has_ending(language, "extensions", name) || has_ending(language, "also", name) ||
	       has_ending(language->head, "extensions", name);
}

bool as_language_is_companion(const struct as_language *language, const char *name)
{
	return has_ending(language, "companions", name) ||
	       has_ending(language->head, "companions", name);
}

int as_language_name_single(
	const struct as_language *language, struct as_sources *sources, struct as_error *error)
{
	json_t *endings = json_object_get(language->head->entry, "extensions");

	if (!sources->single || sources->count != 1 ||
		as_language_is_source(language, sources->files[0].name))
		return 0;
	char *name = as_text_format(
		error, "submission%s", json_string_value(json_array_get(endings, 0)));
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
	size_t source_count = 0;

	for (size_t i = sources->count; !sources->single && i-- > 0;) {
		const char *name = sources->files[i].name;
		bool source = as_language_is_source(language, name);
		source_count += source;
		if (source || as_language_is_companion(language, name))
			continue;
		other_bytes += sources->files[i].data.size;
		as_sources_drop(sources, i);
	}
	if (!sources->single && source_count == 0)
		as_sources_refuse(sources, "language", "no file in it is a source of its language");
	if (sources->size_bytes > max_bytes)
		as_sources_refuse(sources, "too-large", "it is larger than the package allows");
	if (other_bytes > AS_SOURCES_OTHER_BYTES)
		as_sources_refuse(sources, "too-large",
			"what it has besides its sources is larger than 64 MiB");
	if (sources->size_bytes == 0)
		as_sources_refuse(sources, "empty", "there is nothing in it");
}

/*
 * "#!/usr/bin/env pypy3" in the first line. Python 2 shares its ending with Python 3, Perl its
 * older one with Prolog: there it is what tells them apart.
 */
static bool has_shebang(const struct as_language *language, const struct as_sources *sources)
{
	const char *word = text_of(language->entry, "shebang");

	for (size_t i = 0; word && i < sources->count; i++) {
		const struct as_bytes *data = &sources->files[i].data;
		/* A README may begin so, too. */
		if (!sources->single && !as_language_is_source(language, sources->files[i].name))
			continue;
		const char *end = memchr(data->data, '\n', data->size);
		size_t length = end ? (size_t)(end - data->data) : data->size;
		if (length > 2 && memcmp(data->data, "#!", 2) == 0 &&
			memmem(data->data, length, word, strlen(word)))
			return true;
	}
	return false;
}

const struct as_language *as_languages_detect(
	const struct as_languages *languages, const struct as_sources *sources)
{
	const struct as_language *best = NULL;
	size_t best_count = 0;

	for (size_t i = 0; i < languages->count; i++) {
		const struct as_language *language = &languages->items[i];
		size_t count = 0;
		if (has_shebang(language, sources))
			return language;
		for (size_t f = 0; f < sources->count; f++)
			count += has_ending(language, "extensions", sources->files[f].name);
		if (count > best_count) {
			best = language;
			best_count = count;
		}
	}
	return best;
}

bool as_language_is_here(const struct as_language *language)
{
	size_t index;
	json_t *tool;

	json_array_foreach(json_object_get(language->entry, "tools"), index,
		tool) if (access(json_string_value(tool), X_OK)) return false;
	return true;
}

int as_language_require(const struct as_language *language, struct as_error *error)
{
	if (as_language_is_here(language))
		return 0;
	as_error_set(error, AS_ERROR_MACHINE,
		"%s cannot be judged on this machine: `sudo apt-get install %s`", language->name,
		language->package);
	if (error)
		error->sys_errno = ENOPKG;
	return -1;
}

/* Appends a file's path, size and time; takes `before`. */
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
	/* Changes with every package: a compiler reads headers and libraries of many. */
	static const char packages[] = "/var/lib/dpkg/status";
	char *text = as_text_format(error, "%s", language->id);
	struct stat info;
	size_t index;
	json_t *tool;

	json_array_foreach(json_object_get(language->entry, "tools"), index, tool)
	{
		AS_AUTO_FREE char *real = realpath(json_string_value(tool), NULL);
		if (!real || stat(real, &info)) {
			free(text);
			as_error_set(error, AS_ERROR_MACHINE,
				"%s is not whole on this machine: `sudo apt-get install %s`",
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

char **as_language_expand(const struct as_language *language, const char *key,
	const struct as_expansion *expansion, struct as_error *error)
{
	struct words words = {0};
	size_t index;
	json_t *value;

	json_array_foreach(json_object_get(language->entry, key), index, value)
	{
		const char *word = json_string_value(value);
		const char *const *several = strcmp(word, "{sources}") == 0   ? expansion->sources
					     : strcmp(word, "{options}") == 0 ? expansion->options
									      : NULL;
		if (several)
			for (; *several; several++)
				add_word(&words, strdup(*several));
		else if (strcmp(word, "{options}") != 0)
			add_word(&words, fill_word(word, expansion));
	}
	return finish(&words, error);
}

char **as_language_list(const struct as_language *language, const char *key, struct as_error *error)
{
	struct words words = {0};
	size_t index;
	json_t *value;

	json_array_foreach(json_object_get(language->entry, key), index, value)
		add_word(&words, strdup(json_string_value(value)));
	return finish(&words, error);
}
