/* SPDX-License-Identifier: MIT */
/*
 * Finds the main file of a folder if no file has the language's default name. A file is not the
 * main file if another file loads it, or if it has a line that, by the language table, only
 * libraries have.
 */
#include "detect.h"
#include "start.h"
#include "whole.h"

#include <ctype.h>
#include <string.h>

struct choice {
	const struct as_language *language;
	const struct as_sources *sources;
	bool *kept;   /* by file: it may be the program */
	bool *loaded; /* by file: another file loads it */
	size_t count; /* of the kept files */
	bool failed;  /* out of memory */
};

static size_t stem_length(const char *name)
{
	return (size_t)(strchrnul(name, '.') - name);
}

/* ---- lines and words ---- */

static bool is_word_character(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-' || (c & 0x80);
}

/* The next word of a line: letters, digits, '_', '-' and all bytes beyond ASCII. Empty: there are
 * no more. */
static struct as_line next_word(struct as_line *rest)
{
	while (rest->at < rest->end && !is_word_character(*rest->at))
		rest->at++;
	struct as_line word = {rest->at, rest->at};
	while (word.end < rest->end && is_word_character(*word.end))
		word.end++;
	rest->at = word.end;
	return word;
}

static bool is_word(const struct as_line *word, const char *text, size_t length)
{
	return (size_t)(word->end - word->at) == length && strncasecmp(word->at, text, length) == 0;
}

/* Moves past a word in this line that loads other files ("import", "source"); false: none. */
static bool find_load(const struct as_language *language, struct as_line *line)
{
	const char *const *loads = language->start.load_words;

	for (; *loads; loads++)
		if (!is_word_character(**loads) && as_line_begins(line, *loads))
			return true;
	for (;;) {
		struct as_line word = next_word(line);
		if (word.at == word.end)
			return false;
		for (loads = language->start.load_words; *loads; loads++)
			if (is_word(&word, *loads, strlen(*loads)))
				return true;
	}
}

/* ---- loads between files ---- */

/* A kept file, by the name under which others load it. Sorted, since a folder may have a thousand
 * files. The loads of a name are counted once for all files of that name, since a source can
 * contain a million loads. */
struct stem {
	struct as_line name;
	size_t file;
	size_t first; /* index of the first stem with this name; only that one has the members below
		       */
	bool is_loaded, by_others;
	size_t loader; /* the first file that loads it; by_others: there are more */
};

static int compare_stems(const void *left, const void *right)
{
	const struct as_line *a = &((const struct stem *)left)->name,
			     *b = &((const struct stem *)right)->name;
	const size_t x = (size_t)(a->end - a->at), y = (size_t)(b->end - b->at);
	const int order = strncasecmp(a->at, b->at, x < y ? x : y);

	return order ? order : (x > y) - (x < y);
}

static void mark_loaded(struct stem *stems, size_t count, size_t loader, const struct as_line *word)
{
	const struct stem wanted = {.name = *word};
	const struct stem *found = bsearch(&wanted, stems, count, sizeof(*stems), compare_stems);

	if (!found)
		return;
	struct stem *first = &stems[found->first];
	if (!first->is_loaded)
		first->loader = loader;
	first->is_loaded = true;
	first->by_others |= first->loader != loader;
}

static void read_loads(const struct choice *choice, struct stem *stems, size_t count, size_t loader)
{
	const struct as_bytes *text = &choice->sources->files[loader].data;
	struct as_line line;

	for (size_t at = 0; as_line_next(text, &at, &line);) {
		const struct as_line whole = line;
		if (!find_load(choice->language, &line))
			continue;
		for (;;) {
			struct as_line word = next_word(&line);
			if (word.at == word.end)
				break;
			if (!as_line_is_after_as(&whole, word.at))
				mark_loaded(stems, count, loader, &word);
		}
	}
}

