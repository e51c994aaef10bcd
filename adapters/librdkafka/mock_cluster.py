"""Runs one broker of librdkafka's mock cluster, out of the shared library that it is given:

    python3 mock_cluster.py LIBRARY

Prints HOST:PORT as its first line and ends when its standard input does. The mock is C and asserts a
lot: a request that it does not like ends this process with SIGABRT or SIGSEGV.
"""
import ctypes
import resource
import sys

PRODUCER = 0
ERROR_TEXT_BYTES = 512


def main(library):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # It is here to be crashed.
    rdkafka = ctypes.CDLL(library)
    rdkafka.rd_kafka_new.restype = ctypes.c_void_p
    rdkafka.rd_kafka_mock_cluster_new.restype = ctypes.c_void_p
    rdkafka.rd_kafka_mock_cluster_bootstraps.restype = ctypes.c_char_p

    # A mock cluster needs a client instance to live in; it connects to nobody.
    error = ctypes.create_string_buffer(ERROR_TEXT_BYTES)
    client = rdkafka.rd_kafka_new(PRODUCER, None, error, ctypes.c_size_t(len(error)))
    if not client:
        sys.exit(f"librdkafka gives no client: {error.value.decode()}")
    cluster = ctypes.c_void_p(rdkafka.rd_kafka_mock_cluster_new(ctypes.c_void_p(client), 1))
    if not cluster:
        sys.exit("librdkafka gives no mock cluster")

    print(rdkafka.rd_kafka_mock_cluster_bootstraps(cluster).decode(), flush=True)
    sys.stdin.buffer.read()


if __name__ == "__main__":
    main(sys.argv[1])
