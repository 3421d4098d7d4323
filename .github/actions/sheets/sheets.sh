#!/usr/bin/env bash
# Check the games of $PROJECT (or only $GAMES), with findings as annotations, and build their sheets with $FLAGS; of a
# game with errors as a draft. Fails if there are errors. Words are split at spaces, and never run.
set -uo pipefail
set -f # `*` in a flag is no file.
project=${PROJECT:-.}

# Files are named from the project's folder, annotations from the repository's.
case $project in . | ./) prefix="" ;; *) prefix=${project#./} prefix=${prefix%/}/ ;; esac
in_repository() { awk -v prefix="$prefix" 'sub(/^::[a-z]+ file=/, "&" prefix) || 1'; }

# shellcheck disable=SC2086
nineup --project "$project" check --format github ${GAMES:-} | in_repository
checked=$?
# shellcheck disable=SC2086
nineup --project "$project" build --allow-errors ${FLAGS:-} ${GAMES:-}
built=$?
exit $((checked > built ? checked : built))
