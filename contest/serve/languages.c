/* SPDX-License-Identifier: MIT */
/* The home page, the rules, and the languages with their versions. */
#include "answer.h"
#include "home.h"
#include "routes.h"
#include "server.h"

#include <assay/engine.h>

/* Compilers that were not used on this machine before can need seconds to print their versions. The
 * first request waits; others get NULL meanwhile. */
static const struct as_language_state *find_states(struct as_server *server)
{
	const struct as_engine_config *settings = as_engine_settings(server->config.engine);
	struct as_language_state **states = &server->pages.states;

	if (__atomic_load_n(states, __ATOMIC_ACQUIRE) ||
		pthread_mutex_trylock(&server->pages.inspecting))
		return __atomic_load_n(states, __ATOMIC_ACQUIRE);
	if (!*states)
		__atomic_store_n(states,
			as_languages_inspect(server->languages, settings->cache_dir,
				settings->weak_sandbox, NULL),
			__ATOMIC_RELEASE);
	pthread_mutex_unlock(&server->pages.inspecting);
	return *states;
}

static void get_languages(const struct request *request)
{
	const struct as_language_state *states = find_states(request->server);
	struct page page;

	if (!answer_begin(&page, request, NULL))
		return;
	as_contest_page_languages(page.out, &page.visit, states);
	answer_send(&page, 200);
}

static void answer_home(const struct request *request, const struct as_language_state *states)
{
	struct page page;

	if (!answer_begin(&page, request, NULL))
		return;
	as_contest_page_home(page.out, &page.visit, states);
	answer_send(&page, 200);
}

bool answer_home_now(const struct request *request)
{
	const struct as_language_state *states =
		__atomic_load_n(&request->server->pages.states, __ATOMIC_ACQUIRE);

	if (states)
		answer_home(request, states);
	return states;
}

/* May wait for compilers that print their versions. */
static void get_home(const struct request *request)
{
	answer_home(request, find_states(request->server));
}

static void write_for_jury(FILE *out, const struct as_contest_visit *visit)
{
	as_contest_page_statistics(out, visit, NULL);
}

/* Many read the statistics after the end, so the public shares one rendering. */
static void get_statistics(const struct request *request)
{
	as_contest_log_lock(request->server->log);
	const struct as_contest_visit visit = visit_of(request);
	const bool is_jury = as_contest_visit_reader(&visit).scope == AS_CONTEST_SEES_ALL;
	as_contest_log_unlock(request->server->log);
	if (is_jury)
		answer_page(request, write_for_jury);
	else
		answer_screen(request, BOARDS_STATISTICS, as_contest_page_statistics);
}

static void get_rules(const struct request *request)
{
	answer_page(request, as_contest_page_rules);
}

const struct route routes_languages[] = {
	{"GET", "/languages", ROUTE_VISITOR, get_languages, ROUTE_BLOCKS},
	{"GET", "/home", ROUTE_VISITOR, get_home, ROUTE_BLOCKS},
	{"GET", "/statistics", ROUTE_VISITOR, get_statistics, ROUTE_BLOCKS},
	{"GET", "/rules", ROUTE_VISITOR, get_rules, ROUTE_PLAIN},
	{0},
};
