/* SPDX-License-Identifier: MIT */
/**
 * serve: runs a course: its pages, log-in, hand-ins, the marks, and a worker in this process.
 *
 * Life cycle: as_course_server_open reads the log, opens the port and serves;
 * as_course_server_check regularly; as_course_server_close. Addresses: those of course/pages.h
 * below the base.
 */
#ifndef ASSAY_COURSE_SERVE_H
#define ASSAY_COURSE_SERVE_H

#include <assay/course/folder.h>
#include <assay/engine/job.h>
#include <assay/site.h>
#include <assay/store/worker.h>

/** Pointers are borrowed until as_course_server_close. */
struct as_course_server_config {
	const struct as_course *course; /**< must pass as_course_require */
	struct as_store *store;
	struct as_engine *engine; /**< compiles and judges; its languages can be handed in */
	bool has_worker;          /**< false: workers in other processes judge (`assay worker`) */
	bool is_shared;           /**< the store is on a server: other processes judge, too */
	const char *offer;        /**< of the worker: as_lane_offer; NULL: it claims every job */
	struct as_store_fetch fetch; /**< fetches packages for the worker */
	const char *machine;         /**< as in struct as_class_config; not NULL */
	/** Writes a line to the operator's log; any thread, must not wait. May be NULL. */
	void (*note)(void *context, const char *text);
	void *context;
	struct as_site_port port; /**< without callbacks and folder */
	const char *base;         /**< "", or the path prefix of a proxy: "/algo1" */
};

struct as_course_server;
/** NULL: as as_course_log_open and as_http_open. */
struct as_course_server *as_course_server_open(const struct as_course_server_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
uint16_t as_course_server_port(const struct as_course_server *server) AS_NONNULL(1);
/** 0 while it serves and judges; -1 with the reason why it stopped. */
int as_course_server_check(struct as_course_server *server, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** Finishes current requests, and returns unfinished jobs to the queue. Takes NULL. */
void as_course_server_close(struct as_course_server *server, unsigned grace_ms);

#endif
