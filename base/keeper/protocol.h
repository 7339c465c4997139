/* SPDX-License-Identifier: MIT */
/*
 * The protocol between the library and its keeper, over a socket that preserves message boundaries:
 * one of these bytes and the path, without its NUL. There are no answers. Both sides come from one
 * build.
 */
#ifndef ASSAY_BASE_KEEPER_PROTOCOL_H
#define ASSAY_BASE_KEEPER_PROTOCOL_H

#define AS_KEEPER_FD 3        /* the socket */
#define AS_KEEPER_CALLER_FD 4 /* a pidfd of the caller */
#define AS_KEEPER_HOLD '+'
#define AS_KEEPER_DROP '-'

#endif
