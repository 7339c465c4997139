/* SPDX-License-Identifier: MIT */
/* Reads a statement: its text, its samples (samples.c) and its files (files.c). */
#include "statement.h"

#include "latex.h"
#include "tex.h"

/* A statement is a text that people read. md4c takes a time in proportion to the lines of a
 * paragraph for each of its brackets: some seconds at this size. */
#define STATEMENT_MAX_BYTES (UINT64_C(512) << 10)

/* ---- the text ---- */

struct search {
	struct as_statement *statement;
	bool is_embedded;
	uint64_t left; /* bytes of addresses that may still be embedded */
	bool failed;   /* with `error` */
	struct as_error *error;
};

/* The address for one use. After a loaded picture for which there is no room, no other is embedded,
 * so that its size is not measured for each use. */
static const char *embed_use(struct search *search, struct as_statement_file *file)
{
	const uint64_t max_bytes = search->left / 4 * 3;

	if (search->failed || search->left == 0)
		return NULL;
	search->failed =
		statement_file_embed(search->statement, file, max_bytes, search->error) < 0;
	const size_t size = file->address ? strlen(file->address) : 0;
	const bool fits = size <= search->left;
	search->left = fits ? search->left - size : 0;
	return fits ? file->address : NULL;
}

static const char *find_address(const char *name, size_t size, void *context)
{
	struct search *search = context;

	for (size_t i = 0; i < search->statement->file_count; i++) {
		struct as_statement_file *file = &search->statement->files[i];
		if (strlen(file->name) != size || memcmp(file->name, name, size) != 0)
			continue;
		return search->is_embedded ? embed_use(search, file) : file->address;
	}
	return NULL;
}

static void note_missing(const char *name, size_t size, void *context)
{
	struct search *search = context;
	char **missing = search->statement->missing;
	AS_AUTO_FREE char *copy = as_text_format(search->error, "%.*s", (int)size, name);

	if (search->failed || as_names_count(missing) == AS_STATEMENT_MAX_MISSING ||
		(copy && as_names_have(missing, copy)))
		return;
	search->failed =
		as_names_add(&search->statement->missing, as_steal(copy), search->error) < 0;
}

/* Removes marks for samples: all samples come after the text. */
static void blank_marks(struct as_bytes *text)
{
	static const char *const marks[] = {"{{nextsample}}", "{{remainingsamples}}"};

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		for (char *at = text->data; at && (at = strstr(at, marks[i]));)
			memset(at, ' ', strlen(marks[i]));
}

static int write_html(struct as_statement *statement, const struct as_bytes *text, bool is_latex,
	bool is_embedded, struct as_error *error)
{
	struct search search = {.statement = statement,
		.is_embedded = is_embedded,
		.left = AS_STATEMENT_MAX_EMBEDDED_BYTES,
		.error = error};
	const struct statement_links links = {find_address, note_missing, &search};
	char *html = NULL;
	size_t size = 0;

	FILE *out = open_memstream(&html, &size);
	if (!out)
		return as_error_no_memory(error);
	int status = 0;
	if (is_latex)
		statement_latex(out, text->data ? text->data : "", text->size, &links);
	else
		status = statement_markdown(out, text->data, text->size, &links, error);
	char *closed = as_text_close(out, &html, error);
	if (status < 0 || !closed || search.failed) {
		free(closed);
		return -1;
	}
	statement->html = (struct as_bytes){closed, size};
	statement->source_formula_count = statement_count_sources(closed);
	return 0;
}

#define CONSTANT "\\constant{"

/* Writes a constant: \constant{name} in LaTeX, {{name}} in Markdown. Unknown names stay. */
static void write_constant(
	FILE *out, const char *text, size_t size, const struct as_package *package)
{
	const size_t before = strlen(CONSTANT);
	AS_AUTO_BYTES struct as_bytes value = {0};
	AS_AUTO_FREE char *mark = as_text_format(
		NULL, "{{%.*s}}", (int)(size > before ? size - before - 1 : 0), text + before);

	if (mark && as_bytes_copy(&value, mark, strlen(mark), NULL) == 0 &&
		as_constants_fill(&value, &package->constants, NULL) == 0 &&
		strcmp(value.data, mark) != 0)
		fwrite(value.data, 1, value.size, out);
	else
		fwrite(text, 1, size, out);
}

/* Stops at the size that read_text refuses. */
static int fill_latex(struct as_bytes *text, const char *name, const struct as_package *package,
	struct as_error *error)
{
	static const char command[] = CONSTANT;
	const char *at = text->data, *found;
	char *filled = NULL;
	size_t size = 0;

