/* SPDX-License-Identifier: MIT */
/*
 * The cost of comparing 300 submissions of 2,000 lines, beside a loop that only counts the words of
 * the same bytes in the same run. A tenth of them has half of its functions from another one; in
 * "alike" there are four groups, each with one program.
 */
#include <assay/grade/similar.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define SUBMISSIONS 300
#define FUNCTIONS 100
#define LINES 20 /* of a function */
#define LINE_BYTES 64
#define BYTES (FUNCTIONS * LINES * LINE_BYTES)

static void fail(const char *what)
{
	fprintf(stderr, "bench_similar: %s\n", what);
	exit(1);
}

static uint32_t state;

static uint32_t below(uint32_t end)
{
	state = state * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)(state >> 8) * end >> 24);
}

/* # in the text stands for any number. */
static char *write_text(char *at, const char *text)
{
	for (; *text; text++)
		if (*text == '#')
			at += sprintf(at, "%u", below(10));
		else
			*at++ = *text;
	return at;
}

static char *write_line(char *at)
{
	static const char *const statements[] = {
		"\ta# = ", "\tint b# = ", "\treturn ", "\tc->d[#] += "};
	static const char *const terms[] = {
		"a#", "#", "f#(b)", "c[#]", "*p", "x->y", "(z, #)", "\"#\"", "g.h", "-a#"};
	static const char *const signs[] = {" + ", " * ", " && ", " < ", " / ", " == "};
	at = write_text(at, statements[below(4)]);
	for (uint32_t i = below(4); i > 0; i--) {
		at = write_text(at, terms[below(10)]);
		at = write_text(at, signs[below(6)]);
	}
	return write_text(write_text(at, terms[below(10)]), ";\n");
}

static void write_function(char *at, uint32_t seed)
{
	/* Otherwise functions with neighbouring numbers would be similar. */
	state = seed * 2654435769u;
	state = (state ^ state >> 15) * 2246822519u;
	at += sprintf(at, "static int f%u(int *a, struct x *p)\n{\n", seed);
	for (int i = 0; i < LINES - 3; i++)
		at = write_line(at);
	strcpy(at, "}\n");
}

static void write_source(char *text, uint32_t number, bool alike)
{
	*text = '\0';
	for (uint32_t i = 0; i < FUNCTIONS; i++) {
		bool is_shared = number % 10 == 9 && i % 2;
		uint32_t owner = alike ? number % 4 : number - is_shared;
		write_function(text + strlen(text), owner * FUNCTIONS + i + 1);
	}
}

/* CPU time, on which other processes have little influence. */
static double now_s(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static size_t count_words(const char *text, size_t size)
{
	size_t count = 0;
	bool is_word = false;
	for (size_t i = 0; i < size; i++) {
		bool was_word = is_word;
		is_word = (unsigned char)text[i] > ' ';
		count += is_word && !was_word;
	}
	return count;
}

static void run(const char *name, bool alike)
{
	AS_AUTO_FREE char *texts = malloc((size_t)SUBMISSIONS * BYTES);
	AS_AUTO_SIMILAR struct as_similar *similar = as_similar_new(NULL, NULL);
	AS_AUTO_SIMILAR_REPORT struct as_similar_report report = {0};
	size_t words = 0, bytes = 0, tokens = 0;
	if (!texts || !similar)
		fail("no memory");
	for (uint32_t i = 0; i < SUBMISSIONS; i++)
		write_source(texts + (size_t)i * BYTES, i, alike);
	double start_s = now_s();
	for (size_t i = 0; i < SUBMISSIONS; i++) {
		size_t size = strlen(texts + i * BYTES);
		bytes += size;
		words += count_words(texts + i * BYTES, size);
	}
	double words_s = now_s() - start_s;
	start_s = now_s();
	for (size_t i = 0; i < SUBMISSIONS; i++) {
		char id[16];
		const char *text = texts + i * BYTES;
		const struct as_similar_file file = {"a.c", AS_SOURCE_C, text, strlen(text)};
		snprintf(id, sizeof id, "%zu", i);
		if (as_similar_add(similar, &(struct as_similar_submission){id, &file, 1}, NULL))
			fail("a submission cannot be read");
	}
	double add_s = now_s() - start_s;
	start_s = now_s();
	if (as_similar_compare(similar, NULL, &report, NULL))
		fail("the submissions cannot be compared");
	double compare_s = now_s() - start_s;
	for (size_t i = 0; i < SUBMISSIONS; i++)
		tokens += report.submissions[i].token_count;
	printf("%-9s %6.1f %9.1f %8zu %7.3f %7.3f %7.3f %6.0f x\n", name, (double)bytes / 1e6,
		(double)tokens / 1e6, report.pair_count + report.left_out_count, words_s, add_s,
		compare_s, (add_s + compare_s) / words_s);
	if (words == 0)
		fail("no words");
}

int main(void)
{
	struct rusage usage;
	printf("300 sources  MB   Mtokens    pairs words s  read s comp. s  ratio\n");
	run("different", false);
	run("alike", true);
	getrusage(RUSAGE_SELF, &usage);
	printf("greatest memory: %ld MB, %d of them sources\n", usage.ru_maxrss / 1024,
		SUBMISSIONS * BYTES / 1000000);
	return 0;
}
