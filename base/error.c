/* SPDX-License-Identifier: MIT */
#define AS_ERROR_IMPLEMENTATION
#include "error.h"

#include <errno.h>
#include <string.h>

/* Longer than any stored text, so that a text that is cut here is cut again, visibly. */
#define DRAFT_SIZE 4096

static const char *errno_text(int sys_errno, char *buffer, size_t size)
{
	/* Not strerror: it is not thread-safe, and its texts depend on the locale. */
	const char *text = strerrordesc_np(sys_errno);
	if (text)
		return text;
	snprintf(buffer, size, "error %d", sys_errno);
	return buffer;
}

static void write_text(struct as_error *error, const char *draft, const char *reason)
{
	char tail[256] = "";
	if (reason) {
		char printable[sizeof tail - 2];
		as_text_printable(reason, strlen(reason), printable, sizeof printable);
		snprintf(tail, sizeof tail, ": %s", printable);
	}
	/* The reason matters most, so a long text is cut before it. */
	size_t tail_length = strlen(tail);
	as_text_printable(draft, strlen(draft), error->text, sizeof error->text - tail_length);
	memcpy(error->text + strlen(error->text), tail, tail_length + 1);
}

int as_error_record(struct as_error *error, const struct as_error_place *place, const char *reason,
	const char *format, va_list arguments)
{
	if (!error || error->kind != AS_ERROR_NONE)
		return -1;
	char draft[DRAFT_SIZE];
	if (vsnprintf(draft, sizeof draft, format, arguments) < 0)
		snprintf(draft, sizeof draft, "%s", format);
	error->kind = place->kind != AS_ERROR_NONE ? place->kind : AS_ERROR_INTERNAL;
	error->sys_errno = place->sys_errno;
	error->line = place->line;
	error->column = place->column;
	error->lacks_remedy = place->lacks_remedy;
	const char *where = place->where ? place->where : "";
	as_text_printable(where, strlen(where), error->where, sizeof error->where);
	write_text(error, draft, reason);
	return -1;
}

int as_error_set(struct as_error *error, enum as_error_kind kind, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	as_error_record(error, &(struct as_error_place){.kind = kind}, NULL, format, arguments);
	va_end(arguments);
	return -1;
}

int as_error_at(struct as_error *error, enum as_error_kind kind, const char *where, unsigned line,
	unsigned column, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	as_error_record(error,
		&(struct as_error_place){
			.kind = kind, .where = where, .line = line, .column = column},
		NULL, format, arguments);
	va_end(arguments);
	return -1;
}

static enum as_error_kind kind_of(int sys_errno)
{
	switch (sys_errno) {
	case ENOMEM:
	case EMFILE:
	case ENFILE:
	case EIO:
	case ENOSPC:
	case EDQUOT:
	case EBADF:
		return AS_ERROR_INTERNAL;
	case ENOSYS:
		return AS_ERROR_MACHINE;
	default:
		return AS_ERROR_INPUT;
	}
}

/* Another option or name would not help if the disk is full. */
static enum as_error_kind kind_by(enum as_error_kind kind, int sys_errno)
{
	return kind == AS_ERROR_USAGE && kind_of(sys_errno) == AS_ERROR_INTERNAL ? AS_ERROR_INTERNAL
										 : kind;
}

int as_error_sys(
	struct as_error *error, enum as_error_kind kind, int sys_errno, const char *format, ...)
{
	char number[32];
	va_list arguments;
	va_start(arguments, format);
	as_error_record(error,
		&(struct as_error_place){.kind = kind_by(kind, sys_errno),
			.sys_errno = sys_errno,
			.lacks_remedy = true},
		errno_text(sys_errno, number, sizeof number), format, arguments);
	va_end(arguments);
	return -1;
}

int as_error_at_sys(struct as_error *error, enum as_error_kind kind, int sys_errno,
	const char *where, const char *format, ...)
{
	char number[32];
	va_list arguments;
	va_start(arguments, format);
	as_error_record(error,
		&(struct as_error_place){.kind = kind_by(kind, sys_errno),
			.sys_errno = sys_errno,
			.where = where,
			.lacks_remedy = true},
		errno_text(sys_errno, number, sizeof number), format, arguments);
	va_end(arguments);
	return -1;
}

