"""A member of a group, by librdkafka.

Prints the value of every record on a line of its own, and leaves the group when its standard input
ends. Arguments: bootstrap servers, client id, group id, topic.
"""
import sys
import threading

from confluent_kafka import Consumer

bootstrap, client_id, group_id, topic = sys.argv[1:]
ended = threading.Event()


def wait_for_end_of_input():
    sys.stdin.read()
    ended.set()


threading.Thread(target=wait_for_end_of_input, daemon=True).start()
consumer = Consumer({
    "bootstrap.servers": bootstrap,
    "client.id": client_id,
    "group.id": group_id,
    "auto.offset.reset": "earliest",
    "session.timeout.ms": 30_000,
    "heartbeat.interval.ms": 100,
})
consumer.subscribe([topic])
while not ended.is_set():
    polled = consumer.poll(0.1)
    if polled is not None and polled.error() is None:
        print(polled.value().decode(), flush=True)
consumer.close()
