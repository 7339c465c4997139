/* SPDX-License-Identifier: MIT */
/* A submission that was read and compiled. */
#ifndef ASSAY_JUDGE_COMPILED_H
#define ASSAY_JUDGE_COMPILED_H

#include "working.h"

#include <assay/engine.h>
#include <pthread.h>
#include <stdatomic.h>

/* The files of a submission for the output validators, made for the first of its judgings. */
struct shared_folder {
	pthread_mutex_t lock;
	bool is_made;
	struct as_working working;
};

struct as_compiled {
	atomic_uint share_count;
	char *path;
	struct as_intake intake;
	struct as_program *program; /* NULL: it was refused before compiling */
	struct shared_folder *validator_folder;
};

#endif