	/* Markdown shows such bytes. */
	if (at && strlen(at) < text->size)
		return as_error_at(error, AS_ERROR_INPUT, name, 0, 0,
			"a byte of value 0 follows byte %zu; save the file as text", strlen(at));
	FILE *out = open_memstream(&filled, &size);
	if (!out)
		return as_error_no_memory(error);
	while (at && size <= STATEMENT_MAX_BYTES && (found = strstr(at, command))) {
		const char *end = strchr(found, '}');
		const size_t length = end ? (size_t)(end + 1 - found) : strlen(found);
		fwrite(at, 1, (size_t)(found - at), out);
		write_constant(out, found, length, package);
		at = found + length;
		fflush(out); /* sets `size` */
	}
	fputs(at ? at : "", out);
	char *closed = as_text_close(out, &filled, error);
	if (!closed)
		return -1;
	free(text->data);
	*text = (struct as_bytes){closed, size};
	return 0;
}

static int read_text(struct as_statement *statement, const struct as_statement_config *config,
	const struct statement_place *place, bool is_latex, struct as_error *error)
{
	const char *folder = place->folder;
	const struct as_package *package = statement->package;
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_NAMES char **names = NULL;

	if (statement_list(package, folder, &real, &names, error) < 0)
		return -1;
	const char *name =
		statement_choose(names, place->stem, is_latex ? ".tex" : ".md", config->language);
	if (!name)
		return 0;
	if (statement_read(package, folder, name, STATEMENT_MAX_BYTES, &text, error) < 0 ||
		(is_latex ? fill_latex(&text, name, package, error)
			  : as_constants_fill(&text, &package->constants, error)) < 0)
		return -1;
	if (text.size > STATEMENT_MAX_BYTES)
		return as_error_at(error, AS_ERROR_INPUT, name, 0, 0,
			"the text is larger than 512 KiB after the package's constants are filled "
			"in");
	if (!is_latex)
		blank_marks(&text);
	statement->language = statement_language_of(place->stem, name);
	return write_html(statement, &text, is_latex, !config->prefix, error);
}

/* ---- opening ---- */

static int check_language(
	const struct as_statement *statement, const char *language, struct as_error *error)
{
	const char *const *names = (const char *const *)statement->languages;
	const size_t count = as_names_count(statement->languages);
	char shown[128], hint[AS_SUGGESTION_SIZE], choices[512];

	if (!language || as_names_have(statement->languages, language))
		return 0;
	as_text_printable(language, strlen(language), shown, sizeof(shown));
	if (!count)
		return as_error_at(error, AS_ERROR_USAGE, statement->package->path, 0, 0,
			"no statement in the language '%s': no file of the statement names a "
			"language, as problem.en.md does",
			shown);
	as_text_choices(names, count, choices, sizeof(choices));
	return as_error_at(error, AS_ERROR_USAGE, statement->package->path, 0, 0,
		"no statement in the language '%s'%s use %s", shown,
		as_text_suggestion(language, names, count, hint), choices);
}

static int read_all(struct as_statement *statement, const struct as_statement_config *config,
	struct as_error *error)
{
	const struct statement_place *places = statement_places(config->is_editorial);

	if (statement_languages_read(statement, places, error) < 0 ||
		check_language(statement, config->language, error) < 0 ||
		statement_files_read(statement, config, error) < 0)
		return -1;
	/* Markdown first. */
	for (size_t i = 0; i < 2 * STATEMENT_PLACES; i++)
		if (!statement->html.data &&
			read_text(statement, config, &places[i % STATEMENT_PLACES],
				i >= STATEMENT_PLACES, error) < 0)
			return -1;
	statement_files_choose(statement);
	return config->is_editorial ? 0 : statement_samples_read(statement, error);
}

struct as_statement *as_statement_open(const struct as_package *package,
	const struct as_statement_config *config, struct as_error *error)
{
	struct as_statement *statement = calloc(1, sizeof *statement);

	if (!statement) {
		as_error_no_memory(error);
		return NULL;
	}
	statement->package = package;
	if (package && read_all(statement, config, error) < 0) {
		as_statement_close(statement);
		return NULL;
	}
	return statement;
}

void as_statement_close(struct as_statement *statement)
{
	if (!statement)
		return;
	as_bytes_clear(&statement->html);
	free(statement->language);
	as_names_free(statement->languages);
	as_names_free(statement->missing);
	for (size_t i = 0; i < statement->sample_count; i++) {
		free(statement->samples[i].name);
		as_bytes_clear(&statement->samples[i].input);
		as_bytes_clear(&statement->samples[i].answer);
		as_bytes_clear(&statement->samples[i].interaction);
	}
	free(statement->samples);
	for (size_t i = 0; i < statement->file_count; i++)
		statement_file_clear(&statement->files[i]);
	free(statement->files);
	free(statement);
}
