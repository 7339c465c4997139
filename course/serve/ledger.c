/* SPDX-License-Identifier: MIT */
/*
 * The marks of all assignments. A thread computes them again when hand-ins, results, decisions or
 * times have changed:
 *   1. With the lock of the journal, it copies people, attempts and decisions.
 *   2. With its own lock for writing, it enters them into the class, which queues what has no
 *      result yet, and computes the marks.
 * It never takes the lock of the journal while it holds its own: pages take both, that of the
 * journal first. Before the marks are released, new marks count at once; after that they wait until
 * a teacher lets them count.
 */
#include "server.h"

#include <assay/grade/run/take.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

/* Deadlines pass without an event; an open class compares them with the time of its opening. */
#define LOOK_S 30
#define KEEP_MS 30000

/* A mark that a person gave, by indexes of the scheme. */
struct given {
	const char *id; /* of the student; borrowed from the folder */
	size_t item;    /* SIZE_MAX: the total */
	bool is_override;
	int64_t points_e4;
	char *text; /* on the heap; NULL: none */
};

/* What the log says about an assignment. */
struct snapshot {
	struct as_class_person *people;
	struct as_class_attempt *attempts;
	struct as_class_entry *entries;
	size_t person_count, attempt_count, package_count;
	struct given *given;
	size_t given_count;
	bool is_released;
};

struct page {
	struct as_class *class;
	struct snapshot snapshot;
	int64_t opened_ms; /* when the class was opened */
	const struct as_scheme *scheme;
	char *space;
	bool is_due;
};

struct ledger {
	struct as_course_server *server;
	pthread_rwlock_t lock; /* protects the classes */
	pthread_mutex_t mutex; /* protects is_due and stop */
	pthread_cond_t wake;
	bool stop;
	pthread_t thread;
	bool has_thread;
	struct page *pages; /* by assignment of the log */
	size_t page_count;
	struct as_text_map compilers; /* of this machine; of the thread */
};

/* ---- snapshots ---- */

static void clear_snapshot(struct snapshot *snapshot)
{
	for (size_t i = 0; i < snapshot->given_count; i++)
		free(snapshot->given[i].text);
	const size_t entries = snapshot->attempt_count * snapshot->package_count;
	for (size_t i = 0; snapshot->entries && i < entries; i++)
		as_class_entry_clear(&snapshot->entries[i]);
	free(snapshot->people);
	free(snapshot->attempts);
	free(snapshot->entries);
	free(snapshot->given);
	*snapshot = (struct snapshot){0};
}

static size_t find_package(const struct as_course_assignment *of, const char *name)
{
	for (size_t i = 0; i < of->scheme.package_count; i++)
		if (strcmp(of->packages[i]->short_name, name) == 0)
			return i;
	return SIZE_MAX;
}

static int fill_entry(
	struct as_class_entry *entry, const struct as_course_job *job, struct as_error *error)
{
	entry->is_absent = false;
	entry->is_stored = true;
	entry->job = job->job;
	entry->entry_point = job->entry_point;
	memcpy(entry->files, job->files, sizeof(entry->files));
	if (job->doubt && !(entry->doubt = strdup(job->doubt)))
		return as_error_no_memory(error);
	return 0;
}

static int fill_attempt(struct snapshot *snapshot, const struct as_course_assignment *of,
	const struct as_course_hand_in *hand_in, struct as_error *error)
{
	struct as_class_entry *entries =
		&snapshot->entries[snapshot->attempt_count * snapshot->package_count];

	snapshot->attempts[snapshot->attempt_count++] =
		(struct as_class_attempt){.time_known = true,
			.time_s = hand_in->wall_ms / 1000,
			.number = hand_in->number,
			.entries = entries};
	for (size_t i = 0; i < snapshot->package_count; i++)
		entries[i] =
			(struct as_class_entry){.package = i, .path = "hand-in", .is_absent = true};
	for (size_t i = 0; i < hand_in->job_count; i++) {
		const size_t package = find_package(of, hand_in->jobs[i].package);
		if (package != SIZE_MAX && fill_entry(&entries[package], &hand_in->jobs[i], error))
			return -1;
	}
	return 0;
}

static int fill_person(const struct as_course_log *log, size_t assignment, size_t person,
	struct snapshot *snapshot, struct as_error *error)
{
	const struct as_course_assignment *of = as_course_log_task(log, assignment).of;
	const struct as_course_person *who = as_course_log_member(log, person).of;
	struct as_class_person *made = &snapshot->people[snapshot->person_count++];
	size_t count;
	const size_t *own = as_course_log_hand_ins_of(log, assignment, person, &count);

