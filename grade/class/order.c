/* SPDX-License-Identifier: MIT */
/* Orders for the submissions of a class: for as_class_judge, and for a server that queues
 * submissions on arrival. */
#include "batch.h"

#include <assay/store/share.h>

struct as_store_judging class_describe_judging(
	const struct as_class_queueing *how, size_t package, bool is_lenient)
{
	struct as_store_judging judging = {.store = how->store,
		.engine = how->engine,
		.package = how->packages[package],
		.order = how->order};

	judging.order.run_all |= is_lenient || as_scheme_needs_all_tests(how->scheme, package);
	judging.order.lenient = is_lenient;
	judging.order.round = (int64_t)how->round;
	return judging;
}

struct as_store_submission class_describe(const struct as_class_entry *entry, const char *path,
	const char *id, char owner[AS_CLASS_KEY_SIZE])
{
	return (struct as_store_submission){.path = path,
		.submitted = &entry->submitted,
		.entry_point = entry->entry_point,
		.owner = as_class_owner(id, owner)};
}

int as_class_order_make(struct as_class_order *made, const struct as_class_queueing *how,
	const struct as_class_entry *entry, const char *id, struct as_error *error)
{
	struct as_store_judging judging = class_describe_judging(how, entry->package, false);

	*made = (struct as_class_order){0};
	as_class_key(id, made->path);
	const struct as_store_submission submission =
		class_describe(entry, made->path, id, made->owner);
	judging.submissions = &submission;
	judging.count = 1;
	judging.order.package = as_engine_package_open(how->engine, judging.package, error);
	if (!judging.order.package)
		return -1;
	const int failed = as_store_judging_order(&judging, 0, &made->order, error);
	as_engine_package_close(judging.order.package);
	return failed;
}

void as_class_order_clear(struct as_class_order *made)
{
	as_store_judging_order_clear(&made->order);
}
