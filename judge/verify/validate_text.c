/* SPDX-License-Identifier: MIT */
/*
 * Tests as text ("General requirements"): no byte order mark, Unix line endings, a final newline.
 * These invisible faults can make programs fail. A file with a NUL is not text.
 */
#include "validate.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_BYTES 65536

enum fault { WINDOWS_LINES, BYTE_ORDER_MARK, UTF16, UTF32, OPEN_LINE, NO_ANSWER, FAULTS };

static const char *const fault_texts[FAULTS] = {
	[WINDOWS_LINES] = "has Windows line endings (CR LF)",
	[BYTE_ORDER_MARK] = "begins with a byte-order mark",
	[UTF16] = "is text in UTF-16, not in UTF-8",
	[UTF32] = "is text in UTF-32, not in UTF-8",
	[OPEN_LINE] = "has no newline at end of file",
	[NO_ANSWER] = "is an empty answer, so a program that prints nothing passes",
};

struct seen {
	bool faults[FAULTS];
	bool binary;
	bool has_word;
	char last; /* the previous byte */
	uint64_t bytes;
};

static void look(struct seen *seen, const char *block, size_t size)
{
	seen->binary |= memchr(block, '\0', size) != NULL;
	const char *encoding = seen->bytes == 0 ? as_text_encoding(block, size) : NULL;
	if (encoding)
		seen->faults[strstr(encoding, "UTF-16")   ? UTF16
			     : strstr(encoding, "UTF-32") ? UTF32
							  : BYTE_ORDER_MARK] = true;
	seen->faults[WINDOWS_LINES] |=
		(seen->last == '\r' && *block == '\n') || memmem(block, size, "\r\n", 2) != NULL;
	for (size_t i = 0; i < size && !seen->has_word; i++)
		seen->has_word = !strchr(" \t\n\v\f\r", block[i]);
	seen->last = block[size - 1];
	seen->bytes += size;
}

static int look_at_file(
	struct as_data_check *check, const char *path, struct seen *seen, struct as_error *error)
{
	char block[BLOCK_BYTES];
	AS_AUTO_FD int fd = as_file_open(check->verify->package->tree.fd, path, error);

	*seen = (struct seen){.last = '\n'};
	while (fd >= 0 && !seen->binary && as_cancel_check(check->cancel, error) == 0) {
		ssize_t size = read(fd, block, sizeof(block));
		if (size < 0 && errno == EINTR)
			continue;
		if (size < 0)
			return as_error_sys(
				error, AS_ERROR_INTERNAL, errno, "%s cannot be read", path);
		if (size == 0) {
			seen->faults[OPEN_LINE] = seen->last != '\n';
			return 0;
		}
		look(seen, block, (size_t)size);
	}
	return fd >= 0 && seen->binary ? 0 : -1;
}

/* For each fault the first file, and the number of files. */
struct faults {
	const char *first[FAULTS];
	size_t counts[FAULTS];
};

static int add_file(struct as_data_check *check, const char *path, bool is_answer,
	struct faults *faults, struct as_error *error)
{
	struct seen seen;

	if (look_at_file(check, path, &seen, error))
		return -1;
	seen.faults[NO_ANSWER] = is_answer && !seen.has_word && !seen.binary;
	for (int f = 0; f < FAULTS; f++)
		if (seen.faults[f] && (!seen.binary || f == UTF16 || f == UTF32) &&
			faults->counts[f]++ == 0)
			faults->first[f] = path;
	return 0;
}

int as_texts_check(struct as_data_check *check, struct as_error *error)
{
	const struct as_package *package = check->verify->package;
	struct faults faults = {0};
	/* An output validator may need no answer. */
	const bool by_default = !package->output_validators || !package->output_validators[0];

	for (size_t t = 0; t < package->test_count; t++)
		if (add_file(check, package->tests[t].input_path, false, &faults, error) ||
			add_file(check, package->tests[t].answer_path, by_default, &faults, error))
			return -1;
	for (int f = 0; f < FAULTS; f++)
		if (faults.counts[f] &&
			as_findings_add(&check->findings, AS_FINDING_WARNING, faults.first[f],
				error,
				f == NO_ANSWER ? "it %s (%zu file%s affected)"
					       : "it %s, which the format does not allow (%zu "
						 "file%s affected)",
				fault_texts[f], faults.counts[f], faults.counts[f] == 1 ? "" : "s"))
			return -1;
	return 0;
}