	*made = (struct as_class_person){.id = who->of.id,
		.name = who->of.name,
		.mail = who->of.mail,
		.attempts = &snapshot->attempts[snapshot->attempt_count],
		.attempt_count = count};
	for (size_t i = 0; i < count; i++) {
		const struct as_course_hand_in *hand_in = as_course_log_hand_in(log, own[i]);
		if (hand_in->member_count > 1)
			made->team = 1 + hand_in->members[0];
		if (fill_attempt(snapshot, of, hand_in, error))
			return -1;
	}
	return 0;
}

/* False: the decision is withdrawn or replaced, of another assignment, or does not fit the scheme
 * any more. */
static bool take_given(const struct as_course_log *log, size_t assignment,
	const struct as_course_decision *decision, struct given *given)
{
	const struct as_scheme *scheme = &as_course_log_task(log, assignment).of->scheme;
	const struct as_course_person *who =
		decision->assignment == assignment ? as_course_log_member(log, decision->person).of
						   : NULL;
	const bool is_total = strcmp(decision->item, AS_COURSE_TOTAL) == 0;

	if (!who || decision->points_e4 == AS_COURSE_NO_MARK ||
		as_course_log_find_decision(log, assignment, decision->person, decision->item,
			decision->is_override) != decision)
		return false;
	*given = (struct given){.id = who->of.id,
		.item = is_total ? SIZE_MAX : as_scheme_find(scheme, decision->item),
		.is_override = decision->is_override,
		.points_e4 = decision->points_e4};
	return is_total ? decision->is_override
			: given->item != SIZE_MAX &&
				  decision->points_e4 <= scheme->items[given->item].points_e4;
}

static int copy_decisions(const struct as_course_log *log, size_t assignment,
	struct snapshot *snapshot, struct as_error *error)
{
	const size_t count = as_course_log_decision_count(log);

	snapshot->given = calloc(count + 1, sizeof(*snapshot->given));
	if (!snapshot->given)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		const struct as_course_decision *found = as_course_log_decision(log, i);
		struct given *given = &snapshot->given[snapshot->given_count];
		if (!take_given(log, assignment, found, given))
			continue;
		snapshot->given_count++;
		if (found->text && !(given->text = strdup(found->text)))
			return as_error_no_memory(error);
	}
	return 0;
}

static size_t count_attempts(const struct as_course_log *log, size_t assignment)
{
	size_t all = 0;

	for (size_t i = 0; i < as_course_log_member_count(log); i++) {
		size_t count;
		(void)as_course_log_hand_ins_of(log, assignment, i, &count);
		all += count;
	}
	return all;
}

/* With the lock of the journal. */
static int take_snapshot(const struct as_course_log *log, size_t assignment, int64_t now_ms,
	struct snapshot *snapshot, struct as_error *error)
{
	const struct as_course_assignment *of = as_course_log_task(log, assignment).of;
	const size_t attempts = count_attempts(log, assignment);

	snapshot->package_count = of->scheme.package_count;
	snapshot->is_released = as_course_log_is_released(log, assignment, now_ms);
	snapshot->people = calloc(as_course_log_member_count(log) + 1, sizeof(*snapshot->people));
	snapshot->attempts = calloc(attempts + 1, sizeof(*snapshot->attempts));
	snapshot->entries =
		calloc(attempts * snapshot->package_count + 1, sizeof(*snapshot->entries));
	if (!snapshot->people || !snapshot->attempts || !snapshot->entries)
		return as_error_no_memory(error);
	for (size_t i = 0; i < as_course_log_member_count(log); i++) {
		const struct as_course_person *who = as_course_log_member(log, i).of;
		if (who && who->of.role == AS_ROLE_STUDENT &&
			fill_person(log, assignment, i, snapshot, error))
			return -1;
	}
	return copy_decisions(log, assignment, snapshot, error);
}

/* ---- marks ---- */

static int set_given(const struct page *page, const struct given *given, struct as_manual *manual,
	struct as_overrides *overrides, struct as_error *error)
{
	const struct as_manual_mark mark = {
		.is_marked = true, .points_e4 = given->points_e4, .comment = given->text};

	return given->is_override
		       ? as_overrides_set(overrides, given->id, given->item, given->points_e4,
				 given->text, error)
		       : as_manual_set(manual, page->scheme, given->id, given->item, &mark, error);
}

/* The decisions of the snapshot as the tables of a class. */
static int decide(void *context, const struct as_class *class, struct as_manual *manual,
	struct as_overrides *overrides, struct as_findings *findings, struct as_error *error)
{
	const struct page *page = context;

