/* SPDX-License-Identifier: MIT */
/* The engine: one for a process, with the workshop, the cores and the workers with their sandboxes.
 */
#include "queue.h"
#include "run.h"

#include <unistd.h>

static int make_workers(struct as_engine *engine, struct as_error *error)
{
	size_t wanted = engine->config.workers ? engine->config.workers : 1;

	engine->cores = as_cores_open(error);
	if (!engine->cores)
		return -1;
	const size_t count = as_cores_count(engine->cores);
	engine->worker_count = wanted < count ? wanted : count;
	engine->config.workers = (unsigned)engine->worker_count;
	engine->workers = calloc(engine->worker_count, sizeof(*engine->workers));
	if (!engine->workers)
		return as_error_no_memory(error);
	/* Each engine starts at another core, so that engines do not all prefer the same one. */
	for (size_t i = 0; i < engine->worker_count; i++)
		engine->workers[i] = (struct as_worker){.engine = engine,
			.core = as_cores_number(engine->cores, ((size_t)getpid() + i) % count)};
	return 0;
}

static int open_workshop(struct as_engine *engine, struct as_error *error)
{
	const struct as_workshop_config config = {
		.languages = engine->config.languages,
		.cache_dir = engine->config.cache_dir,
		.weak_sandbox = engine->config.weak_sandbox,
		.fresh = engine->config.fresh,
		.cancel = engine->config.cancel,
		.include_dir = engine->config.include_dir,
		.modules = engine->config.modules,
	};

	engine->workshop = as_workshop_open(&config, error);
	return engine->workshop ? 0 : -1;
}

struct as_engine *as_engine_open(const struct as_engine_config *config, struct as_error *error)
{
	struct as_engine *engine = calloc(1, sizeof(*engine));

	if (!engine) {
		as_error_no_memory(error);
		return NULL;
	}
	engine->config = *config;
	engine->run_test = as_test_run;
	engine->queue.run_job = as_job_run;
	pthread_mutex_init(&engine->lock, NULL);
	pthread_cond_init(&engine->changed, NULL);
	pthread_cond_init(&engine->queue.changed, NULL);
	if (make_workers(engine, error) || open_workshop(engine, error)) {
		as_engine_close(engine);
		return NULL;
	}
	return engine;
}

const struct as_engine_config *as_engine_settings(const struct as_engine *engine)
{
	return &engine->config;
}

void as_engine_close(struct as_engine *engine)
{
	if (!engine)
		return;
	as_drivers_end(engine);
	as_workers_end(engine);
	for (size_t i = 0; engine->workers && i < engine->worker_count; i++) {
		as_sandbox_close(engine->workers[i].sandbox);
		as_sandboxes_close(&engine->workers[i].spare);
		for (size_t w = 0; w < AS_MAX_WARM; w++)
			as_sandbox_close(engine->workers[i].warm[w].sandbox);
	}
	as_workshop_close(engine->workshop);
	pthread_cond_destroy(&engine->queue.changed);
	pthread_cond_destroy(&engine->changed);
	pthread_mutex_destroy(&engine->lock);
	free(engine->workers);
	as_cores_close(engine->cores);
	free(engine);
}
