/* SPDX-License-Identifier: MIT */
/*
 * The digest of a text without comments and white space, for languages whose tokens are not read.
 * The file's ending selects the syntax of comments; a string ends with its line at the latest. A
 * wrongly recognised comment never makes equal texts different.
 */
#include <assay/grade/similar.h>

#include <ctype.h>
#include <string.h>

struct syntax {
	const char *endings;     /* each between blanks */
	const char *line;        /* a comment up to the end of the line; NULL: there is none */
	const char *begin, *end; /* of another comment; NULL: there is none */
	const char *quotes;
};

static const struct syntax syntaxes[] = {
	{" js mjs cjs php ts dart ", "//", "/*", "*/", "\"'`"},
	{" rs go kt kts cs swift scala ", "//", "/*", "*/", "\""},
	{" rb pl pm sh bash awk r ", "#", NULL, NULL, "\"'"},
	{" py py2 py3 ", "#", NULL, NULL, "\"'"},
	{" pas p pp dpr ", "//", "{", "}", "'"},
	{" hs ", "--", "{-", "-}", "\""},
	{" lua ", "--", NULL, NULL, "\"'"},
	{" adb ads ", "--", NULL, NULL, "\""},
	{" ml ", NULL, "(*", "*)", "\""},
	{" lisp cl ", ";", NULL, NULL, "\""},
	{" plg ", "%", "/*", "*/", "\"'"},
	{" f f90 f95 f03 f08 for ", "!", NULL, NULL, "\"'"},
};
static const struct syntax no_syntax = {"", NULL, NULL, NULL, ""};

static const struct syntax *find_syntax(const char *name)
{
	const char *dot = strrchr(name, '.');
	char word[16];

	if (!dot || (size_t)snprintf(word, sizeof(word), " %s ", dot + 1) >= sizeof(word))
		return &no_syntax;
	for (size_t i = 0; i < sizeof(syntaxes) / sizeof(*syntaxes); i++)
		if (strcasestr(syntaxes[i].endings, word))
			return &syntaxes[i];
	return &no_syntax;
}

struct plain {
	const struct syntax *syntax;
	const char *text, *at, *end;
	char *out;
	size_t size, token_count;
};

static bool is_at(const struct plain *plain, const char *word)
{
	const size_t length = word ? strlen(word) : 0;

	return word && (size_t)(plain->end - plain->at) >= length &&
	       memcmp(plain->at, word, length) == 0;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

/* In shells and Perl, "$#" does not begin a comment. */
static bool is_line_comment(const struct plain *plain)
{
	return is_at(plain, plain->syntax->line) &&
	       (*plain->at != '#' || plain->at == plain->text ||
		       isspace((unsigned char)plain->at[-1]));
}

static void skip_line(struct plain *plain)
{
	const char *end = memchr(plain->at, '\n', (size_t)(plain->end - plain->at));

	plain->at = end ? end : plain->end;
}

static void skip_comment(struct plain *plain)
{
	const struct syntax *syntax = plain->syntax;

	plain->at += strlen(syntax->begin);
	const char *end = memmem(
		plain->at, (size_t)(plain->end - plain->at), syntax->end, strlen(syntax->end));
	plain->at = end ? end + strlen(syntax->end) : plain->end;
}

static bool skip(struct plain *plain)
{
	const char *before = plain->at;

	while (plain->at < plain->end) {
		const char *at = plain->at;
		if (isspace((unsigned char)*at))
			plain->at++;
		else if (is_line_comment(plain))
			skip_line(plain);
		else if (is_at(plain, plain->syntax->begin))
			skip_comment(plain);
		if (plain->at == at)
			break;
	}
	return plain->at > before;
}

static void put_quoted(struct plain *plain)
{
	const char quote = *plain->at;

	plain->out[plain->size++] = *plain->at++;
	while (plain->at < plain->end && *plain->at != quote && *plain->at != '\n') {
		if (*plain->at == '\\' && plain->end - plain->at > 1)
			plain->out[plain->size++] = *plain->at++;
		plain->out[plain->size++] = *plain->at++;
	}
	if (plain->at < plain->end && *plain->at == quote)
		plain->out[plain->size++] = *plain->at++;
	plain->token_count++;
}

static void put_word(struct plain *plain)
{
	while (plain->at < plain->end && is_word(*plain->at))
		plain->out[plain->size++] = *plain->at++;
	plain->token_count++;
}

/* A blank is kept only between two words. */
static void put_all(struct plain *plain)
{
	bool was_word = false;

	while (plain->at < plain->end) {
		const bool is_apart = skip(plain);
		if (plain->at == plain->end)
			break;
		const bool is_now = is_word(*plain->at);
		if (is_apart && was_word && is_now)
			plain->out[plain->size++] = ' ';
		was_word = is_now;
		if (is_now) {
			put_word(plain);
		} else if (strchr(plain->syntax->quotes, *plain->at) && *plain->at) {
			put_quoted(plain);
		} else {
			plain->out[plain->size++] = *plain->at++;
			plain->token_count++;
		}
	}
}

int as_similar_digest(const char *name, const char *text, size_t size, char hex[AS_DIGEST_HEX_SIZE],
	size_t *token_count, struct as_error *error)
{
	struct plain plain = {
		.syntax = find_syntax(name), .text = text, .at = text, .end = text + size};

	/* A blank replaces at least one byte. */
	AS_AUTO_FREE char *out = plain.out = malloc(size + 1);
	if (!out)
		return as_error_no_memory(error);
	put_all(&plain);
	as_digest_bytes(out, plain.size, hex);
	*token_count = plain.token_count;
	return 0;
}