	(void)class, (void)findings;
	for (size_t i = 0; i < page->snapshot.given_count; i++)
		if (set_given(page, &page->snapshot.given[i], manual, overrides, error))
			return -1;
	return 0;
}

static int open_class(struct ledger *ledger, struct page *page,
	const struct as_course_assignment *of, struct as_error *error)
{
	const struct as_course_server *server = ledger->server;
	struct as_class_config config = {.store = server->config.store,
		.space = page->space,
		.is_shared = server->config.is_shared,
		.decide = decide,
		.context = page,
		.scheme = &of->scheme,
		.packages = (const struct as_package *const *)of->packages,
		.now_s = as_journal_now_ms(server->journal) / 1000,
		.machine = server->config.machine,
		.compilers = &ledger->compilers};

	if (as_scheme_digest(&of->scheme, config.scheme_digest, error))
		return -1;
	page->scheme = &of->scheme;
	page->opened_ms = as_journal_now_ms(server->journal);
	page->class = as_class_open(&config, error);
	return page->class ? 0 : -1;
}

/* With the ledger's lock for writing. */
static int compute(struct ledger *ledger, struct page *page, const struct as_course_assignment *of,
	struct as_error *error)
{
	AS_AUTO(as_findings_clear) struct as_findings findings = {0};
	const struct as_class_judging judging = {
		.engine = ledger->server->config.engine, .queue_only = true};
	size_t count;

	if (!page->class && open_class(ledger, page, of, error))
		return -1;
	if (as_class_enter(
		    page->class, page->snapshot.people, page->snapshot.person_count, error) ||
		as_class_judge(page->class, &judging, error) ||
		as_class_mark(page->class, &findings, error))
		return -1;
	(void)as_class_changes(page->class, &count);
	if (count > 0 && !page->snapshot.is_released)
		return as_class_apply(page->class, error) < 0 ? -1 : 0;
	return 0;
}

/* Takes the snapshot, and leaves the one before, which the class borrows until others are entered.
 * A class that failed is opened again. With the ledger's lock for writing. */
static int renew(struct ledger *ledger, struct page *page, struct snapshot *snapshot,
	const struct as_course_assignment *of, struct as_error *error)
{
	const struct snapshot before = page->snapshot;

	if (as_journal_now_ms(ledger->server->journal) - page->opened_ms > KEEP_MS) {
		as_class_close(page->class);
		page->class = NULL;
	}
	page->snapshot = *snapshot;
	*snapshot = before;
	const int failed = compute(ledger, page, of, error);
	if (failed) {
		as_class_close(page->class);
		page->class = NULL;
	}
	return failed;
}

static void update(struct ledger *ledger, size_t assignment)
{
	struct as_course_server *server = ledger->server;
	struct page *page = &ledger->pages[assignment];
	struct snapshot snapshot = {0};
	struct as_error error = {0};

	as_journal_lock(server->journal);
	const struct as_course_assignment *of = as_course_log_task(server->log, assignment).of;
	int failed = of ? take_snapshot(server->log, assignment, as_journal_now_ms(server->journal),
				  &snapshot, &error)
			: 0;
	as_journal_unlock(server->journal);
	if (of && !failed) {
		pthread_rwlock_wrlock(&ledger->lock);
		failed = renew(ledger, page, &snapshot, of, &error);
		pthread_rwlock_unlock(&ledger->lock);
	}
	clear_snapshot(&snapshot);
	if (failed)
		course_server_note(server, "the marks cannot be computed: %s", error.text);
}

/* ---- the thread ---- */

/* The next assignment that is due; waits for it. AS_COURSE_NONE: the server ends. */
static size_t take_due(struct ledger *ledger)
{
	struct timespec until;
	size_t found = AS_COURSE_NONE;

	pthread_mutex_lock(&ledger->mutex);
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += LOOK_S;
	while (!ledger->stop && found == AS_COURSE_NONE) {
		for (size_t i = 0; i < ledger->page_count && found == AS_COURSE_NONE; i++)
			if (ledger->pages[i].is_due)
				found = i;
		if (found == AS_COURSE_NONE && pthread_cond_clockwait(&ledger->wake, &ledger->mutex,
						       CLOCK_MONOTONIC, &until) != 0)
			for (size_t i = 0; i < ledger->page_count; i++)
				ledger->pages[i].is_due = true;
	}
	if (found != AS_COURSE_NONE)
		ledger->pages[found].is_due = false;
	if (ledger->stop)
		found = AS_COURSE_NONE;
	pthread_mutex_unlock(&ledger->mutex);
	return found;
}

