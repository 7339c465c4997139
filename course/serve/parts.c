/* SPDX-License-Identifier: MIT */
/* What the parts of the server need of it. */
#include "server.h"

void course_server_note(const struct as_course_server *server, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	as_note(server->config.note, server->config.context, format, arguments);
	va_end(arguments);
}

struct as_class_queueing course_queueing(
	const struct as_course_server *server, const struct as_course_assignment *of)
{
	return (struct as_class_queueing){.store = server->config.store,
		.engine = server->config.engine,
		.scheme = &of->scheme,
		.packages = (const struct as_package *const *)of->packages};
}

const struct course_parts *course_parts_of(const struct as_course_server *server, size_t assignment)
{
	const struct as_course_assignment *of = as_course_log_task(server->log, assignment).of;

	return of ? &server->parts[of - server->config.course->assignments] : NULL;
}
