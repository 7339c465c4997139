/* SPDX-License-Identifier: MIT */
/*
 * A scanner of tokens with a nesting depth that counts braces, brackets and parentheses alike. At
 * depth 0 a token is outside of every type; at depth 1 in the body of a type it belongs to a
 * member.
 */
#include "entry.h"

#include <string.h>
#include <strings.h>

enum { TOKEN_END, TOKEN_WORD = 256, TOKEN_ELLIPSIS };

struct token {
	int kind; /* of the enum, or the character itself */
	const char *text;
	size_t length;
};

struct type {
	const char *name; /* in the text */
	size_t length;    /* 0: no type was declared since the last one ended */
	bool is_public, is_interface;
	unsigned main;         /* 2: java starts it; 1: it is not public; 0: none */
	struct token misspelt; /* "Main" */
};

struct member {
	bool is_public, is_static;
	bool in_main; /* between the parentheses of "void main(" */
	bool has_string;
	unsigned dimensions;
};

struct scan {
	const char *at, *end;
	struct token token, before, before_that;
	size_t depth;
	bool in_body;
	struct type type;
	struct member member;
	char package[300];
	size_t package_bytes; /* the size that it would have without truncation */
	const char *file;     /* the name of the file without folder and ending */
	size_t file_length;
	bool in_default_file;     /* the file has the language's default name */
	const char *default_stem; /* "Main", or NULL */
	size_t default_length;
	struct as_entry *entry;
};

/* ---- tokens ---- */

static bool starts_with(const struct scan *scan, const char *text)
{
	size_t length = strlen(text);

	return (size_t)(scan->end - scan->at) >= length && memcmp(scan->at, text, length) == 0;
}

static void skip_comment(struct scan *scan)
{
	scan->at += 2;
	while (scan->at < scan->end && !starts_with(scan, "*/"))
		scan->at++;
	if (scan->at < scan->end)
		scan->at += 2;
}

/* Skips a string, a character or a text block. An unterminated literal ends with its line. */
static void skip_literal(struct scan *scan)
{
	const char *quote = starts_with(scan, "\"\"\"") ? "\"\"\"" : *scan->at == '"' ? "\"" : "'";

	scan->at += strlen(quote);
	while (scan->at < scan->end) {
		if (starts_with(scan, quote)) {
			scan->at += strlen(quote);
			return;
		}
		if (!quote[1] && (*scan->at == '\n' || *scan->at == '\r'))
			return;
		scan->at += *scan->at == '\\' && scan->at + 1 < scan->end ? 2 : 1;
	}
}

/* Letters beyond ASCII are accepted; the compiler checks them. */
static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static struct token read_token(struct scan *scan)
{
	struct token token = {(unsigned char)*scan->at, scan->at, 1};

	if (is_word(*scan->at)) {
		token.kind = TOKEN_WORD;
		while (scan->at + token.length < scan->end && is_word(scan->at[token.length]))
			token.length++;
	} else if (starts_with(scan, "...")) {
		token.kind = TOKEN_ELLIPSIS;
		token.length = 3;
	}
	scan->at += token.length;
	return token;
}

/* Moves to the next token; false at the end. */
static bool advance(struct scan *scan)
{
	scan->before_that = scan->before;
	scan->before = scan->token;
	while (scan->at < scan->end) {
		if (starts_with(scan, "//")) {
			while (scan->at < scan->end && *scan->at != '\n' && *scan->at != '\r')
				scan->at++;
		} else if (starts_with(scan, "/*")) {
			skip_comment(scan);
		} else if (*scan->at == '"' || *scan->at == '\'') {
			skip_literal(scan);
		} else if (*scan->at == '\0' || strchr(" \t\r\n\f", *scan->at)) {
			scan->at++;
		} else {
			scan->token = read_token(scan);
			return true;
		}
	}
	scan->token = (struct token){0};
	return false;
}

static bool is(const struct token *token, const char *word)
{
	return token->kind == TOKEN_WORD && token->length == strlen(word) &&
	       memcmp(token->text, word, token->length) == 0;
}

/* ---- types ---- */

static bool is_default(const struct scan *scan)
{
	return scan->in_default_file ||
	       (scan->default_stem && scan->type.length == scan->default_length &&
		       memcmp(scan->type.name, scan->default_stem, scan->default_length) == 0);
}

static unsigned rank_type(const struct scan *scan)
{
	const struct type *type = &scan->type;
	bool namesake = type->name && type->length == scan->file_length &&
			memcmp(type->name, scan->file, type->length) == 0;

	if (type->main == 0 && !type->is_public)
		return 0;
	return 8 * type->main + 4 * is_default(scan) + 2 * type->is_public + namesake + 1;
}

/* For messages. A text that does not fit is cut. */
static void note_type(struct as_entry *entry, const struct type *type)
{
	const size_t used = strlen(entry->types);

	snprintf(entry->types + used, sizeof(entry->types) - used, "%s%.*s", used ? ", " : "",
		(int)type->length, type->name);
	if (type->misspelt.length && !*entry->misspelt)
		snprintf(entry->misspelt, sizeof(entry->misspelt), "%.*s.%.*s", (int)type->length,
			type->name, (int)type->misspelt.length, type->misspelt.text);
}

