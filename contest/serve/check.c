/* SPDX-License-Identifier: MIT */
/* Checks that all parts of a server work. */
#include "check.h"
#include "health.h"
#include "server.h"

#include <assay/store/worker.h>

int as_server_check(struct as_server *server, struct as_error *error)
{
	if (as_contest_log_check(server->log, error))
		return -1;
	return server->worker ? as_worker_check(server->worker, error) : 0;
}

void as_server_abandon(struct as_server *server)
{
	as_contest_log_finish(server->log, 0);
	as_store_leave(server->config.store);
}

/* The reason may name hosts and users of the store: it is in the log, and on /jury. */
const char *server_trouble(struct as_server *server)
{
	struct as_error error = {0};

	return as_server_check(server, &error) || as_contest_log_is_away(server->log)
		       ? "the store does not answer; see the server's log"
		       : NULL;
}

const char *server_write_trouble(struct as_server *server)
{
	return health_state(server->health).is_failing ? "the store cannot be written"
						       : server_trouble(server);
}
