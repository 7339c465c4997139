/* SPDX-License-Identifier: MIT */
/*
 * One lexer for all languages, driven by the tables of grammar.c. It has no errors: a text without
 * an end on its line ends with the line, and every unknown byte is a token or white space.
 *
 * It leaves out code that differs for no reason between similar programs: the names of libraries
 * (#include, import, using), texts that are statements (Python's doc strings), and `std::`.
 * Adjacent texts are one text.
 */
#include "scan.h"

#include <string.h>

#define TAB_COLUMNS 8

static bool is_name_byte(unsigned char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
	       (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' || byte >= 0x80;
}

static bool is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

/* ---- tokens ---- */

static uint16_t code_of(const struct lexer *lexer, int code)
{
	return (uint16_t)(code + (int)lexer->grammar->family * AS_TOKEN_FAMILY);
}

/* Appends a token that begins at `from` and ends where the lexer is. */
static void emit_from(struct lexer *lexer, int code, uint32_t line, const char *from)
{
	struct as_tokens *tokens = lexer->tokens;

	lexer->was_std = false;
	lexer->is_cut = lexer->is_cut || tokens->count >= lexer->max;
	if (lexer->is_cut)
		return;
	if (!as_array_reserve(tokens->items, tokens->count, lexer->error)) {
		lexer->has_failed = true;
		return;
	}
	tokens->items[tokens->count++] = (struct as_token){.line = line,
		.offset = (uint32_t)(from - lexer->text),
		.size = (uint32_t)(lexer->at - from),
		.code = code_of(lexer, code)};
}

static void emit(struct lexer *lexer, int code)
{
	emit_from(lexer, code, lexer->line, lexer->token);
}

static void emit_layout(struct lexer *lexer, int code, uint32_t line)
{
	emit_from(lexer, code, line, lexer->at);
}

static bool is_last(const struct lexer *lexer, int code)
{
	const struct as_tokens *tokens = lexer->tokens;

	return tokens->count > lexer->statement &&
	       tokens->items[tokens->count - 1].code == code_of(lexer, code);
}

/* ---- statements ---- */

static bool is_import(const struct lexer *lexer)
{
	int code = lexer->tokens->items[lexer->statement].code - code_of(lexer, AS_TOKEN_WORD);

	return code >= 0 && lexer->grammar->words[code].is_import;
}

/* A statement ends after its last token. It is dropped if it imports libraries or is a text. */
static void end_statement(struct lexer *lexer)
{
	struct as_tokens *tokens = lexer->tokens;
	size_t count = tokens->count - lexer->statement;

	if (count && (is_import(lexer) || (count == 1 && is_last(lexer, AS_TOKEN_TEXT))))
		tokens->count = lexer->statement;
	else if (count && lexer->grammar->has_layout)
		emit_layout(lexer, AS_TOKEN_LINE_END, lexer->line);
	lexer->statement = tokens->count;
}

/* ---- lines ---- */

/* Called after a line end, the last byte that was read. */
static void begin_line(struct lexer *lexer)
{
	if (lexer->grammar->has_layout && lexer->depth == 0)
		end_statement(lexer);
	if (lexer->is_directive)
		lexer->statement = lexer->tokens->count;
	lexer->is_directive = false;
	lexer->is_line_start = true;
	lexer->line++;
}

static bool read_blank(struct lexer *lexer)
{
	unsigned char byte = (unsigned char)*lexer->at;

	if (scan_splice(lexer))
		return true;
	if (scan_line_end(lexer)) {
		begin_line(lexer);
		return true;
	}
	if (byte > ' ' && byte != 0x7f)
		return false;
	lexer->at++;
	return true;
}

/* ---- layout ---- */

static void indent_to(struct lexer *lexer, uint32_t column)
{
	uint32_t line = lexer->tokens->count ? lexer->tokens->items[lexer->tokens->count - 1].line
					     : lexer->line;

	while (lexer->indent_count && lexer->indents[lexer->indent_count - 1] > column) {
		lexer->indent_count--;
		emit_layout(lexer, AS_TOKEN_DEDENT, line);
	}
	if (column > (lexer->indent_count ? lexer->indents[lexer->indent_count - 1] : 0)) {
		if (lexer->indent_count < LEXER_MAX_INDENTS)
			lexer->indents[lexer->indent_count++] = column;
		emit_layout(lexer, AS_TOKEN_INDENT, lexer->line);
	}
	lexer->statement = lexer->tokens->count;
}

/* Called at the first token of a line: its column is that of the line's white space. */
static void read_layout(struct lexer *lexer, const char *line)
{
	uint32_t column = 0;

	for (const char *at = line; at < lexer->at; at++)
		column = *at == '\t'   ? (column / TAB_COLUMNS + 1) * TAB_COLUMNS
			 : *at == '\f' ? 0
				       : column + 1;
	indent_to(lexer, column);
}

/* ---- texts ---- */

static void emit_text(struct lexer *lexer, uint32_t line)
{
	if (!is_last(lexer, AS_TOKEN_TEXT)) {
		emit_from(lexer, AS_TOKEN_TEXT, line, lexer->token);
		return;
	}
	struct as_token *last = &lexer->tokens->items[lexer->tokens->count - 1];
	last->size = (uint32_t)(lexer->at - lexer->text) - last->offset;
}

/* Called at the quote; `prefix` is the text before it. */
static void read_text(struct lexer *lexer, const char *prefix, size_t prefix_length)
{
	const char quote = *lexer->at;
	const char triple[] = {quote, quote, quote, '\0'};
	uint32_t line = lexer->line;

	if (strchr(lexer->grammar->triple_quotes, quote) && scan_starts_with(lexer, triple)) {
		lexer->at += 3;
		scan_until(lexer, triple, true);
	} else if (!(lexer->grammar->has_directives && quote == '"' && prefix_length &&
			   prefix[prefix_length - 1] == 'R' && scan_raw_text(lexer))) {
		scan_plain_text(lexer);
	}
	emit_text(lexer, line);
}

static bool is_quote(char byte)
{
	return byte == '"' || byte == '\'';
}

static bool is_text_prefix(const struct lexer *lexer, const char *name, size_t length)
{
	if (length > 3 || !is_quote(scan_peek(lexer, 0)))
		return false;
	for (size_t i = 0; i < length; i++)
		if (!strchr(lexer->grammar->text_prefixes, name[i]))
			return false;
	return true;
}

/* ---- names, numbers, operators ---- */

/* 1 + the index of a function of the language or its library that is called; 0: another name. */
static int find_call(const struct lexer *lexer, const char *name, size_t length)
{
	const char *at = lexer->at;

	while (at < lexer->end && (*at == ' ' || *at == '\t'))
		at++;
	return at < lexer->end && *at == '(' ? 1 + as_grammar_call(lexer->grammar, name, length)
					     : 0;
}

static void read_name(struct lexer *lexer)
{
	const char *name = lexer->at;

	while (lexer->at < lexer->end && is_name_byte((unsigned char)*lexer->at))
		lexer->at++;
	size_t length = (size_t)(lexer->at - name);
	if (is_text_prefix(lexer, name, length)) {
		read_text(lexer, name, length);
		return;
	}
	int word = as_grammar_word(lexer->grammar, name, length);
	const size_t known = lexer->tokens->count;
	emit(lexer, word >= 0 ? AS_TOKEN_WORD + word : AS_TOKEN_NAME);
	if (word < 0 && lexer->tokens->count > known)
		lexer->tokens->items[known].call = (uint8_t)find_call(lexer, name, length);
	lexer->was_std = length == 3 && memcmp(name, "std", 3) == 0;
}

static void read_number(struct lexer *lexer)
{
	bool is_hex = lexer->at[0] == '0' && (scan_peek(lexer, 1) | 0x20) == 'x';
	const char exponent = is_hex ? 'p' : 'e';

	for (lexer->at++; lexer->at < lexer->end; lexer->at++) {
		char byte = *lexer->at;
		char before = (char)(lexer->at[-1] | 0x20);
		if (is_name_byte((unsigned char)byte) || byte == '.')
			continue;
		if ((byte == '+' || byte == '-') && before == exponent)
			continue;
		if (byte == lexer->grammar->digit_separator && byte &&
			is_name_byte((unsigned char)scan_peek(lexer, 1)))
			continue;
		break;
	}
	emit(lexer, AS_TOKEN_NUMBER);
}

static int read_operator(struct lexer *lexer)
{
	const char *const *operators = lexer->grammar->operators;

	for (int i = 0; operators[i]; i++)
		if (*operators[i] == *lexer->at && scan_starts_with(lexer, operators[i])) {
			lexer->at += strlen(operators[i]);
			return AS_TOKEN_OPERATOR + i;
		}
	return *lexer->at++;
}

static bool is_scope(const struct lexer *lexer, int code)
{
	return code >= AS_TOKEN_OPERATOR &&
	       strcmp(lexer->grammar->operators[code - AS_TOKEN_OPERATOR], "::") == 0;
}

static void read_sign(struct lexer *lexer)
{
	int code = read_operator(lexer);

	if (lexer->grammar->has_layout) {
		lexer->depth += code == '(' || code == '[' || code == '{';
		lexer->depth -= lexer->depth && (code == ')' || code == ']' || code == '}');
		if (code == ';' && lexer->depth == 0) {
			end_statement(lexer);
			return;
		}
	}
	if (lexer->was_std && lexer->grammar->has_directives && is_scope(lexer, code)) {
		lexer->tokens->count--;
		lexer->was_std = false;
		return;
	}
	emit(lexer, code);
	if (lexer->grammar->has_layout)
		return;
	if (code == ';')
		end_statement(lexer);
	if (code == '{' || code == '}')
		lexer->statement = lexer->tokens->count;
}

/* #include and the like are left out; the tokens of other directives are read as usual. */
static void read_directive(struct lexer *lexer)
{
	static const char *const left_out[] = {"include", "import", "pragma", "error", "warning"};
	const char *at = lexer->at + 1;

	while (at < lexer->end && (*at == ' ' || *at == '\t'))
		at++;
	for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
		size_t length = strlen(left_out[i]);
		if ((size_t)(lexer->end - at) >= length && memcmp(at, left_out[i], length) == 0) {
			scan_rest_of_line(lexer);
			return;
		}
	}
	lexer->is_directive = true;
	lexer->statement = lexer->tokens->count;
	read_sign(lexer);
}

