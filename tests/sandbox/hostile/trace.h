/* SPDX-License-Identifier: MIT */
/* The name and the key of objects that the hostile programs leave: host.c looks for them on the
 * host. */
#ifndef HOSTILE_TRACE_H
#define HOSTILE_TRACE_H

#define HOSTILE_LEFT "hostile-left"
#define HOSTILE_KEY 0x4c454654

#endif
