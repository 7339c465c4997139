/* SPDX-License-Identifier: MIT */
/*
 * Names encodings that change a verdict. A byte-order mark is invisible, and text in UTF-16 looks
 * the same in an editor as text in UTF-8, so the feedback alone would not explain the failure.
 */
#include "data.h"

#include <assay/package.h>
#include <string.h>

#define HEAD_BYTES 256

/* NULL: nothing unusual, or it cannot be read. */
static const char *encoding_of(int fd)
{
	char head[HEAD_BYTES];
	const ssize_t size = fd < 0 ? -1 : pread(fd, head, sizeof(head), 0);

	return size > 0 ? as_text_encoding(head, (size_t)size) : NULL;
}

static void add_note(struct as_test_result *result, const char *file, const char *encoding)
{
	const size_t used = strlen(result->feedback);

	if (encoding)
		snprintf(result->feedback + used, sizeof(result->feedback) - used, "%s%s %s",
			used ? "; " : "", file, encoding);
}

void as_test_note_encodings(const struct as_judging *judging, const struct as_test *test, int input,
	int output, struct as_test_result *result)
{
	if (result->verdict == AS_VERDICT_AC || result->verdict == AS_VERDICT_JE)
		return;
	AS_AUTO_FD int answer_fd =
		test->answer_path || judging->data ? as_data_open_answer(judging, test, NULL) : -1;
	const char *answer = encoding_of(answer_fd), *said = encoding_of(output);
	add_note(result, "the test's input", encoding_of(input));
	/* If answer and output have the same encoding, it is not the cause. */
	if (result->verdict == AS_VERDICT_WA && answer != said) {
		add_note(result, "the test's answer", answer);
		add_note(result, "the output", said);
	}
}
