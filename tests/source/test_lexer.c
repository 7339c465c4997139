/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>
#include <grammar.h>
#include <string.h>

#define MANY 100000

/* Appends the meaning of a token: n, 0, "" for names, numbers and texts; words and operators
 * unchanged; EOL, IN and OUT for layout. */
static void append_token(char *text, const struct as_grammar *grammar, int code)
{
	static const char *const kinds[] = {"NONE", "n", "0", "\"\"", "EOL", "IN", "OUT"};
	code -= (int)grammar->family * AS_TOKEN_FAMILY;
	size_t length = strlen(text);
	if (length)
		text[length++] = ' ';
	if (code >= AS_TOKEN_WORD)
		strcpy(text + length, grammar->words[code - AS_TOKEN_WORD].text);
	else if (code >= AS_TOKEN_OPERATOR)
		strcpy(text + length, grammar->operators[code - AS_TOKEN_OPERATOR]);
	else if (code > AS_TOKEN_DEDENT)
		sprintf(text + length, "%c", code);
	else
		strcpy(text + length, kinds[code]);
}

static struct as_lexed lex(enum as_source_language language, const char *source, size_t size,
	size_t max, struct as_tokens *tokens)
{
	struct as_lexed lexed;
	struct as_error error = {0};
	cr_assert_eq(
		as_lex(language, source, size, max, tokens, &lexed, &error), 0, "%s", error.text);
	return lexed;
}

struct row {
	const char *source;
	const char *tokens;
};

static void expect_rows(enum as_source_language language, const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct as_tokens tokens = {0};
		char text[1000] = "";
		lex(language, rows[i].source, strlen(rows[i].source), MANY, &tokens);
		for (size_t t = 0; t < tokens.count; t++)
			append_token(text, as_grammar_of(language), tokens.items[t].code);
		cr_expect_str_eq(text, rows[i].tokens, "%s: %s", rows[i].source, text);
		free(tokens.items);
	}
}
#define EXPECT_ROWS(language, rows) expect_rows(language, rows, sizeof(rows) / sizeof *(rows))

Test(lexer, words_are_sorted_so_that_each_is_found)
{
	for (enum as_source_language l = AS_SOURCE_C; l <= AS_SOURCE_PYTHON; l++) {
		const struct as_grammar *grammar = as_grammar_of(l);
		for (size_t i = 0; i < grammar->word_count; i++) {
			const struct as_word *word = &grammar->words[i];
			int expected = word->languages & 1u << l ? (int)i : -1;
			cr_expect_eq(as_grammar_word(grammar, word->text, strlen(word->text)),
				expected, "%s", word->text);
			cr_expect(
				i == 0 || strcmp(word[-1].text, word->text) < 0, "%s", word->text);
		}
		cr_expect_eq(as_grammar_word(grammar, "fo", 2), -1);
		cr_expect_eq(as_grammar_word(grammar, "fore", 4), -1);
		cr_expect_lt(grammar->word_count, AS_TOKEN_FAMILY - AS_TOKEN_WORD);
	}
}

Test(lexer, no_operator_hides_a_longer_one)
{
	for (enum as_source_language l = AS_SOURCE_C; l <= AS_SOURCE_PYTHON; l++) {
		const char *const *operators = as_grammar_of(l)->operators;
		for (size_t i = 1; operators[i]; i++)
			cr_expect_leq(
				strlen(operators[i]), strlen(operators[i - 1]), "%s", operators[i]);
	}
}

