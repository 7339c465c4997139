/* SPDX-License-Identifier: MIT */
/* Measures the default output check beside a plain token loop with fscanf over the same files in
 * the same run. Prints one line for each case; compare the ratios between machines. */
#include <assay/check.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>

#define TOKENS 2000000
#define TOKEN_BYTES 128
#define ROUNDS 5

struct bench {
	const char *name;
	const char *line; /* of the output; the lines of the answer are "%09u.%u\n" with the same
			     numbers */
	const char *flags[2];
	size_t flag_count;
	unsigned last_digit; /* of the output; the answer's is 5 */
};

static void fail(const char *what)
{
	fprintf(stderr, "bench_check: %s\n", what);
	exit(1);
}

/* 2,000,000 tokens of 11 bytes: 24 MB with their line feeds. */
static int make_file(const char *line, unsigned last_digit)
{
	int fd = memfd_create("bench", MFD_CLOEXEC);
	AS_AUTO_FREE char *data = malloc((size_t)TOKENS * 16);
	size_t size = 0;
	if (fd < 0 || !data)
		fail("no memory");
	uint32_t value = 1;
	for (int i = 0; i < TOKENS; i++) {
		value = value * 1664525 + 1013904223;
		size += (size_t)sprintf(data + size, "%09u.%u", value % 1000000000, last_digit);
		size += (size_t)sprintf(data + size, "%s", line);
	}
	if (as_fd_write(fd, data, size, NULL) < 0)
		fail("the file cannot be written");
	return fd;
}

static double seconds(int64_t start_ns)
{
	return (double)(as_now_ns() - start_ns) / 1e9;
}

static double run_check(int output_fd, int answer_fd, const struct as_check_flags *flags)
{
	bool accepted;
	char feedback[AS_CHECK_FEEDBACK_SIZE];
	lseek(output_fd, 0, SEEK_SET);
	lseek(answer_fd, 0, SEEK_SET);
	int64_t start_ns = as_now_ns();
	if (as_check_default(output_fd, answer_fd, flags, &accepted, feedback, NULL) < 0)
		fail("the check failed");
	double time = seconds(start_ns);
	if (!accepted)
		fail(feedback);
	return time;
}

static FILE *open_copy(int fd)
{
	char path[32];
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	FILE *file = fopen(path, "re");
	if (!file)
		fail("the file cannot be opened again");
	return file;
}

/* The core of most judges' validators. */
static double run_plain(int output_fd, int answer_fd, bool numbers)
{
	char output[TOKEN_BYTES], answer[TOKEN_BYTES];
	AS_AUTO_FILE FILE *output_file = open_copy(output_fd);
	AS_AUTO_FILE FILE *answer_file = open_copy(answer_fd);
	int64_t start_ns = as_now_ns();
	unsigned same = 0;
	while (fscanf(answer_file, "%127s", answer) == 1 &&
		fscanf(output_file, "%127s", output) == 1)
		same += strcmp(output, answer) == 0 ||
			(numbers && fabsl(strtold(output, NULL) - strtold(answer, NULL)) <= 0.5L);
	double time = seconds(start_ns);
	if (same != TOKENS)
		fail("the plain loop disagrees");
	return time;
}

static void run(const struct bench *bench)
{
	AS_AUTO_FD int answer_fd = make_file("\n", 5);
	AS_AUTO_FD int output_fd = make_file(bench->line, bench->last_digit);
	struct as_check_flags flags;
	if (as_check_flags_parse(bench->flags, bench->flag_count, &flags, NULL) < 0)
		fail("bad flags");
	double best = 1e9, plain = 1e9;
	for (int i = 0; i < ROUNDS; i++) {
		double time = run_check(output_fd, answer_fd, &flags);
		best = time < best ? time : best;
		time = run_plain(output_fd, answer_fd, bench->flag_count > 1);
		plain = time < plain ? time : plain;
	}
	double bytes = (double)lseek(output_fd, 0, SEEK_END);
	printf("%-34s %7.4f s %6.2f GB/s   fscanf loop %7.4f s   %5.1f x\n", bench->name, best,
		bytes / best / 1e9, plain, plain / best);
}

int main(void)
{
	static const struct bench benches[] = {
		{"equal", "\n", {NULL}, 0, 5},
		{"equal, CRLF against LF", "\r\n", {NULL}, 0, 5},
		{"equal, with a tolerance", "\n", {"float_tolerance", "1e-6"}, 2, 5},
		{"last digit differs, with a tolerance", "\n", {"float_absolute_tolerance", "0.5"},
			2, 7},
		{"equal, white space sensitive", "\n", {"space_change_sensitive"}, 1, 5},
	};
	printf("%d tokens, best of %d\n", TOKENS, ROUNDS);
	for (size_t i = 0; i < sizeof benches / sizeof *benches; i++)
		run(&benches[i]);
	return 0;
}
