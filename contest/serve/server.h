/* SPDX-License-Identifier: MIT */
/* Private header: a contest's server and its parts. */
#ifndef CONTEST_SERVE_SERVER_H
#define CONTEST_SERVE_SERVER_H

#include "judged.h"

#include <assay/contest/log.h>
#include <assay/contest/serve.h>
#include <assay/site.h>
#include <pthread.h>

/* What runs submissions once more, beside their judging. */
struct server_runs {
	struct reruns *reruns;
	struct counterexamples *counterexamples;
	struct candidates *candidates;
	struct printer *printer; /* NULL: contest.yaml has no command */
};

/* The data of pages, besides the log. */
struct server_pages {
	/* The languages with their versions (languages.c). */
	pthread_mutex_t inspecting;
	struct as_language_state *states; /* atomic */
	struct as_site_libraries *libraries;
	struct news *news;
};

/* Documents that many readers share. */
struct server_shared {
	struct boards *boards;
	struct scoreboards *scoreboards;
	struct replies *replies;
	struct ghosts *ghosts;
};

/* Refused log-ins that the log has, in the current minute. */
struct server_refused {
	pthread_mutex_t mutex;
	int64_t minute;
	unsigned count;
	uint64_t left_out;
};

struct as_server {
	struct as_server_config config;
	struct as_servers *servers; /* of the same port */
	char *base;
	const struct as_languages *languages;
	const char **language_ids; /* that can be judged; NULL-terminated */
	struct versions *versions;
	struct as_contest_log *log;
	struct as_contest_api *api;
	struct as_worker *worker;
	struct as_keeper *keeper; /* of temporary folders */
	struct as_site *site;     /* log-in */
	struct intake *intake;
	struct as_site_live *live;
	struct server_shared shared;
	struct health *health;
	struct metrics *metrics;
	struct server_runs runs;
	struct server_pages pages;
	struct judged judged;
	struct server_refused refused;
};

/* Writes a line to the operator's log. */
void server_note(const struct as_server *server, const char *format, ...) AS_PRINTF(2, 3);
/* Says how the clock differs from that of the folder. */
void server_note_clock(const struct as_server *server);

#endif