Test(lexer, names_numbers_and_texts_are_one_token_each)
{
	static const struct row rows[] = {{"", ""}, {"int x_1 = 42;", "int n = 0 ;"},
		{"a$b \xc3\xa4\xc3\xb6 intx", "n n n"},
		{"0x1F 1e-5 0x1p+3 .5f 1'000'000u 0b11", "0 0 0 0 0 0"}, {"1-2", "0 - 0"},
		{"0xe+1", "0 + 0"}, {"a.b ...", "n . n ..."},
		{"f(\"a\\\"b\", 'c', '\\'', L\"x\", u8\"y\")",
			"n ( \"\" , \"\" , \"\" , \"\" , \"\" )"},
		{"p(\"a\" \"b\"\n\"c\")", "n ( \"\" )"}, {"R\"x(a)\" \" )x\" + 1", "\"\" + 0"},
		{"R\"x y\" + 1", "\"\" + 0"}, {"if\"a\"", "if \"\""}};
	EXPECT_ROWS(AS_SOURCE_C, rows);
	EXPECT_ROWS(AS_SOURCE_CPP, rows);
}

Test(lexer, comments_and_white_space_are_not_tokens)
{
	static const struct row rows[] = {{" \t\v\f a /* b\n * c */ d // e\nf", "n n n"},
		{"a // b \\\n c\nd", "n n"}, {"a /* // */ b", "n n"}, {"a / b /= c", "n / n /= n"},
		{"\"/*\" a \"*/\"", "\"\" n \"\""}, {"a //", "n"}, {"a\\\nb", "n n"},
		{"\xef\xbb\xbf"
		 "a\r\nb\rc",
			"n n n"}};
	EXPECT_ROWS(AS_SOURCE_C, rows);
}

Test(lexer, c_and_cpp_differ_only_in_keywords)
{
	static const struct row c[] = {{"new = class->this;", "n = n -> n ;"}};
	static const struct row cpp[] = {{"new class->this;", "new class -> this ;"}};
	EXPECT_ROWS(AS_SOURCE_C, c);
	EXPECT_ROWS(AS_SOURCE_CPP, cpp);
}

Test(lexer, names_of_libraries_are_left_out)
{
	static const struct row c[] = {
		{"#include <stdio.h>\n # include \"x.h\" // y\nint a;", "int n ;"},
		{"#pragma once\n#define N 5\n#if N > 3\nint\n#endif", "# n n 0 # if n > 0 int # n"},
		{"#include \\\n <a.h>\nb", "n"}};
	static const struct row cpp[] = {
		{"#include <map>\nusing namespace std;\nstd::map<int, std :: pair<a, b>> c;",
			"n < int , n < n , n > > n ;"},
		{"{ using x = y; }", "{ }"}, {"std; a::b", "n ; n :: n"}};
	static const struct row java[] = {
		{"package a.b;\nimport java.util.*;\nimport static x.y;\nclass A {}",
			"class n { }"}};
	static const struct row python[] = {
		{"import sys, os\nfrom a import (b,\n  c)\nx = 1\nimport d; y\n",
			"n = 0 EOL n EOL"},
		{"raise A from B", "raise n from n EOL"}};
	EXPECT_ROWS(AS_SOURCE_C, c);
	EXPECT_ROWS(AS_SOURCE_CPP, cpp);
	EXPECT_ROWS(AS_SOURCE_JAVA, java);
	EXPECT_ROWS(AS_SOURCE_PYTHON, python);
}

Test(lexer, java_has_its_own_operators_and_text_blocks)
{
	static const struct row rows[] = {
		{"List<List<A>> x = y -> z::w;", "n < n < n > > n = n -> n :: n ;"},
		{"s = \"\"\"\n a \"b\" \\\"\"\" \n\"\"\";", "n = \"\" ;"},
		{"s = \"\" + 'a' + 1_000L;", "n = \"\" + \"\" + 0 ;"},
		{"@Override boolean b = null;", "@ n boolean n = null ;"}};
	EXPECT_ROWS(AS_SOURCE_JAVA, rows);
}

