/* SPDX-License-Identifier: MIT */
/* Parses the recording of a package's program. The program is untrusted, so every value is checked
 * and limited. */
#include <assay/shrink.h>

#include <string.h>

struct reader {
	struct as_tape *tape;
	const char *at, *end;
	unsigned line;
	uint32_t *open; /* indices of the parts that have begun */
	size_t open_count;
	struct as_error *error;
};

static int complain(const struct reader *reader, const char *expected)
{
	return as_error_at(reader->error, AS_ERROR_INPUT, "the tape", reader->line, 0,
		"expected %s; only gen.h may write the file GEN_TAPE_OUT", expected);
}

static bool skip_word(struct reader *reader, const char *word)
{
	size_t length = strlen(word);

	if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0)
		return false;
	reader->at += length;
	return true;
}

/* Reads digits, then `end`. */
static bool read_magnitude(struct reader *reader, char end, uint64_t max, uint64_t *value)
{
	const char *at = reader->at;
	uint64_t read = 0;

	for (; at < reader->end && *at >= '0' && *at <= '9'; at++) {
		uint64_t digit = (uint64_t)(*at - '0');
		if (digit > max || read > (max - digit) / 10)
			return false;
		read = read * 10 + digit;
	}
	if (at == reader->at || at == reader->end || *at != end)
		return false;
	*value = read;
	reader->at = at + 1;
	return true;
}

static bool read_number(struct reader *reader, char end, int64_t *value)
{
	bool negative = skip_word(reader, "-");
	uint64_t magnitude;

	if (!read_magnitude(reader, end, (uint64_t)INT64_MAX + negative, &magnitude))
		return false;
	*value = (int64_t)(negative ? 0 - magnitude : magnitude);
	return true;
}

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '-' || c == '_';
}

static bool read_name(struct reader *reader, char name[AS_TAPE_NAME_SIZE])
{
	size_t length = 0;

	while (reader->at < reader->end && is_name_char(*reader->at)) {
		if (length + 1 == AS_TAPE_NAME_SIZE)
			return false;
		name[length++] = *reader->at++;
	}
	name[length] = '\0';
	return length > 0 && skip_word(reader, " ");
}

/* A generator may read an option twice; the last bounds apply. */
static struct as_tape_option *find_option(struct as_tape *tape, const char *name)
{
	for (size_t i = 0; i < tape->option_count; i++)
		if (strcmp(tape->options[i].name, name) == 0)
			return &tape->options[i];
	return NULL;
}

static int read_option(struct reader *reader)
{
	struct as_tape *tape = reader->tape;
	struct as_tape_option option;

	if (!read_name(reader, option.name) || !read_number(reader, ' ', &option.lo) ||
		!read_number(reader, ' ', &option.hi) || !read_number(reader, '\n', &option.value))
		return complain(reader, "an option: its name, bounds and value");
	if (option.value < option.lo || option.value > option.hi)
		return complain(reader, "a value within its bounds");
	struct as_tape_option *found = find_option(tape, option.name);
	if (!found) {
		if (tape->option_count == AS_TAPE_MAX_OPTIONS)
			return complain(reader, "at most 64 options");
		if (!as_array_reserve(tape->options, tape->option_count, reader->error))
			return -1;
		found = &tape->options[tape->option_count++];
	}
	*found = option;
	return 0;
}

static int read_choice(struct reader *reader)
{
	struct as_tape *tape = reader->tape;
	struct as_choice choice;

	if (!read_magnitude(reader, ' ', UINT64_MAX, &choice.last) ||
		!read_magnitude(reader, '\n', choice.last, &choice.value))
		return complain(reader, "two numbers: the greatest choice, the choice");
	if (tape->count == AS_TAPE_MAX_CHOICES)
		return complain(reader, "at most 1048576 choices");
	if (!as_array_reserve(tape->choices, tape->count, reader->error))
		return -1;
	tape->choices[tape->count++] = choice;
	return 0;
}

static int begin_part(struct reader *reader)
{
	struct as_tape *tape = reader->tape;

	if (tape->part_count == AS_TAPE_MAX_PARTS)
		return complain(reader, "at most 1048576 parts");
	if (!as_array_reserve(tape->parts, tape->part_count, reader->error) ||
		!as_array_reserve(reader->open, reader->open_count, reader->error))
		return -1;
	reader->open[reader->open_count++] = (uint32_t)tape->part_count;
	tape->parts[tape->part_count++] =
		(struct as_tape_part){(uint32_t)tape->count, (uint32_t)tape->count};
	return 0;
}

static int end_part(struct reader *reader)
{
	if (!reader->open_count)
		return complain(reader, "a part to begin before it ends");
	reader->tape->parts[reader->open[--reader->open_count]].to = (uint32_t)reader->tape->count;
	return 0;
}

static int read_line(struct reader *reader)
{
	if (skip_word(reader, "(\n"))
		return begin_part(reader);
	if (skip_word(reader, ")\n"))
		return end_part(reader);
	if (skip_word(reader, "option "))
		return read_option(reader);
	if (skip_word(reader, "words\n")) {
		reader->tape->takes_words = true;
		return 0;
	}
	return read_choice(reader);
}

static int read_lines(struct reader *reader)
{
	while (reader->at < reader->end) {
		reader->line++;
		if (read_line(reader) < 0)
			return -1;
	}
	/* The generator may have ended inside of a part. */
	while (reader->open_count)
		if (end_part(reader) < 0)
			return -1;
	return 0;
}

static int read_head(struct reader *reader)
{
	reader->line = 1;
	reader->tape->old = skip_word(reader, "gen-tape 1\n");
	if (reader->tape->old || skip_word(reader, "gen-tape 2\n"))
		return 0;
	return complain(reader, "'gen-tape 1' or 'gen-tape 2'");
}

/* Empty parts offer nothing to shrink and cost time. */
static void drop_empty_parts(struct as_tape *tape)
{
	size_t kept = 0;

	for (size_t i = 0; i < tape->part_count; i++)
		if (tape->parts[i].from < tape->parts[i].to)
			tape->parts[kept++] = tape->parts[i];
	tape->part_count = kept;
}

int as_tape_parse(struct as_tape *tape, const char *text, size_t size, struct as_error *error)
{
	struct as_tape read = {0};
	struct reader reader = {.tape = &read, .at = text, .end = text + size, .error = error};
	int result = read_head(&reader) < 0 ? -1 : read_lines(&reader);

	free(reader.open);
	if (result < 0) {
		as_tape_clear(&read);
		return -1;
	}
	drop_empty_parts(&read);
	*tape = read;
	return 0;
}
