package groupspec.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.apache.kafka.coordinator.group.Release;

/**
 * Measures what the coordinator takes for some requests, within this process: neither the pipe nor
 * JSON counts. The first line written names the release; then each line read is a measurement, and
 * is answered with the nanoseconds that it took.
 *
 * <pre>
 *   heartbeat MEMBERS TIMES    so many heartbeats, one member of a stable group after the other
 *   rebalance MEMBERS TIMES    all join and all sync again, so many times
 *   life TIMES                 so many coordinators, each made anew for a group of two that ends
 * </pre>
 */
final class Bench {
    private final Scanner lines;
    private final OutputStream answers;
    private BenchGroup stable;

    Bench(InputStream lines, OutputStream answers) {
        this.lines = new Scanner(lines, StandardCharsets.UTF_8);
        this.answers = answers;
    }

    void run() throws IOException {
        answer("Apache Kafka " + Release.version() + ", Java " + Runtime.version().feature());
        while (lines.hasNextLine()) {
            answer(String.valueOf(measure(lines.nextLine().split(" "))));
        }
    }

    private long measure(String[] words) {
        int first = Integer.parseInt(words[1]);
        switch (words[0]) {
            case "heartbeat":
                return heartbeats(first, Integer.parseInt(words[2]));
            case "rebalance":
                return rebalances(first, Integer.parseInt(words[2]));
            case "life":
                return lives(first);
            default:
                throw new IllegalArgumentException("there is no measurement " + words[0]);
        }
    }

    private long heartbeats(int members, int times) {
        if (stable == null || stable.size() != members) stable = BenchGroup.formed(members);
        long start = System.nanoTime();
        for (int time = 0; time < times; time++) stable.heartbeat(time % members);
        return System.nanoTime() - start;
    }

    private static long rebalances(int members, int times) {
        BenchGroup group = BenchGroup.formed(members);
        long start = System.nanoTime();
        for (int time = 0; time < times; time++) group.rebalance();
        return System.nanoTime() - start;
    }

    private static long lives(int times) {
        long start = System.nanoTime();
        for (int time = 0; time < times; time++) BenchGroup.formed(2).end();
        return System.nanoTime() - start;
    }

    private void answer(String line) throws IOException {
        answers.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        answers.flush();
    }
}
