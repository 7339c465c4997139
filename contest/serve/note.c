/* SPDX-License-Identifier: MIT */
#include "server.h"

void server_note(const struct as_server *server, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	as_note(server->config.note, server->config.context, format, arguments);
	va_end(arguments);
}

void server_note_clock(const struct as_server *server)
{
	as_contest_log_lock(server->log);
	AS_AUTO_FREE char *difference = as_contest_log_clock_difference(server->log);
	as_contest_log_unlock(server->log);
	if (difference)
		server_note(server, "%s", difference);
}
