/* SPDX-License-Identifier: MIT */
/* Private header: gives prints to the command of contest.yaml (printer.c). */
#ifndef CONTEST_SERVE_PRINTER_H
#define CONTEST_SERVE_PRINTER_H

#include <assay/base.h>

struct as_server;
struct printer;

/* NULL without an error: the contest has no command. */
struct printer *printer_open(struct as_server *server, struct as_error *error);
/* Ends a command that runs. Takes NULL. */
void printer_close(struct printer *printer);
/* Queues a print. False: there is no command, or too many prints wait. Without the lock. */
bool printer_send(struct printer *printer, size_t print);

/* The text of a print from the store (free it); NULL: the store does not have it. Without the lock.
 */
char *print_text(struct as_server *server, size_t print);

#endif