Test(lexer, the_layout_of_python_is_tokens)
{
	static const struct row rows[] = {
		{"if a:\n  b\n\n  # c\n    # d\n  e\nf\n", "if n : EOL IN n EOL n EOL OUT n EOL"},
		{"if a:\n\tb", "if n : EOL IN n EOL OUT"},
		{"if a:\n\tif b:\n        c\nd", "if n : EOL IN if n : EOL n EOL OUT n EOL"},
		{"def f(a,\n      b):\n  return [\n1,\n2]\n",
			"def n ( n , n ) : EOL IN return [ 0 , 0 ] EOL OUT"},
		{"a = b \\\n  + c\nd;e; f", "n = n + n EOL n EOL n EOL n EOL"},
		{"  a\n b\nc", "IN n EOL OUT IN n EOL OUT n EOL"}, {"a ) b\nc", "n ) n EOL n EOL"},
		{"a **= b // c -> d := e", "n **= n // n -> n := n EOL"}};
	EXPECT_ROWS(AS_SOURCE_PYTHON, rows);
}

Test(lexer, texts_of_python_are_one_token_and_doc_strings_none)
{
	static const struct row rows[] = {
		{"\"\"\"Doc\n  'x' # y\n\"\"\"\ndef f():\n  '''more'''\n  return f'{a}' rb\"\\\"\"",
			"def n ( ) : EOL IN return \"\" EOL OUT"},
		{"a = '''b\\''' '''\nc", "n = \"\" EOL n EOL"}, {"'a'; 'b' 'c'\n", ""},
		{"if 'a': 'b'", "if \"\" : \"\" EOL"}};
	EXPECT_ROWS(AS_SOURCE_PYTHON, rows);
}

Test(lexer, a_text_that_does_not_end_ends_with_its_line)
{
	static const struct row rows[] = {{"a = \"b;\nc;", "n = \"\" n ;"},
		{"#if x\nisn't\n#endif", "# if n n \"\" # n"}, {"\"", "\"\""}, {"\"\\", "\"\""},
		{"'a\\\nb' c", "\"\" n"}};
	EXPECT_ROWS(AS_SOURCE_C, rows);
}

Test(lexer, any_bytes_are_read)
{
	char bytes[3 * 256];
	for (enum as_source_language l = AS_SOURCE_OTHER; l <= AS_SOURCE_PYTHON; l++) {
		struct as_tokens tokens = {0};
		for (int i = 0; i < 256; i++) {
			bytes[3 * i] = (char)i;
			bytes[3 * i + 1] = '\n';
			bytes[3 * i + 2] = (char)(255 - i);
		}
		struct as_lexed lexed = lex(l, bytes, sizeof bytes, MANY, &tokens);
		cr_expect(!lexed.is_cut);
		cr_expect_eq(tokens.count == 0, l == AS_SOURCE_OTHER);
		free(tokens.items);
	}
}

Test(lexer, tokens_have_their_lines)
{
	static const char source[] = "a\n\n/*\n*/ b \"c\\\nd\" e\r\nf\rg";
	static const uint32_t lines[] = {1, 4, 4, 5, 6, 7};
	struct as_tokens tokens = {0};
	struct as_lexed lexed = lex(AS_SOURCE_C, source, strlen(source), MANY, &tokens);
	cr_assert_eq(tokens.count, sizeof lines / sizeof *lines);
	for (size_t i = 0; i < tokens.count; i++)
		cr_expect_eq(tokens.items[i].line, lines[i], "token %zu", i);
	cr_expect_eq(lexed.last_line, 7);
	free(tokens.items);
}

/* A region that ends with a function ends on its last line, not where the next function begins. */
Test(lexer, the_end_of_a_block_is_on_its_last_line)
{
	static const char source[] = "if a:\n  b\n\n\nc";
	static const uint32_t lines[] = {1, 1, 1, 1, 2, 2, 2, 2, 5, 5};
	struct as_tokens tokens = {0};
	lex(AS_SOURCE_PYTHON, source, strlen(source), MANY, &tokens);
	cr_assert_eq(tokens.count, sizeof lines / sizeof *lines);
	for (size_t i = 0; i < tokens.count; i++)
		cr_expect_eq(tokens.items[i].line, lines[i], "token %zu", i);
	free(tokens.items);
}

