/* SPDX-License-Identifier: MIT */
/* Describes the limits, verdict and failure of a run in words. */
#include "workshop.h"

#include <signal.h>
#include <string.h>
#include <strings.h>

bool as_run_was_refused(const struct as_error *why)
{
	return why->kind == AS_ERROR_INPUT;
}

void as_sandbox_drop_broken(struct as_sandbox **sandbox, const struct as_error *why)
{
	if (!as_run_was_refused(why))
		as_sandbox_close(as_steal(*sandbox));
}

/* In order of precedence. Cancelling and stalling are caused by the caller, and are not limits. */
static const struct {
	unsigned hit;
	enum as_verdict verdict;
	const char *reason;
} limits[] = {
	{AS_HIT_SYSCALL, AS_VERDICT_SV, "syscall"},
	{AS_HIT_EXEC, AS_VERDICT_SV, "exec"},
	{AS_HIT_PROCESSES, AS_VERDICT_SV, "processes"},
	{AS_HIT_MEMORY, AS_VERDICT_MLE, "memory"},
	{AS_HIT_OUTPUT, AS_VERDICT_OLE, "output"},
	{AS_HIT_BOX, AS_VERDICT_OLE, "files"},
	{AS_HIT_CPU, AS_VERDICT_TLE, "cpu"},
	{AS_HIT_WALL, AS_VERDICT_TLE, "wall-clock"},
	{AS_HIT_IDLE, AS_VERDICT_TLE, "idleness"},
	{0, AS_VERDICT_NONE, ""},
};

static size_t find_limit(unsigned hits)
{
	size_t i = 0;

	while (limits[i].hit && !(hits & limits[i].hit))
		i++;
	return i;
}

unsigned as_hits_first(unsigned hits)
{
	return limits[find_limit(hits)].hit;
}

enum as_verdict as_hits_verdict(unsigned hits)
{
	return limits[find_limit(hits)].verdict;
}

const char *as_hits_reason(unsigned hits)
{
	return limits[find_limit(hits)].reason;
}

bool as_run_has_exited(const struct as_run_result *result)
{
	return !result->hits && !result->signal;
}

bool as_run_was_late(const struct as_run_result *result)
{
	return (result->hits & (AS_HIT_CPU | AS_HIT_WALL)) != 0;
}

bool as_run_was_killed(const struct as_run_result *result)
{
	return result->signal == SIGKILL && !result->hits;
}

int as_run_check_cancel(const struct as_run_result *result, struct as_error *error)
{
	if (!(result->hits & AS_HIT_CANCEL))
		return 0;
	return as_error_set(error, AS_ERROR_INTERNAL, "interrupted");
}

/* ---- the line that names the error ---- */

static bool names_error(const char *line, size_t size)
{
	/* A heading ends in a colon, and may contain the word in a file name. */
	if (size == 0 || line[size - 1] == ':')
		return false;
	for (size_t i = 0; i + strlen("error") <= size; i++)
		if (strncasecmp(line + i, "error", strlen("error")) == 0)
			return true;
	return false;
}

/* Compilers begin a line with the place, or with their own name; the line that describes the error
 * contains the word. */
void as_compiler_quote(const char *output, char *line, size_t size)
{
	const char *best = output + (*output == '#' ? strcspn(output, "\n") : 0);

	best += strspn(best, "\n");
	for (const char *at = output; *at;) {
		size_t length = strcspn(at, "\n");
		if (names_error(at, length)) {
			best = at;
			break;
		}
		at += length + (at[length] == '\n');
	}
	as_text_printable(best, strcspn(best, "\n"), line, size);
}

/* True for a generic last line of a run-time system, such as "Execution halted", after the error
 * itself. */
static bool is_noise(const char *const *noise, const char *line, size_t length)
{
	for (; *noise; noise++)
		if (length >= strlen(*noise) && memcmp(line, *noise, strlen(*noise)) == 0)
			return true;
	return false;
}

/* The last line describes the error in most languages; indented lines are places ("at Main.main").
 * "" if there is none. */
static const char *last_line(
	const struct as_bytes *message, const char *const *noise, size_t *length)
{
	const char *text = message->data;

	for (size_t end = message->size, start; end > 0; end = start > 0 ? start - 1 : 0) {
		start = end;
		while (start > 0 && text[start - 1] != '\n')
			start--;
		*length = end - start;
		while (*length > 0 && text[start + *length - 1] == '\r')
			--*length;
		if (*length > 0 && text[start] != ' ' && text[start] != '\t' &&
			!is_noise(noise, text + start, *length))
			return text + start;
	}
	*length = 0;
	return "";
}

const char *as_run_result_last(
	const struct as_language *language, const struct as_run_result *result, size_t *length)
{
	return last_line(&result->stderr_tail, language->messages.noise, length);
}

const char *as_run_result_line(const struct as_run_result *result, size_t *length)
{
	static const char traceback[] = "Traceback (most recent call last):";
	static const char *const no_noise[] = {NULL};
	const struct as_bytes *head = &result->stderr_head, *tail = &result->stderr_tail;

	*length = head->data ? strcspn(head->data, "\n") : 0;
	if (!head->data || !strstr(head->data, traceback) || !tail->data)
		return head->data ? head->data : "";
	/* Python prints the error after its place. */
	return last_line(tail, no_noise, length);
}

char *as_run_result_complain(const struct as_run_result *result)
{
	char line[200];
	size_t length;
	const char *message = as_run_result_line(result, &length);

	as_text_printable(message, length, line, sizeof(line));
	if (result->hits & AS_HIT_SYSCALL)
		return as_text_format(NULL, "made the forbidden system call %s", result->syscall);
	if (result->hits & AS_HIT_EXEC)
		return as_text_format(NULL, "tried to start another program");
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
