/* SPDX-License-Identifier: MIT */
/* The visitor of a page. */
#include "page.h"

const struct as_contest_account *page_account(const struct as_contest_visit *visit)
{
	return visit->account == AS_CONTEST_NONE
		       ? NULL
		       : as_contest_log_account(visit->log, visit->account);
}

bool page_is_admin(const struct as_contest_visit *visit)
{
	const struct as_contest_account *account = page_account(visit);

	return account && account->role == AS_CONTEST_ADMIN;
}

bool page_may_judge(const struct as_contest_visit *visit)
{
	const struct as_contest_account *account = page_account(visit);

	return account && (account->role == AS_CONTEST_ADMIN || account->role == AS_CONTEST_JUDGE);
}

bool page_helps(const struct as_contest_visit *visit, enum as_contest_role role)
{
	const struct as_contest_account *account = page_account(visit);

	return (account && account->role == role) || page_is_jury(visit);
}

bool page_may_serve(const struct as_contest_visit *visit, enum as_contest_role role)
{
	const struct as_contest_account *account = page_account(visit);

	return (account && account->role == role) || page_may_judge(visit);
}

bool page_is_jury(const struct as_contest_visit *visit)
{
	return as_contest_visit_reader(visit).scope == AS_CONTEST_SEES_ALL;
}

size_t page_team(const struct as_contest_visit *visit)
{
	const struct as_contest_account *account = page_account(visit);

	return account && account->role == AS_CONTEST_TEAM ? account->team : AS_CONTEST_NONE;
}

struct as_contest_reader as_contest_visit_reader(const struct as_contest_visit *visit)
{
	const struct as_contest_account *account = page_account(visit);
	struct as_contest_reader reader = {
		.scope = AS_CONTEST_SEES_PUBLIC, .team = AS_CONTEST_NONE};

	if (account && account->role == AS_CONTEST_TEAM) {
		reader.scope = AS_CONTEST_SEES_TEAM;
		reader.team = account->team;
	} else if (account &&
		   (account->role == AS_CONTEST_ADMIN || account->role == AS_CONTEST_JUDGE ||
			   account->role == AS_CONTEST_ANALYST)) {
		reader.scope = AS_CONTEST_SEES_ALL;
	}
	return reader;
}

bool as_contest_visit_sees_problems(const struct as_contest_visit *visit)
{
	const struct as_contest_reader reader = as_contest_visit_reader(visit);

	return as_contest_log_sees_problems(visit->log, &reader);
}

bool as_contest_visit_sees_statistics(const struct as_contest_visit *visit)
{
	return page_is_jury(visit) ||
	       as_contest_log_state(visit->log)->ended_wall_ms != AS_NEVER_MS;
}

bool page_has_start(const struct as_contest_visit *visit)
{
	const size_t team = page_team(visit);
	struct as_contest_turn turn;

	if (team == AS_CONTEST_NONE)
		return false;
	return as_contest_log_has_own_clock(visit->log, team) ||
	       as_contest_log_check_start(visit->log, team, visit->now_wall_ms, &turn, NULL) == 0;
}