static void *run_ledger(void *context)
{
	struct ledger *ledger = context;
	const struct as_engine_config *engine = as_engine_settings(ledger->server->config.engine);
	struct as_error error = {0};
	size_t assignment;

	/* Starting each compiler takes seconds. A mark without their versions is a mark. */
	if (as_grade_compilers(engine->languages, engine->weak_sandbox, &ledger->compilers, &error))
		course_server_note(ledger->server, "the versions of the compilers are unknown: %s",
			error.text);
	while ((assignment = take_due(ledger)) != AS_COURSE_NONE)
		update(ledger, assignment);
	return NULL;
}

void course_ledger_due(struct ledger *ledger, size_t assignment)
{
	if (!ledger)
		return;
	pthread_mutex_lock(&ledger->mutex);
	for (size_t i = 0; i < ledger->page_count; i++)
		ledger->pages[i].is_due |= assignment == i || assignment == AS_COURSE_NONE;
	pthread_cond_signal(&ledger->wake);
	pthread_mutex_unlock(&ledger->mutex);
}

/* ---- opening ---- */

struct ledger *course_ledger_open(struct as_course_server *server, struct as_error *error)
{
	struct ledger *ledger = calloc(1, sizeof(*ledger));

	if (!ledger) {
		as_error_no_memory(error);
		return NULL;
	}
	ledger->server = server;
	pthread_rwlock_init(&ledger->lock, NULL);
	pthread_mutex_init(&ledger->mutex, NULL);
	pthread_cond_init(&ledger->wake, NULL);
	return ledger;
}

static int make_pages(struct ledger *ledger, struct as_error *error)
{
	const struct as_course_server *server = ledger->server;
	const size_t count = as_course_log_task_count(server->log);
	struct page *pages = calloc(count + 1, sizeof(*pages));

	if (!pages)
		return as_error_no_memory(error);
	ledger->pages = pages;
	for (size_t i = 0; i < count; i++) {
		pages[i].space = as_text_format(error, "course/%s/%s", server->config.course->id,
			as_course_log_task(server->log, i).id);
		ledger->page_count++;
		pages[i].is_due = true;
		if (!pages[i].space)
			return -1;
	}
	return 0;
}

int course_ledger_start(struct ledger *ledger, struct as_error *error)
{
	as_journal_lock(ledger->server->journal);
	const int made = make_pages(ledger, error);
	as_journal_unlock(ledger->server->journal);
	if (made)
		return -1;
	const int failed = pthread_create(&ledger->thread, NULL, run_ledger, ledger);
	ledger->has_thread = !failed;
	return failed ? as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread") : 0;
}

void course_ledger_stop(struct ledger *ledger)
{
	if (!ledger || !ledger->has_thread)
		return;
	pthread_mutex_lock(&ledger->mutex);
	ledger->stop = true;
	pthread_cond_signal(&ledger->wake);
	pthread_mutex_unlock(&ledger->mutex);
	pthread_join(ledger->thread, NULL);
	ledger->has_thread = false;
}

void course_ledger_close(struct ledger *ledger)
{
	if (!ledger)
		return;
	for (size_t i = 0; i < ledger->page_count; i++) {
		as_class_close(ledger->pages[i].class);
		clear_snapshot(&ledger->pages[i].snapshot);
		free(ledger->pages[i].space);
	}
	free(ledger->pages);
	as_text_map_clear(&ledger->compilers);
	pthread_cond_destroy(&ledger->wake);
	pthread_mutex_destroy(&ledger->mutex);
	pthread_rwlock_destroy(&ledger->lock);
	free(ledger);
}

/* ---- reading ---- */

void course_ledger_lock(struct ledger *ledger)
{
	pthread_rwlock_rdlock(&ledger->lock);
}

void course_ledger_unlock(struct ledger *ledger)
{
	pthread_rwlock_unlock(&ledger->lock);
}

struct as_course_marks course_ledger_marks(const struct ledger *ledger, size_t assignment)
{
	return (struct as_course_marks){
		assignment < ledger->page_count ? ledger->pages[assignment].class : NULL};
}

int course_ledger_apply(struct ledger *ledger, size_t assignment, struct as_error *error)
{
	int result = -1;

	pthread_rwlock_wrlock(&ledger->lock);
	struct as_class *class =
		assignment < ledger->page_count ? ledger->pages[assignment].class : NULL;
	if (class)
		result = as_class_apply(class, error);
	else
		as_error_set(error, AS_ERROR_USAGE, "the marks are not computed yet");
	pthread_rwlock_unlock(&ledger->lock);
	if (result == 0)
		as_error_set(error, AS_ERROR_USAGE,
			"the marks were changed meanwhile; look at the changes again");
	return result == 1 ? 0 : -1;
}
