/* SPDX-License-Identifier: MIT */
#include "server.h"

void server_note(const struct as_server *server, const char *format, ...)
{
	AS_AUTO_FREE char *text = NULL;
	va_list arguments;

	if (!server->config.note)
		return;
	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	if (text)
		server->config.note(server->config.context, text);
}

void server_note_clock(const struct as_server *server)
{
	as_contest_log_lock(server->log);
	AS_AUTO_FREE char *difference = as_contest_log_clock_difference(server->log);
	as_contest_log_unlock(server->log);
	if (difference)
		server_note(server, "%s", difference);
}