/* `least` files are kept, or no loads are looked for. */
static void read_all_loads(struct choice *choice, size_t least)
{
	const struct as_sources *sources = choice->sources;
	AS_AUTO_FREE struct stem *stems = calloc(sources->count + 1, sizeof(*stems));
	size_t count = 0;

	if (!stems) {
		choice->failed = true;
		return;
	}
	for (size_t i = 0; i < sources->count; i++) {
		const char *name = as_text_last_part(sources->files[i].name);
		if (choice->kept[i])
			stems[count++] =
				(struct stem){.name = {name, name + stem_length(name)}, .file = i};
	}
	if (count < least || !*choice->language->start.load_words)
		return;
	qsort(stems, count, sizeof(*stems), compare_stems);
	for (size_t i = 1; i < count; i++)
		stems[i].first = compare_stems(&stems[i], &stems[i - 1]) ? i : stems[i - 1].first;
	for (size_t i = 0; i < sources->count; i++)
		if (as_language_is_source(choice->language, sources->files[i].name))
			read_loads(choice, stems, count, i);
	/* A file does not load itself. */
	for (size_t i = 0; i < count; i++) {
		const struct stem *first = &stems[stems[i].first];
		choice->loaded[stems[i].file] =
			first->by_others || (first->is_loaded && first->loader != stems[i].file);
	}
}

/* ---- filters, applied in order ---- */

/* Keeps the files that pass, unless none passes. */
static void narrow(struct choice *choice, bool (*passes)(const struct choice *, size_t))
{
	AS_AUTO_FREE bool *passing = calloc(choice->sources->count + 1, sizeof(*passing));
	size_t count = 0;

	if (!passing) {
		choice->failed = true;
		return;
	}
	for (size_t i = 0; i < choice->sources->count; i++)
		count += passing[i] = choice->kept[i] && passes(choice, i);
	if (count == 0)
		return;
	memcpy(choice->kept, passing, choice->sources->count * sizeof(*passing));
	choice->count = count;
}

/* True for the default name in an inner folder, if all files are in one folder. */
static bool has_default_name(const struct choice *choice, size_t index)
{
	const char *usual = choice->language->start.main;

	return usual && strcmp(as_text_last_part(choice->sources->files[index].name), usual) == 0;
}

static bool is_called_main(const struct choice *choice, size_t index)
{
	return strncasecmp(as_text_last_part(choice->sources->files[index].name), "main.", 5) == 0;
}

static bool is_no_library(const struct choice *choice, size_t index)
{
	const struct as_source *file = &choice->sources->files[index];

	return strncmp(as_text_last_part(file->name), "__", 2) != 0 &&
	       !as_lines_begin(&file->data, choice->language->start.library_lines);
}

static bool is_not_loaded(const struct choice *choice, size_t index)
{
	return !choice->loaded[index];
}

static bool has_main(const struct choice *choice, size_t index)
{
	return as_lines_begin(
		&choice->sources->files[index].data, choice->language->start.main_lines);
}

static unsigned depth_of(const char *name)
{
	unsigned depth = 0;

	for (; *name; name++)
		depth += *name == '/';
	return depth;
}

/* The entry is a file, or a file's class; else all files are compiled into one program. */
static bool has_entry(const struct as_language *language)
{
	return language->start.takes_file || language->start.takes_class;
}

/* Begins with the submission's own sources in the folder itself, or with those at the least depth;
 * with all of them in a language without entry files. */
static void begin(struct choice *choice)
{
	const struct as_sources *sources = choice->sources;
	const bool all = !has_entry(choice->language);
	unsigned min = UINT_MAX;

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < sources->count; i++) {
			const struct as_source *file = &sources->files[i];
			unsigned depth = depth_of(file->name);
			if (file->is_added || !as_language_is_source(choice->language, file->name))
				continue;
			if (pass == 0 && depth < min)
				min = depth;
			if (pass == 1 && (all || depth == min)) {
				choice->kept[i] = true;
				choice->count++;
			}
		}
}

/* True for a file that would be a program by itself: a compiled language needs a main, a script
 * does not. */
