/* SPDX-License-Identifier: MIT */
/** The files of the installation: bin/assay, libexec/assay, include and share below one folder,
 * installed or in a build folder. */
#ifndef ASSAY_BASE_INSTALL_H
#define ASSAY_BASE_INSTALL_H

#include <assay/base.h>
#include <limits.h>

/** The path of a file or folder of the installation, such as "share/assay/problems". -1: it does
 * not exist. */
int as_install_find(const char *name, char path[PATH_MAX], struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** The path of the command, also in a program of libexec. */
int as_install_command(char path[PATH_MAX], struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
