/* SPDX-License-Identifier: MIT */
/*
 * In a class a submission may have two programs, for example an older attempt or a file that a tool
 * made. Elsewhere main.*, or the file at the least depth, is the entry file (docs/languages.md).
 * Here that file is not the entry file if it uses none of the other files, and another file is a
 * complete program: then the teacher decides.
 */
#include "detect.h"
#include "entry.h"
#include "samples.h"
#include "start.h"

#include <assay/program/intake.h>

#include <ctype.h>
#include <string.h>
#include <unistd.h>

struct view {
	const struct as_language *language;
	const struct as_sources *sources;
};

static bool is_word_character(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

static bool has_word(const struct as_line *line, const char *word, size_t length)
{
	for (const char *at = line->at; (size_t)(line->end - at) >= length; at++) {
		if (strncmp(at, word, length) != 0)
			continue;
		if ((at == line->at || !is_word_character(at[-1])) &&
			(at + length == line->end || !is_word_character(at[length])))
			return true;
	}
	return false;
}

/* Languages without such words refer to other files by the names of their classes. */
static bool may_load(const struct as_language *language, const struct as_line *line)
{
	const char *const *words = language->start.load_words;

	if (!*words || language->start.takes_class)
		return true;
	for (; *words; words++)
		if (is_word_character(**words) ? has_word(line, *words, strlen(*words))
					       : as_line_begins(line, *words))
			return true;
	return false;
}

/* A line that loads a file names it, or a folder around it: "import package". */
static bool names(const struct view *view, const struct as_line *line, const char *path)
{
	const char *base = as_text_last_part(path);

	if (has_word(line, base, (size_t)(strchrnul(base, '.') - base)))
		return true;
	if (!*view->language->start.load_words)
		return false;
	for (const char *end; path < base; path = end + 1) {
		end = strchr(path, '/');
		if (has_word(line, path, (size_t)(end - path)))
			return true;
	}
	return false;
}

static bool uses(const struct view *view, size_t file, size_t other)
{
	struct as_line line;

	for (size_t at = 0; as_line_next(&view->sources->files[file].data, &at, &line);)
		if (may_load(view->language, &line) &&
			names(view, &line, view->sources->files[other].name))
			return true;
	return false;
}

/* The language of a file by its name. */
static const struct as_language *language_of(const struct as_languages *languages, const char *name)
{
	for (size_t i = 0; i < languages->count; i++)
		if (as_language_is_source(&languages->items[i], name))
			return &languages->items[i];
	for (size_t i = 0; i < languages->count; i++)
		if (as_language_is_companion(&languages->items[i], name))
			return &languages->items[i];
	return NULL;
}

bool as_source_uses(const struct as_languages *languages, const struct as_sources *sources,
	size_t file, size_t other)
{
	const struct view view = {
		.language = language_of(languages, sources->files[file].name), .sources = sources};

	return view.language && uses(&view, file, other);
}

bool as_source_may_start(const struct as_languages *languages, const struct as_source *source)
{
	const struct as_language *language = language_of(languages, source->name);
	const struct as_bytes *text = &source->data;

	if (!language || !text->size || !as_language_is_source(language, source->name) ||
		as_lines_begin(text, language->start.library_lines))
		return false;
	bool needs_main = language->start.finds_class || language->start.main_lines[0];
	for (const char *const *line = language->start.main_lines; *line; line++)
		needs_main &= strcasestr(*line, "main(") || strcasestr(*line, "main (");
	return !needs_main || memmem(text->data, text->size, "main", 4) ||
	       memmem(text->data, text->size, "Main", 4);
}

static bool is_own_source(const struct view *view, size_t file)
{
	return as_language_is_source(view->language, view->sources->files[file].name);
}

static bool uses_any(const struct view *view, size_t file)
{
	for (size_t i = 0; i < view->sources->count; i++)
		if (i != file && is_own_source(view, i) && uses(view, file, i))
			return true;
	return false;
}

static bool is_main(const struct view *view, size_t file)
{
	const char *usual = view->language->start.main;
	const char *name = as_text_last_part(view->sources->files[file].name);

	return strncasecmp(name, "main.", 5) == 0 || (usual && strcmp(name, usual) == 0);
}

static bool is_in_tests(const char *name)
{
	static const char *const folders[] = {"test/", "tests/"};

	for (const char *slash; (slash = strchr(name, '/')); name = slash + 1)
		for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
			if (strncasecmp(name, folders[i], strlen(folders[i])) == 0)
				return true;
	return false;
}

static bool is_test(const char *name)
{
	const char *base = as_text_last_part(name), *dot = strchrnul(base, '.');

	return is_in_tests(name) || strncasecmp(base, "test", 4) == 0 ||
	       (dot - base >= 5 && strncasecmp(dot - 5, "_test", 5) == 0);
}

/* ---- whole programs ---- */

/* A statement of a script outside of functions and classes that calls something. */
static bool runs_by_itself(const struct as_bytes *text)
{
	static const char *const others[] = {
		"def ", "class ", "import ", "from ", "@", "#", "async def "};
	struct as_line line;

	for (size_t at = 0; as_line_next(text, &at, &line);) {
		/* A line begins after its indentation. */
		const bool is_indented = line.at > text->data && strchr(" \t", line.at[-1]);
		bool is_other = is_indented || line.at == line.end || !is_word_character(*line.at);
		for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
			is_other |= as_line_begins(&line, others[i]);
		if (!is_other && memchr(line.at, '(', (size_t)(line.end - line.at)))
			return true;
	}
	return false;
}

/* A file that only prints a constant is a trial, not a program for the task. */
static bool reads_input(const struct as_bytes *text)
{
	static const char *const signs[] = {"input(", "open(0", "stdin", "STDIN", "gets",
		"readline", "readLine", "readLines", "io.read", "<>", "read -", "read ", "readln"};

	for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++)
		if (memmem(text->data, text->size, signs[i], strlen(signs[i])))
			return true;
	return false;
}

