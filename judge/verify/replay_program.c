/* SPDX-License-Identifier: MIT */
/* The program that plays the submission of a sample's .interaction file (replay.c). */
#include "replay.h"

#include <stdio.h>

/* The program waits this long for the end of its input. */
#define END_WAIT_MS 1000

static const char head[] =
	"#define _GNU_SOURCE\n#include <poll.h>\n"
	"#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
	"static const struct { int pass, line, judge; const char *text; } steps[] = {\n";

static const char tail[] =
	"{0, 0, 0, \"\"}};\n"
	"static int differ(const char *a, const char *b)\n"
	"{\n"
	"	for (;;) {\n"
	"		a += strspn(a, \" \\t\\r\\n\");\n"
	"		b += strspn(b, \" \\t\\r\\n\");\n"
	"		size_t x = strcspn(a, \" \\t\\r\\n\"), y = strcspn(b, \" \\t\\r\\n\");\n"
	"		if (x != y || memcmp(a, b, x) != 0)\n"
	"			return 1;\n"
	"		if (x == 0)\n"
	"			return 0;\n"
	"		a += x;\n"
	"		b += y;\n"
	"	}\n"
	"}\n"
	"static int is_last(int i)\n"
	"{\n"
	"	const int pass = steps[i++].pass;\n"
	"	while (steps[i].pass && steps[i].pass != pass)\n"
	"		i++;\n"
	"	return !steps[i].pass;\n"
	"}\n"
	"static int input_ends(void)\n"
	"{\n"
	"	struct pollfd input = {0, POLLIN, 0};\n"
	"	while (poll(&input, 1, END_WAIT_MS) > 0) {\n"
	"		const int c = getchar();\n"
	"		if (c == EOF)\n"
	"			return 1;\n"
	"		if (!strchr(\" \\t\\r\\n\", c)) {\n"
	"			ungetc(c, stdin);\n"
	"			return 0;\n"
	"		}\n"
	"	}\n"
	"	return 0;\n"
	"}\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"	int pass = argc > 1 ? atoi(argv[1]) : 1, known = 0;\n"
	"	char *line = NULL;\n"
	"	size_t size = 0;\n"
	"	setvbuf(stdin, NULL, _IONBF, 0); /* poll sees all of it */\n"
	"	for (int i = 0; steps[i].pass; i++) {\n"
	"		if (steps[i].pass != pass)\n"
	"			continue;\n"
	"		known = 1;\n"
	"		if (!steps[i].judge && INTERACTIVE && is_last(i) && input_ends())\n"
	"			return ENDS_BEFORE;\n"
	"		if (!steps[i].judge) {\n"
	"			puts(steps[i].text);\n"
	"			fflush(stdout);\n"
	"		} else if (getline(&line, &size, stdin) < 0 || differ(line, "
	"steps[i].text))\n"
	"			return steps[i].line < LAST_STATUS ? steps[i].line : LAST_STATUS;\n"
	"	}\n"
	"	if (!known)\n"
	"		return NO_SUCH_PASS;\n"
	"	fclose(stdout);\n"
	"	while (getline(&line, &size, stdin) >= 0)\n"
	"		if (differ(line, \"\"))\n"
	"			return SAYS_MORE;\n"
	"	return 0;\n"
	"}\n";

static void write_text(FILE *out, const struct replay_step *step)
{
	fputc('"', out);
	for (size_t i = 0; i < step->size; i++) {
		const unsigned char c = (unsigned char)step->text[i];
		fprintf(out,
			c >= ' ' && c < 127 && c != '"' && c != '\\' && c != '?' ? "%c" : "\\%03o",
			c);
	}
	fputc('"', out);
}

int replay_program_write(const struct replay_step *steps, size_t count, bool interactive,
	struct as_bytes *source, struct as_error *error)
{
	FILE *out = open_memstream(&source->data, &source->size);

	if (!out)
		return as_error_no_memory(error);
	fprintf(out,
		"#define LAST_STATUS %d\n#define SAYS_MORE %d\n#define NO_SUCH_PASS %d\n"
		"#define ENDS_BEFORE %d\n#define END_WAIT_MS %d\n#define INTERACTIVE %d\n%s",
		LAST_STATUS, SAYS_MORE, NO_SUCH_PASS, ENDS_BEFORE, END_WAIT_MS, interactive, head);
	for (size_t i = 0; i < count; i++) {
		const struct replay_step *step = &steps[i];
		fprintf(out, "{%u, %u, %d, ", step->pass, step->line, step->judge);
		write_text(out, step);
		fputs("},\n", out);
	}
	fputs(tail, out);
	return fclose(out) ? as_error_no_memory(error) : 0;
}