static bool is_program(const struct choice *choice, size_t index)
{
	const struct as_language_start *start = &choice->language->start;
	const bool is_script = start->takes_file && choice->language->needs.keep_sources;

	if (choice->loaded[index])
		return false;
	if (is_script && has_default_name(choice, index))
		return true;
	return is_no_library(choice, index) && (is_script || has_main(choice, index));
}

static void take_candidates(const struct choice *choice, struct as_candidates *candidates)
{
	*candidates = (struct as_candidates){.count = choice->count};
	for (size_t i = choice->sources->count; i-- > 0;) {
		if (!choice->kept[i])
			continue;
		candidates->second = candidates->first;
		candidates->first = choice->sources->files[i].name;
	}
}

/* True for a file that starts nothing, and that is not main.*. */
static bool is_part(const struct choice *choice, const struct as_code_view *view, size_t index)
{
	const char *name = choice->sources->files[index].name;

	return !has_default_name(choice, index) && !is_called_main(choice, index) &&
	       !as_code_view_runs(view, index) &&
	       (choice->loaded[index] || as_name_is_of_test(name) ||
		       strncmp(as_text_last_part(name), "__", 2) == 0);
}

/* If all kept files are only parts, keeps the least deep of the Python files that run. */
static void go_deeper(struct choice *choice)
{
	const struct as_sources *sources = choice->sources;
	AS_AUTO(as_code_view_clear) struct as_code_view view = {0};
	unsigned depth = UINT_MAX;

	if (!choice->language->needs.keep_sources || choice->count == sources->count)
		return;
	if (as_code_view_begin(&view, choice->language, sources, NULL)) {
		choice->failed = true;
		return;
	}
	read_all_loads(choice, 1);
	for (size_t i = 0; i < sources->count; i++)
		if (choice->kept[i] && !is_part(choice, &view, i))
			return;
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < sources->count; i++) {
			const struct as_source *file = &sources->files[i];
			const bool is_kept = choice->kept[i];
			if (pass == 1 && depth < UINT_MAX)
				choice->kept[i] = false;
			if (is_kept || file->is_added || !as_code_view_runs(&view, i) ||
				as_name_is_of_test(file->name))
				continue;
			if (pass == 0 && depth_of(file->name) < depth)
				depth = depth_of(file->name);
			choice->kept[i] = pass == 1 && depth_of(file->name) == depth;
		}
	choice->count = 0;
	for (size_t i = 0; i < sources->count; i++)
		choice->count += choice->kept[i];
}

static void keep_program(struct choice *choice)
{
	go_deeper(choice);
	narrow(choice, has_default_name);
	narrow(choice, is_called_main);
	narrow(choice, is_no_library);
	read_all_loads(choice, 2);
	narrow(choice, is_not_loaded);
	narrow(choice, has_main);
}

static void keep_programs(struct choice *choice)
{
	read_all_loads(choice, 2);
	for (size_t i = 0; i < choice->sources->count; i++)
		if (choice->kept[i] && !is_program(choice, i)) {
			choice->kept[i] = false;
			choice->count--;
		}
	narrow(choice, has_main);
}

static int choose(const struct as_language *language, const struct as_sources *sources,
	void (*keep)(struct choice *), struct as_candidates *candidates, struct as_error *error)
{
	AS_AUTO_FREE bool *kept = calloc(sources->count + 1, sizeof(*kept));
	AS_AUTO_FREE bool *loaded = calloc(sources->count + 1, sizeof(*loaded));
	struct choice choice = {
		.language = language, .sources = sources, .kept = kept, .loaded = loaded};

	if (!kept || !loaded)
		return as_error_no_memory(error);
	begin(&choice);
	keep(&choice);
	if (choice.failed)
		return as_error_no_memory(error);
	take_candidates(&choice, candidates);
	return 0;
}

int as_start_find_files(const struct as_language *language, const struct as_sources *sources,
	struct as_candidates *candidates, struct as_error *error)
{
	return choose(language, sources, keep_program, candidates, error);
}

int as_start_find_programs(const struct as_language *language, const struct as_sources *sources,
	struct as_candidates *candidates, struct as_error *error)
{
	return choose(language, sources, keep_programs, candidates, error);
}
