#!/bin/sh
# Runs one mock cluster of librdkafka: prints its address, HOST:PORT, ends with its standard input,
# and dies as the mock dies. A shell script because it is started for every case: Node alone would
# need ten times as long.
#
# librdkafka carries the mock for its own tests. Debian's kcat links librdkafka and lets one set any
# of its properties, so a producer that never produces is a broker to anybody else.

ulimit -c 0 # It is here to be crashed.

exec 3>&1
status=$(
  exec 4>&1
  {
    # In a subshell, so that this shell's own word on a crash goes to /dev/null. The mock takes the
    # place of the brokers: the name of this one is never resolved.
    (exec kcat -P -t unused -b ignored:1 -X test.mock.num.brokers=1 2>&1 >/dev/null 3>&- 4>&-)
    echo $? >&4
  } 2>/dev/null | while IFS= read -r line; do
    case $line in
      *'Mock cluster enabled:'*) echo "${line##* }" >&3 ;;
      *) echo "$line" >&2 ;;
    esac
  done
)
[ "$status" -gt 128 ] && kill -s "$(kill -l "$status")" $$
exit "$status"
