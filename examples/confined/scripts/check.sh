#!/bin/sh
# Tries what a program would try that does more than it should, and says what came of it.
try() {
  if "$@" >/dev/null 2>&1; then echo "could      $*"; else echo "could not  $*"; fi
}
try ls tools
try touch out/report.txt
try touch elsewhere.txt
try touch toolgate.toml
try touch /usr/bin/tool
try curl --silent --max-time 2 https://example.com/
