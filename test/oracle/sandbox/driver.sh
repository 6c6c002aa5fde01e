# Runs command lines, each in a folder of its own; pairs of number and line come on standard input, each closed by NUL.
shopt -s nullglob dotglob
exec {nothing}<> <(:)

# Background jobs and process substitutions outlive their line; what they start belongs to it.
settle() {
  local round processes
  for ((round = 0; round < 200; round++)); do
    processes=(/proc/[0-9]*)
    ((${#processes[@]} <= 2)) && return
    read -rt 0.005 -u "$nothing"
  done
  kill -KILL -1
  for ((round = 0; round < 200; round++)); do
    processes=(/proc/[0-9]*)
    ((${#processes[@]} <= 2)) && return
    read -rt 0.005 -u "$nothing"
  done
}

run() {
  cd "/cases/$1/up/work" || return
  ulimit -t 2 -f 16384 -v 1048576 -u 48 -c 0
  exec {nothing}<&-
  export PATH=/stubs HOME="/cases/$1/up/work/home" LC_ALL=C.UTF-8 USER=user
  # What a hostile repository may have got into the environment.
  export X='rm x' a='b[$(touch pwned)]' p='$(touch pwned)' EMPTY=
  exec /driver/timeout -s KILL 2 /driver/bash --noprofile --norc -c "$2" < /dev/null > /dev/null 2>&1
}

while IFS= read -rd '' number && IFS= read -rd '' line; do
  printf '%s\0' start "$number" >> /record/log
  (run "$number" "$line") 2> /dev/null
  status=$?
  settle
  left=(/tmp/*)
  if ((${#left[@]} > 0)); then
    for path in "${left[@]}"; do printf '%s\0' file "$path" >> /record/log; done
    /driver/rm -rf "${left[@]}"
  fi
  printf '%s\0' end "$number" "$status" >> /record/log
done