Test(lexer, an_unterminated_text_is_reported_with_its_line)
{
	static const struct {
		enum as_source_language language;
		const char *source;
		uint32_t line;
	} rows[] = {{AS_SOURCE_C, "a\n\n/* b\nc", 3}, {AS_SOURCE_C, "\"a\nb", 0},
		{AS_SOURCE_CPP, "a\nR\"x(\n)\"", 2}, {AS_SOURCE_JAVA, "\"\"\"\n\"", 1},
		{AS_SOURCE_PYTHON, "a\n'''\\'''\n", 2}, {AS_SOURCE_PYTHON, "'''a'''", 0}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_tokens tokens = {0};
		const char *source = rows[i].source;
		cr_expect_eq(lex(rows[i].language, source, strlen(source), MANY, &tokens).open_line,
			rows[i].line, "%s", source);
		free(tokens.items);
	}
}

Test(lexer, at_most_the_requested_number_of_tokens_is_kept)
{
	static const char source[] = "a\nb\nc\n\n";
	for (size_t max = 0; max < 5; max++) {
		struct as_tokens tokens = {0};
		struct as_lexed lexed = lex(AS_SOURCE_C, source, strlen(source), max, &tokens);
		cr_expect_eq(tokens.count, max < 3 ? max : 3);
		cr_expect_eq(lexed.is_cut, max < 3, "%zu", max);
		free(tokens.items);
	}
}

Test(lexer, endings_name_languages)
{
	cr_expect_eq(as_source_language_of("a/b.c"), AS_SOURCE_C);
	cr_expect_eq(as_source_language_of("x.tar.CPP"), AS_SOURCE_CPP);
	cr_expect_eq(as_source_language_of("Main.java"), AS_SOURCE_JAVA);
	cr_expect_eq(as_source_language_of("a.py3"), AS_SOURCE_PYTHON);
	cr_expect_eq(as_source_language_of("java"), AS_SOURCE_OTHER);
	cr_expect_eq(as_source_language_of("a.go"), AS_SOURCE_OTHER);
	cr_expect_eq(as_source_language_of(""), AS_SOURCE_OTHER);
}

/* The bytes of each token, separated by |. */
static void expect_places(enum as_source_language language, const char *source, const char *places)
{
	struct as_tokens tokens = {0};
	char text[1000] = "";
	lex(language, source, strlen(source), MANY, &tokens);
	for (size_t i = 0; i < tokens.count; i++)
		sprintf(text + strlen(text), "%.*s|", (int)tokens.items[i].size,
			source + tokens.items[i].offset);
	cr_expect_str_eq(text, places, "%s: %s", source, text);
	free(tokens.items);
}

Test(lexer, tokens_have_their_places)
{
	expect_places(AS_SOURCE_CPP,
		"\xef\xbb\xbf#include <a>\nint a1 = std::min(b, 0x1F) /* c */;",
		"int|a1|=|min|(|b|,|0x1F|)|;|");
	expect_places(AS_SOURCE_CPP, "f(u8\"a\" \n \"b\" , 'c') <<= R\"x(\")x\"",
		"f|(|u8\"a\" \n \"b\"|,|'c'|)|<<=|R\"x(\")x\"|");
	expect_places(AS_SOURCE_C, "# define N 1\nN", "#|define|N|1|N|");
	expect_places(AS_SOURCE_JAVA, "import a.b;\nx = \"\"\"\nt\"\"\" + 1.5e-3f;",
		"x|=|\"\"\"\nt\"\"\"|+|1.5e-3f|;|");
	expect_places(AS_SOURCE_PYTHON, "if a:\n    b = r'x' # c\nd", "if|a|:|||b|=|r'x'|||d||");
}
