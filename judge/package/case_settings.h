/* SPDX-License-Identifier: MIT */
/* Keys with equal meanings in test_group.yaml and in the .yaml of a test; private to judge/package.
 */
#ifndef ASSAY_JUDGE_PACKAGE_CASE_SETTINGS_H
#define ASSAY_JUDGE_PACKAGE_CASE_SETTINGS_H

#include "tests.h"

/* The target of these readers. */
struct settings_reader {
	struct package_loader *loader;
	struct package_settings *settings;
};

int settings_read_args(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
/* One sequence for all input validators, or one for each by name. */
int settings_read_input_args(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
int settings_read_output_args(
	const struct as_node *node, void *target, struct as_error *error) AS_MUST_USE;
/* Replaces a list by the words of a node. */
int settings_set_words(
	const struct as_node *node, char ***list, struct as_error *error) AS_MUST_USE;
/* Reads all keys but one, which is reported and ignored. */
int settings_read_known(const struct as_node *node, const struct as_node_key *keys, size_t count,
	struct settings_reader *reader, struct as_error *error) AS_MUST_USE;

#endif
