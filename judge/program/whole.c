/* SPDX-License-Identifier: MIT */
/* Which files use others, read the input, or are programs of their own. */
#include "whole.h"
#include "detect.h"
#include "entry.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

int as_code_view_begin(struct as_code_view *view, const struct as_language *language,
	const struct as_sources *sources, struct as_error *error)
{
	*view = (struct as_code_view){
		.language = language, .sources = sources, .count = sources->count};
	view->code = calloc(sources->count + 1, sizeof(*view->code));
	if (!view->code)
		return as_error_no_memory(error);
	for (size_t i = 0; i < sources->count; i++)
		if (as_code_view_is_own(view, i) &&
			as_code_of(language, &sources->files[i].data, &view->code[i], error))
			return -1;
	return 0;
}

void as_code_view_clear(struct as_code_view *view)
{
	for (size_t i = 0; view->code && i < view->count; i++)
		as_bytes_clear(&view->code[i]);
	free(view->code);
	*view = (struct as_code_view){0};
}

bool as_code_view_is_own(const struct as_code_view *view, size_t file)
{
	return as_language_is_source(view->language, view->sources->files[file].name);
}

/* ---- words of a line ---- */

static bool is_word_character(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

/* The next place of a word from `at` on; NULL: none. */
static const char *find_word(
	const struct as_line *line, const char *at, const char *word, size_t length)
{
	for (; (size_t)(line->end - at) >= length; at++) {
		if (strncmp(at, word, length) != 0)
			continue;
		if ((at == line->at || !is_word_character(at[-1])) &&
			(at + length == line->end || !is_word_character(at[length])))
			return at;
	}
	return NULL;
}

bool as_line_has_word(const struct as_line *line, const char *word, size_t length)
{
	return find_word(line, line->at, word, length) != NULL;
}

bool as_line_is_after_as(const struct as_line *line, const char *at)
{
	const char *end = at;

	while (end > line->at && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	return end < at && end - line->at >= 2 && memcmp(end - 2, "as", 2) == 0 &&
	       (end - line->at == 2 || !is_word_character(end[-3]));
}

/* In JavaScript and Lua files are named by strings: in "const sum = require('./x')" sum is a
 * variable. */
static bool is_variable(
	const struct as_language *language, const struct as_line *line, const char *at)
{
	const char *ending = language->head->files.extensions[0];

	return ending && (strcmp(ending, ".js") == 0 || strcmp(ending, ".lua") == 0) &&
	       (at == line->at || !strchr("\"'`/.", at[-1]));
}

/* False for a name that "from math import sum" imports from a module other than the path's. */
static bool is_of_module(const struct as_line *line, const char *at, const char *path)
{
	const char *import = find_word(line, line->at, "import", 6);
	const char *base = as_text_last_part(path), *module = line->at + 5;

	if (!as_line_begins(line, "from ") || !import || at < import)
		return true;
	while (module < import && *module == ' ')
		module++;
	if (*module == '.')
		return true;
	const char *folder = base > path ? memrchr(path, '/', (size_t)(base - path) - 1) : NULL;
	folder = folder ? folder + 1 : path;
	const struct as_line from = {module, import};
	return base > path && as_line_has_word(&from, folder, (size_t)(base - folder) - 1);
}

/* Languages without such words refer to other files by the names of their classes. */
static bool may_load(const struct as_language *language, const struct as_line *line)
{
	const char *const *words = language->start.load_words;

	if (!*words || language->start.takes_class)
		return true;
	for (; *words; words++)
		if (is_word_character(**words) ? as_line_has_word(line, *words, strlen(*words))
					       : as_line_begins(line, *words))
			return true;
	return false;
}

/* A line that loads a file names the file or a folder around the file: "import package". */
static bool names(const struct as_language *language, const struct as_line *line, const char *path)
{
	const char *base = as_text_last_part(path);
	const size_t length = (size_t)(strchrnul(base, '.') - base);

	for (const char *at = line->at; (at = find_word(line, at, base, length)); at += length)
		if (!*language->start.load_words ||
			!(as_line_is_after_as(line, at) || is_variable(language, line, at) ||
				!is_of_module(line, at, path)))
			return true;
	if (!*language->start.load_words)
		return false;
	for (const char *end; path < base; path = end + 1) {
		end = strchr(path, '/');
		if (as_line_has_word(line, path, (size_t)(end - path)))
			return true;
	}
	return false;
}

bool as_code_uses(const struct as_language *language, const struct as_bytes *code, const char *path)
{
	struct as_line line;

	for (size_t at = 0; as_line_next(code, &at, &line);)
		if (may_load(language, &line) && names(language, &line, path))
			return true;
	return false;
}

bool as_code_view_uses(const struct as_code_view *view, size_t file, size_t other)
{
	return as_code_uses(view->language, &view->code[file], view->sources->files[other].name);
}

/* ---- names of tests ---- */

static bool is_in_tests(const char *path)
{
	static const char *const folders[] = {
		"test", "tests", "__tests__", "unittest", "unittests"};

	for (const char *slash; (slash = strchr(path, '/')); path = slash + 1)
		for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
			if ((size_t)(slash - path) == strlen(folders[i]) &&
				strncasecmp(path, folders[i], strlen(folders[i])) == 0)
				return true;
	return false;
}

/* "test_sum", "sum-test", "sum.test", "SumTest", "TestSum", but not "testat" or "latest". */
static bool is_test_stem(const char *stem)
{
	static const char *const patterns[] = {"test", "tests", "test[!a-z]*", "tests[!a-z]*",
		"*[!a-z]test", "*[!a-z]tests", "unittest", "unittests", "*[!a-z]unittest",
		"*[!a-z]unittests", "conftest", "*[!a-z]spec"};
	static const char *const camel[] = {"*[a-z0-9]Test", "*[a-z0-9]Tests", "*[a-z0-9]TestCase",
		"*[a-z0-9]IT", "*[a-z0-9]Spec", "*[a-z0-9]Suite", "Test[A-Z0-9]*"};

	for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++)
		if (fnmatch(patterns[i], stem, FNM_CASEFOLD) == 0)
			return true;
	for (size_t i = 0; i < sizeof(camel) / sizeof(*camel); i++)
		if (fnmatch(camel[i], stem, 0) == 0)
			return true;
	return false;
}

bool as_name_is_of_test(const char *path)
{
	char stem[256];

	snprintf(stem, sizeof(stem), "%s", as_text_last_part(path));
	char *dot = strrchr(stem, '.');
	if (dot)
		*dot = '\0';
	return is_in_tests(path) || is_test_stem(stem);
}

/* ---- reading the input ---- */

static bool has_one(const struct as_bytes *text, const char *const *signs)
{
	for (; *signs; signs++)
		if (memmem(text->data, text->size, *signs, strlen(*signs)))
			return true;
	return false;
}

/* "input" is also what an argument is called: run(..., input="1 2"). */
static bool has_input(const struct as_bytes *code)
{
	const char *end = code->data + code->size;

	for (const char *at = code->data; (at = memmem(at, (size_t)(end - at), "input", 5));
		at += 5) {
		const char *next = at + 5;
		while (next < end && *next == ' ')
			next++;
		const bool is_argument =
			next < end && *next == '=' && !(next + 1 < end && next[1] == '=');
		if ((at == code->data || (!is_word_character(at[-1]) && at[-1] != '.')) &&
			(at + 5 == end || !is_word_character(at[5])) && !is_argument)
			return true;
	}
	return false;
}

static bool is_python(const struct as_code_view *view)
{
	const char *ending = view->language->head->files.extensions[0];

	return ending && strncmp(ending, ".py", 3) == 0;
}

/* A file that only prints a constant is a trial, not a program for the task. */
bool as_code_view_reads_input(const struct as_code_view *view, size_t file)
{
	static const char *const python[] = {"stdin", "open(0", "os.read(", "fileinput", NULL};
	static const char *const signs[] = {"stdin", "STDIN", "Stdin", "gets", "readline",
		"readLine", "readLines", "io.read", "<>", "read -", "read ", "readln", "read(",
		"readFileSync(0", "readFileSync( 0", "readSync(0", "createReadStream", "scanf",
		"Scanf", "Scan(", "Scanln", "cin>>", "cin >>", "getline", "getchar", "fread",
		"System.in", "Console.Read", "Console.In", "getLine", "getContents", "interact",
		"Get(", "Get (", "Get_Line", "Get_Immediate", "read_line", "read_int", "read*",
		"scan(", NULL};
	const struct as_bytes *code = &view->code[file];

	if (!code->size)
		return false;
	return is_python(view) ? has_one(code, python) || has_input(code) : has_one(code, signs);
}

/* ---- whole programs ---- */

/* Python: a statement outside functions and classes that calls a function. The statements of a loop
 * or a "try" are also outside. */
static bool runs_by_itself(const struct as_bytes *code)
{
	static const char *const definitions[] = {"def ", "class ", "async def ", "@"};
	static const char *const others[] = {"import ", "from "};
	struct as_line line;
	bool is_within = false;

	for (size_t at = 0; as_line_next(code, &at, &line);) {
		/* A line begins after its indentation. */
		const bool is_indented = line.at > code->data && strchr(" \t", line.at[-1]);
		bool is_other = line.at == line.end;
		if (!is_indented && !is_other && (is_word_character(*line.at) || *line.at == '@')) {
			is_within = false;
			for (size_t i = 0; i < sizeof(definitions) / sizeof(*definitions); i++)
				is_within |= as_line_begins(&line, definitions[i]);
		}
		is_other |= is_within || !(is_word_character(*line.at) || *line.at == '(');
		for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
			is_other |= as_line_begins(&line, others[i]);
		if (!is_other && memchr(line.at, '(', (size_t)(line.end - line.at)))
			return true;
	}
	return false;
}

/* As as_lines_begin, for statements: a program can be written in one line. */
static bool statements_begin(const struct as_bytes *code, const char *const *beginnings)
{
	if (as_lines_begin(code, beginnings))
		return true;
	for (size_t i = 0; *beginnings && i < code->size; i++) {
		if (!strchr(";{}", code->data[i]) || !code->data[i])
			continue;
		const char *next = code->data + i + 1, *end = code->data + code->size;
		while (next < end && (*next == ' ' || *next == '\t'))
			next++;
		const struct as_line line = {next, end};
		for (const char *const *one = beginnings; *one; one++)
			if (as_line_begins(&line, *one))
				return true;
	}
	return false;
}

bool as_code_view_runs(const struct as_code_view *view, size_t file)
{
	const struct as_bytes *code = &view->code[file];

	return is_python(view) &&
	       (as_lines_begin(code, view->language->start.main_lines) || runs_by_itself(code));
}

bool as_code_view_is_whole(const struct as_code_view *view, size_t file)
{
	const struct as_language_start *start = &view->language->start;
	const struct as_source *source = &view->sources->files[file];
	struct as_entry entry = AS_ENTRY_INIT;

	if (!source->data.size || is_in_tests(source->name) ||
		(as_name_is_of_test(source->name) && !as_code_view_reads_input(view, file)))
		return false;
	if (start->finds_class) {
		as_entry_scan_java(&entry, source->name, start->main, &source->data);
		return entry.has_main;
	}
	if (as_lines_begin(&source->data, start->library_lines))
		return false;
	if (statements_begin(&view->code[file], start->main_lines))
		return true;
	if (!view->language->needs.keep_sources)
		return false;
	return as_code_view_reads_input(view, file) &&
	       (!is_python(view) || runs_by_itself(&view->code[file]));
}
