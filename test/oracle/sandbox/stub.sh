#!/driver/sh -p
# Stands in for every program: writes down that it was started, then is the real one where the sandbox has it.
printf '%s\0' ran "$0" "$PWD" "$#" "$@" >> /record/log
[ -x "/real/${0##*/}" ] && exec "/real/${0##*/}" "$@"
# Whoever writes to it must not die of a closed pipe, or what follows would run only sometimes.
if [ -p /dev/stdin ]; then while read -r _; do :; done; fi
exit 0
