/* SPDX-License-Identifier: MIT */
/* The symbol that the module exports to the program that loads it. */
#include "postgres.h"

__attribute__((visibility("default"))) const struct as_store_module assay_store_module = {
	ASSAY_INTERFACE, as_postgres_check_url, as_postgres_open};
