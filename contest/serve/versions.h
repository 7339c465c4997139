/* SPDX-License-Identifier: MIT */
/* Private header of versions.c and versions_look.c. */
#ifndef CONTEST_SERVE_VERSIONS_H
#define CONTEST_SERVE_VERSIONS_H

#include "private.h"

#include <pthread.h>
#include <sys/stat.h>

struct version {
	struct server_problem seen;
	struct as_package *owned; /* NULL: the package is the contest's */
	bool borrows_statement;   /* of another version */
	struct version *older;
};

/* The state of the folder at the last look; protected by `look`. */
struct folder_state {
	const struct as_package *package; /* NULL: it could not be opened */
	struct as_package *owned;         /* the same, unless it belongs to a version */
	struct stat info;                 /* of the folder or archive */
	char why[600];
};

struct version_place {
	const struct server_problem *now; /* atomic */
	struct version *newest;           /* all versions, protected by `mutex` */
	char wanted[AS_DIGEST_HEX_SIZE];  /* another server took it into use; "": none */
	char missed[AS_DIGEST_HEX_SIZE];  /* the one last noted as not fetched; of the thread */
	bool is_due; /* submissions that wait must be given to the version in use */
	struct folder_state folder;
};

struct versions {
	struct as_server *server;
	struct version_place *places; /* by problem */
	struct as_package **first;    /* the contest's own packages */
	pthread_mutex_t taking;       /* one version at a time is taken */
	pthread_mutex_t look;
	int64_t looked_ns;
	pthread_mutex_t mutex;   /* taken after the log's lock */
	pthread_cond_t fetching; /* something is wanted, or the server ends */
	atomic_bool stop, is_started;
	pthread_t thread;
	bool has_thread;
};

static inline const struct server_problem *version_now(
	const struct versions *versions, size_t problem)
{
	return __atomic_load_n(&versions->places[problem].now, __ATOMIC_ACQUIRE);
}

/* ---- versions_look.c ---- */

/* Notes that the folder has this package, which belongs to a version. `info` is from before it was
 * opened. */
void versions_saw(struct versions *versions, size_t problem, const struct as_package *package,
	const struct stat *info);
void folder_state_clear(struct folder_state *folder);

#endif
