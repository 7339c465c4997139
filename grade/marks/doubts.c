/* SPDX-License-Identifier: MIT */
/* Requests of an output validator for manual review: the lines of its messages to the judges that
 * begin with "person: ". */
#include "scope.h"

#include <string.h>

#define MARK "person: "
/* Of a line. Longer lines are cut: the teacher looks at the submission anyway. */
#define LINE_SIZE 300
#define ENOUGH_BYTES 600

/* Joins the lines with "; ". A line that is already contained is not added again. */
static int add_line(char **text, const char *line, size_t length, struct as_error *error)
{
	char shown[LINE_SIZE];

	as_text_printable(line, length, shown, sizeof(shown));
	if (*text && (strlen(*text) >= ENOUGH_BYTES || strstr(*text, shown)))
		return 0;
	char *joined =
		as_text_format(error, "%s%s%s", *text ? *text : "", *text ? "; " : "", shown);
	if (!joined)
		return -1;
	free(*text);
	*text = joined;
	return 0;
}

static int add_message(char **text, const char *message, struct as_error *error)
{
	const size_t skip = strlen(MARK);

	for (size_t length; message && *message; message += length + (message[length] == '\n')) {
		length = strcspn(message, "\n");
		if (strncmp(message, MARK, skip) == 0 &&
			add_line(text, message + skip, length - skip, error))
			return -1;
	}
	return 0;
}

int doubts_find(const struct as_item *item, const struct as_result *result, char **text,
	struct as_error *error)
{
	*text = NULL;
	for (size_t i = 0; i < result->test_count; i++) {
		const struct as_result_test *test = &result->tests[i];
		if (!test->judge_message || scope_find(item->scope, test->name) == SIZE_MAX)
			continue;
		if (add_message(text, test->judge_message, error)) {
			free(as_steal(*text));
			return -1;
		}
	}
	return 0;
}
