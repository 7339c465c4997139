/* SPDX-License-Identifier: MIT */
/* Checks that all parts of a server work. */
#include "server.h"

#include <assay/store/worker.h>

int as_server_check(struct as_server *server, struct as_error *error)
{
	if (as_contest_log_check(server->log, error))
		return -1;
	return server->worker ? as_worker_check(server->worker, error) : 0;
}