static void read_token(struct lexer *lexer)
{
	unsigned char byte = (unsigned char)*lexer->at;

	if (is_digit((char)byte) || (byte == '.' && is_digit(scan_peek(lexer, 1))))
		read_number(lexer);
	else if (is_name_byte(byte))
		read_name(lexer);
	else if (is_quote((char)byte))
		read_text(lexer, NULL, 0);
	else
		read_sign(lexer);
}

static void read_all(struct lexer *lexer)
{
	const char *line = lexer->at;

	while (lexer->at < lexer->end && !lexer->is_cut && !lexer->has_failed) {
		bool was_line_start = lexer->is_line_start;
		uint32_t number = lexer->line;
		if (read_blank(lexer) || scan_comment(lexer)) {
			if (number != lexer->line)
				line = lexer->at;
			continue;
		}
		lexer->is_line_start = false;
		lexer->token = lexer->at;
		if (was_line_start && lexer->grammar->has_layout && lexer->depth == 0 &&
			lexer->tokens->count == lexer->statement)
			read_layout(lexer, line);
		if (was_line_start && lexer->grammar->has_directives && *lexer->at == '#')
			read_directive(lexer);
		else
			read_token(lexer);
	}
}

int as_lex(enum as_source_language language, const char *text, size_t size, size_t max,
	struct as_tokens *tokens, struct as_lexed *lexed, struct as_error *error)
{
	static const char bom[] = "\xef\xbb\xbf";
	struct lexer lexer = {.grammar = as_grammar_of(language),
		.text = text,
		.at = text,
		.end = text + size,
		.line = 1,
		.tokens = tokens,
		.max = max,
		.statement = tokens->count,
		.is_line_start = true,
		.error = error};

	*lexed = (struct as_lexed){0};
	if (!lexer.grammar)
		return 0;
	if (scan_starts_with(&lexer, bom))
		lexer.at += sizeof bom - 1;
	read_all(&lexer);
	if (lexer.grammar->has_layout) {
		end_statement(&lexer);
		indent_to(&lexer, 0);
	}
	lexed->is_cut = lexer.is_cut;
	lexed->last_line = lexer.line;
	lexed->open_line = lexer.open_line;
	return lexer.has_failed ? -1 : 0;
}