/* Called at the end of a type: keeps it if it is the best so far. */
static void offer_type(struct scan *scan)
{
	const struct type type = scan->type;
	struct as_entry *entry = scan->entry;
	unsigned rank = rank_type(scan);
	bool in_default_file = is_default(scan);

	scan->type = (struct type){0};
	/* A type whose name cannot be a file name would not compile. */
	if (type.length == 0 || type.length >= AS_ENTRY_TYPE_BYTES ||
		!as_text_is_utf8(type.name, type.length))
		return;
	note_type(entry, &type);
	entry->has_main |= type.main == 2;
	entry->is_default |= type.main == 2 && in_default_file;
	if (type.is_public && !entry->public_type[0])
		memcpy(entry->public_type, type.name, type.length);
	if (rank == entry->rank && type.main == 2 && !*entry->rival)
		snprintf(entry->rival, sizeof(entry->rival), "%.*s", (int)type.length, type.name);
	if (rank <= entry->rank || scan->package_bytes + 1 + type.length >= sizeof(entry->name))
		return;
	entry->rank = rank;
	entry->rival[0] = '\0';
	snprintf(entry->name, sizeof(entry->name), "%.*s%s%.*s", (int)scan->package_bytes,
		scan->package, scan->package_bytes ? "." : "", (int)type.length, type.name);
}

static void read_package(struct scan *scan)
{
	scan->package_bytes = 0;
	while (advance(scan) && (scan->token.kind == TOKEN_WORD || scan->token.kind == '.')) {
		if (scan->package_bytes + scan->token.length < sizeof(scan->package))
			memcpy(scan->package + scan->package_bytes, scan->token.text,
				scan->token.length);
		scan->package_bytes += scan->token.length;
	}
}

/* `record` is an ordinary word unless a name follows. */
static bool declares_type(const struct scan *scan)
{
	const struct token *keyword = &scan->before;

	return scan->token.kind == TOKEN_WORD && scan->type.length == 0 &&
	       scan->before_that.kind != '.' &&
	       (is(keyword, "class") || is(keyword, "interface") || is(keyword, "enum") ||
		       is(keyword, "record"));
}

static void read_outside(struct scan *scan)
{
	if (is(&scan->token, "package") && scan->before.kind != '.')
		read_package(scan);
	if (is(&scan->token, "public"))
		scan->type.is_public = true;
	if (declares_type(scan)) {
		scan->type.name = scan->token.text;
		scan->type.length = scan->token.length;
		scan->type.is_interface = is(&scan->before, "interface");
	}
	if (scan->token.kind == '{')
		scan->in_body = scan->type.length > 0;
	if (scan->token.kind == ';' || scan->token.kind == '}') {
		offer_type(scan);
		scan->in_body = false;
	}
}

static void read_member(struct scan *scan)
{
	struct member *member = &scan->member;

	if (scan->token.kind == ')' && member->in_main) {
		unsigned main = member->is_public || scan->type.is_interface ? 2 : 1;
		if (member->is_static && member->has_string && member->dimensions == 1 &&
			main > scan->type.main)
			scan->type.main = main;
		member->in_main = false;
	}
	member->is_public |= is(&scan->token, "public");
	member->is_static |= is(&scan->token, "static");
	if (scan->token.kind == '(' && is(&scan->before, "main") && is(&scan->before_that, "void"))
		member->in_main = true;
	else if (scan->token.kind == '(' && scan->before.length == 4 &&
		 strncasecmp(scan->before.text, "main", 4) == 0 && is(&scan->before_that, "void"))
		scan->type.misspelt = scan->before;
	if (scan->token.kind == ';' || scan->token.kind == '}')
		*member = (struct member){0};
}

/* A single parameter, an array of String, in any notation. */
static void read_parameter(struct scan *scan)
{
	struct member *member = &scan->member;

	member->has_string |= is(&scan->token, "String");
	if (scan->token.kind == '[' || scan->token.kind == TOKEN_ELLIPSIS)
		member->dimensions++;
	if (scan->token.kind == ',' || scan->token.kind == '<')
		member->dimensions += 2;
}

void as_entry_scan_java(struct as_entry *entry, const char *file_name, const char *default_name,
	const struct as_bytes *text)
{
	const char *slash = strrchr(file_name, '/');
	const char *file = slash ? slash + 1 : file_name;
	struct scan scan = {.at = text->data,
		.end = text->data + text->size,
		.file = file,
		.file_length = (size_t)(strchrnul(file, '.') - file),
		.in_default_file = default_name && strcmp(file, default_name) == 0,
		.default_stem = default_name,
		.default_length =
			default_name ? (size_t)(strchrnul(default_name, '.') - default_name) : 0,
		.entry = entry};

	while (advance(&scan)) {
		int kind = scan.token.kind;
		bool opens = kind == '{' || kind == '[' || kind == '(';
		bool closes = kind == '}' || kind == ']' || kind == ')';
		if (closes && scan.depth > 0)
			scan.depth--;
		if (scan.depth == 0)
			read_outside(&scan);
		else if (scan.depth == 1 && scan.in_body)
			read_member(&scan);
		else if (scan.depth == 2 && scan.member.in_main)
			read_parameter(&scan);
		scan.depth += opens;
	}
	/* So that the compiler's message about an unfinished type names the right file. */
	offer_type(&scan);
}