static bool is_whole_program(const struct view *view, size_t file)
{
	const struct as_language_start *start = &view->language->start;
	const struct as_source *source = &view->sources->files[file];
	struct as_entry entry = AS_ENTRY_INIT;

	if (!source->data.size || is_test(source->name))
		return false;
	if (start->finds_class) {
		as_entry_scan_java(&entry, source->name, start->main, &source->data);
		return entry.has_main;
	}
	if (as_lines_begin(&source->data, start->library_lines))
		return false;
	if (as_lines_begin(&source->data, start->main_lines))
		return true;
	if (!view->language->needs.keep_sources)
		return false;
	return strcmp(view->language->head->files.extensions[0], ".py") == 0
		       ? runs_by_itself(&source->data) && reads_input(&source->data)
		       : reads_input(&source->data);
}

/* ---- the submission ---- */

static unsigned depth_of(const struct view *view, size_t file)
{
	unsigned depth = 0;

	for (const char *at = view->sources->files[file].name; *at; at++)
		depth += *at == '/';
	return depth;
}

/* The only main file, if it is a program; SIZE_MAX: there is none. */
static size_t find_main(const struct view *view)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < view->sources->count; i++) {
		if (!is_own_source(view, i) || !is_main(view, i))
			continue;
		if (found != SIZE_MAX)
			return SIZE_MAX;
		found = i;
	}
	return found;
}

/* The file that would be run, unless the language or the files leave that open: SIZE_MAX. */
static int find_run(const struct view *view, size_t *run, struct as_error *error)
{
	const struct as_language_start *start = &view->language->start;
	struct as_candidates candidates;

	*run = start->finds_class ? find_main(view) : SIZE_MAX;
	if (!start->takes_file && (!start->takes_class || start->finds_class))
		return 0;
	if (start->takes_file
			? as_start_find_files(view->language, view->sources, &candidates, error)
			: as_start_find_programs(view->language, view->sources, &candidates, error))
		return -1;
	for (size_t i = 0; candidates.count == 1 && i < view->sources->count; i++)
		if (view->sources->files[i].name == candidates.first)
			*run = i;
	return 0;
}

/* Another complete program: any file beside main.*, else a deeper file. SIZE_MAX: none. */
static size_t find_other(const struct view *view, size_t run)
{
	for (size_t i = 0; i < view->sources->count; i++)
		if (i != run && is_own_source(view, i) &&
			(is_main(view, run) || depth_of(view, i) > depth_of(view, run)) &&
			is_whole_program(view, i) && !uses(view, i, run))
			return i;
	return SIZE_MAX;
}

/* Sets *doubt on the heap; NULL: there is none. */
static int find_doubt(const struct view *view, char **doubt, struct as_error *error)
{
	size_t run;

	*doubt = NULL;
	if (find_run(view, &run, error))
		return -1;
	const size_t other =
		run == SIZE_MAX || uses_any(view, run) ? SIZE_MAX : find_other(view, run);
	if (other == SIZE_MAX)
		return 0;
	*doubt = as_text_format(error,
		"entry point not clear: %s uses none of the other files, and %s is a complete "
		"program",
		view->sources->files[run].name, view->sources->files[other].name);
	return *doubt ? 0 : -1;
}

int as_submitted_refuse_unclear(struct as_submitted *submitted, const struct as_package *package,
	const struct as_languages *languages, struct as_error *error)
{
	AS_AUTO(as_submitted_clear) struct as_submitted copy = {0};
	struct view view = {.sources = &copy.sources};
	char *doubt = NULL;

	if (package->submit_answer || submitted->sources.count < 2 || submitted->sources.reason ||
		faccessat(package->tree.fd, "include", F_OK, 0) == 0)
		return 0;
	if (as_submitted_copy(&copy, submitted, error))
		return -1;
	as_languages_tidy(languages, &copy.sources);
	if (as_samples_drop(languages, &copy.sources, error) ||
		as_languages_detect(languages, &copy.sources, &view.language, error))
		return -1;
	if (view.language && !view.language->is_hidden && find_doubt(&view, &doubt, error))
		return -1;
	return doubt ? as_sources_refuse_own(&submitted->sources, "entry-point", doubt, error) : 0;
}
