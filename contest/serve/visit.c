/* SPDX-License-Identifier: MIT */
#include "visit.h"
#include "news.h"
#include "server.h"

struct as_contest_visit visit_of(struct as_server *server, const struct as_site_visitor *visitor)
{
	return (struct as_contest_visit){
		.log = server->log,
		.base = server->base,
		.now_wall_ms = as_contest_log_now_ms(server->log),
		.account = visitor->account,
		.csrf = *visitor->csrf ? visitor->csrf : NULL,
		.languages = server->languages,
		.language_ids = server->language_ids,
		.libraries = server->pages.libraries,
		.seen = news_seen(server, visitor->account),
	};
}

enum as_contest_role role_of(struct as_server *server, const struct as_site_visitor *visitor)
{
	as_contest_log_lock(server->log);
	const enum as_contest_role role =
		as_contest_log_account(server->log, visitor->account)->role;
	as_contest_log_unlock(server->log);
	return role;
}

bool contest_has_begun(struct as_server *server)
{
	as_contest_log_lock(server->log);
	const int64_t time_ms = as_contest_time_ms(
		as_contest_log_clock(server->log), as_contest_log_now_ms(server->log));
	as_contest_log_unlock(server->log);
	return time_ms != AS_NEVER_MS && time_ms >= 0;
}

bool visitor_is_team(struct as_server *server, const struct as_site_visitor *visitor)
{
	return visitor->account != AS_CONTEST_NONE && role_of(server, visitor) == AS_CONTEST_TEAM;
}
