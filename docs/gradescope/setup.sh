#!/bin/sh
# SPDX-License-Identifier: MIT
# The setup.sh of an autograder on Gradescope, whose base is Ubuntu 22.04: unpacks assay-bundle*.tar.gz, of a release or of
# tools/make-bundle, and installs the compilers of C, C++ and Python; add the packages of other languages that the scheme allows.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends gcc g++ libc6-dev python3
tar -xzf "${SOURCE:-/autograder/source}"/assay-bundle*.tar.gz -C /opt
# Submissions must not read the tests, even where only the permissions of files prevent it.
chmod -R go= "${SOURCE:-/autograder/source}"
/opt/assay/bin/assay --version
