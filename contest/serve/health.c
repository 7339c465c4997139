/* SPDX-License-Identifier: MIT */
/*
 * Health of the store. The first failed write is shown to all (metrics, /readyz, a banner for the
 * jury and teams). Then a thread tries a small write every second, because there may be no other,
 * until one succeeds.
 */
#include "health.h"
#include "server.h"

#include <pthread.h>
#include <string.h>

#define PROBE_NS INT64_C(1000000000)
#define PROBE_SETTING "probe"

struct health {
	struct as_server *server;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool is_failing, is_stopping;
	char why[400];
	uint64_t failure_count;
	pthread_t thread;
	bool has_thread;
};

void health_wrote(struct health *health, const struct as_error *why)
{
	pthread_mutex_lock(&health->mutex);
	const bool was_failing = health->is_failing;
	health->is_failing = why != NULL;
	health->failure_count += why != NULL;
	if (why)
		snprintf(health->why, sizeof(health->why), "%.*s", (int)sizeof(health->why) - 1,
			why->text);
	if (health->is_failing != was_failing)
		pthread_cond_signal(&health->changed);
	pthread_mutex_unlock(&health->mutex);
	if (why && !was_failing)
		server_note(health->server,
			"the store cannot be written: %s; submissions are refused", why->text);
	else if (!why && was_failing)
		server_note(health->server, "the store can be written again");
}

struct health_state health_state(struct health *health)
{
	struct health_state state;

	pthread_mutex_lock(&health->mutex);
	state.is_failing = health->is_failing;
	state.failure_count = health->failure_count;
	memcpy(state.why, health->why, sizeof(state.why));
	pthread_mutex_unlock(&health->mutex);
	return state;
}

/* Call it with the mutex held. False: stopping. */
static bool wait_for_probe(struct health *health)
{
	while (!health->is_failing && !health->is_stopping)
		pthread_cond_wait(&health->changed, &health->mutex);
	const int64_t until_ns = as_now_ns() + PROBE_NS;
	const struct timespec until = {until_ns / 1000000000, until_ns % 1000000000};
	while (health->is_failing && !health->is_stopping &&
		pthread_cond_clockwait(&health->changed, &health->mutex, CLOCK_MONOTONIC, &until) ==
			0)
		;
	return !health->is_stopping;
}

static void probe(struct health *health)
{
	struct as_server *server = health->server;
	struct as_error why = {0};
	const int failed = as_store_setting_write(
		server->config.store, as_contest_log_space(server->log), PROBE_SETTING, "1", &why);

	if (!failed)
		health_wrote(health, NULL);
}

static void *run_health(void *context)
{
	struct health *health = context;

	pthread_mutex_lock(&health->mutex);
	while (wait_for_probe(health)) {
		const bool is_needed = health->is_failing;
		pthread_mutex_unlock(&health->mutex);
		if (is_needed)
			probe(health);
		pthread_mutex_lock(&health->mutex);
	}
	pthread_mutex_unlock(&health->mutex);
	return NULL;
}

struct health *health_open(struct as_server *server, struct as_error *error)
{
	struct health *health = calloc(1, sizeof(*health));

	if (!health) {
		as_error_no_memory(error);
		return NULL;
	}
	health->server = server;
	pthread_mutex_init(&health->mutex, NULL);
	pthread_cond_init(&health->changed, NULL);
	return health;
}

int health_start(struct health *health, struct as_error *error)
{
	const int failed = pthread_create(&health->thread, NULL, run_health, health);

	if (failed)
		return as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread");
	health->has_thread = true;
	return 0;
}

void health_stop(struct health *health)
{
	if (!health || !health->has_thread)
		return;
	pthread_mutex_lock(&health->mutex);
	health->is_stopping = true;
	pthread_cond_signal(&health->changed);
	pthread_mutex_unlock(&health->mutex);
	pthread_join(health->thread, NULL);
	health->has_thread = false;
}

void health_close(struct health *health)
{
	if (!health)
		return;
	health_stop(health);
	pthread_cond_destroy(&health->changed);
	pthread_mutex_destroy(&health->mutex);
	free(health);
}
