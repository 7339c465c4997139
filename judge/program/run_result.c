/* SPDX-License-Identifier: MIT */
/* What a run of a program ran into and said, in words. */
#include "workshop.h"

#include <signal.h>
#include <string.h>

const char *as_hits_reason(unsigned hits)
{
	return hits & AS_HIT_SYSCALL     ? "syscall"
	       : hits & AS_HIT_PROCESSES ? "processes"
	       : hits & AS_HIT_MEMORY    ? "memory"
	       : hits & AS_HIT_OUTPUT    ? "output"
	       : hits & AS_HIT_BOX       ? "files"
	       : hits & AS_HIT_CPU       ? "cpu"
	       : hits & AS_HIT_WALL      ? "wall-clock"
	       : hits & AS_HIT_IDLE      ? "idleness"
					 : "";
}

bool as_run_was_killed(const struct as_run_result *result)
{
	return result->signal == SIGKILL && !result->hits;
}

/* The last line that is neither empty nor indented, "" where there is none. */
static const char *last_line(const struct as_bytes *text, size_t *length)
{
	const char *line = "";

	*length = 0;
	for (const char *at = text->data; at && *at;) {
		size_t size = strcspn(at, "\n");
		if (size > 0 && *at != ' ' && *at != '\t' && *at != '\r') {
			line = at;
			*length = size;
		}
		at += size + (at[size] == '\n');
	}
	return line;
}

const char *as_run_result_line(const struct as_run_result *result, size_t *length)
{
	static const char traceback[] = "Traceback (most recent call last):";
	const struct as_bytes *head = &result->stderr_head, *tail = &result->stderr_tail;

	*length = head->data ? strcspn(head->data, "\n") : 0;
	if (!head->data || !strstr(head->data, traceback) || !tail->data)
		return head->data ? head->data : "";
	/* Python says what happened after where it did. */
	return last_line(tail, length);
}

char *as_run_result_complain(const struct as_run_result *result)
{
	char line[200];
	size_t length;
	const char *said = as_run_result_line(result, &length);

	as_text_printable(said, length, line, sizeof(line));
	if (result->hits & AS_HIT_SYSCALL)
		return as_text_format(NULL, "made the forbidden system call %s", result->syscall);
	if (result->hits)
		return as_text_format(
			NULL, "exceeded its limit of %s", as_hits_reason(result->hits));
	if (result->signal)
		return as_text_format(NULL, "was killed by signal %d", result->signal);
	if (result->exit_code)
		return as_text_format(NULL, "exited with status %d%s%s", result->exit_code,
			*line ? ": " : "", line);
	return NULL;
}