int as_error_at_cause(struct as_error *error, enum as_error_kind kind, int sys_errno,
	const char *where, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	as_error_record(error,
		&(struct as_error_place){.kind = kind, .sys_errno = sys_errno, .where = where},
		NULL, format, arguments);
	va_end(arguments);
	return -1;
}

int as_error_pass(struct as_error *error, const struct as_error *why, const char *where,
	const char *format, ...)
{
	const struct as_error_place place = {.kind = why->kind,
		.sys_errno = why->sys_errno,
		.where = where,
		.line = why->line,
		.column = why->column,
		.lacks_remedy = why->lacks_remedy};
	va_list arguments;
	va_start(arguments, format);
	as_error_record(error, &place, NULL, format, arguments);
	va_end(arguments);
	return -1;
}

int as_cancel_check(const atomic_bool *cancel, struct as_error *error)
{
	if (!as_is_cancelled(cancel))
		return 0;
	return as_error_set(error, AS_ERROR_INTERNAL, "interrupted");
}

static void record_path(struct as_error *error, int sys_errno, const char *path, const char *reason,
	const char *format, ...) AS_PRINTF(5, 6);

static void record_path(struct as_error *error, int sys_errno, const char *path, const char *reason,
	const char *format, ...)
{
	const struct as_error_place place = {.kind = kind_of(sys_errno),
		.sys_errno = sys_errno,
		.where = path,
		.lacks_remedy = true};
	va_list arguments;
	va_start(arguments, format);
	as_error_record(error, &place, reason, format, arguments);
	va_end(arguments);
}

int as_error_path_reason(struct as_error *error, int sys_errno, const char *path, const char *what,
	const char *reason)
{
	record_path(error, sys_errno, path, reason, "%s", what);
	return -1;
}

int as_error_path(struct as_error *error, int sys_errno, const char *path, const char *what)
{
	char number[32];
	return as_error_path_reason(
		error, sys_errno, path, what, errno_text(sys_errno, number, sizeof number));
}

int as_error_context(struct as_error *error, const char *format, ...)
{
	if (!error || error->kind == AS_ERROR_NONE)
		return -1;
	char draft[DRAFT_SIZE];
	va_list arguments;
	va_start(arguments, format);
	if (vsnprintf(draft, sizeof draft, format, arguments) < 0)
		draft[0] = '\0';
	va_end(arguments);
	/* A context must not displace the cause: it gets at most half of the space. */
	char joined[sizeof error->text * 2];
	as_text_printable(draft, strlen(draft), joined, sizeof error->text / 2);
	size_t length = strlen(joined);
	snprintf(joined + length, sizeof joined - length, ": %s", error->text);
	as_text_printable(joined, strlen(joined), error->text, sizeof error->text);
	return -1;
}

int as_error_move(struct as_error *error, const struct as_error *from, const char *where)
{
	if (!error || error->kind != AS_ERROR_NONE)
		return -1;
	*error = *from;
	as_text_printable(where, strlen(where), error->where, sizeof error->where);
	return -1;
}

int as_error_no_memory(struct as_error *error)
{
	record_path(error, ENOMEM, NULL, NULL, "out of memory");
	return -1;
}

void as_error_clear(struct as_error *error)
{
	if (error)
		*error = (struct as_error){0};
}

char *as_error_format(const struct as_error *error, char *buffer, size_t size)
{
	char place[sizeof error->where + 32];
	int length = snprintf(place, sizeof place, "%s", error->where);
	if (error->line)
		length += snprintf(place + length, sizeof place - (size_t)length, "%s%u",
			length ? ":" : "", error->line);
	if (error->line && error->column)
		length += snprintf(
			place + length, sizeof place - (size_t)length, ":%u", error->column);
	char whole[sizeof place + sizeof error->text + 2];
	snprintf(whole, sizeof whole, "%s%s%s", place, length ? ": " : "", error->text);
	return as_text_printable(whole, strlen(whole), buffer, size);
}
