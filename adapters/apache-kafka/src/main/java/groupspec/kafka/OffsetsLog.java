package groupspec.kafka;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * The one partition of {@code __consumer_offsets}, in memory. An offset is the number of records
 * before it. What is appended is committed at once, unless commits are held.
 */
public final class OffsetsLog {
    /** A value of null is a tombstone. */
    public record Entry(byte[] key, byte[] value) {}

    private List<List<Entry>> batches = new ArrayList<>();
    private final List<Entry> untaken = new ArrayList<>();
    private final ArrayDeque<RuntimeException> failures = new ArrayDeque<>();
    private LongConsumer onCommitted = offset -> {};
    private int maxMessageBytes;
    private long end = 0;
    private long committed = 0;
    private boolean held = false;

    OffsetsLog(int maxMessageBytes) {
        this.maxMessageBytes = maxMessageBytes;
    }

    /**
     * Appends a batch as a whole or throws.
     *
     * @return the offset behind it
     */
    public long append(List<Entry> batch, int sizeInBytes) {
        RuntimeException failure = failures.poll();
        if (failure != null) throw failure;
        // The log of a broker has the last word on this. The coordinator looks itself, but lets a
        // batch of a single record pass.
        if (sizeInBytes > maxMessageBytes) {
            throw new RecordTooLargeException(
                "the batch has " + sizeInBytes + " bytes, more than " + maxMessageBytes);
        }
        batches.add(batch);
        untaken.addAll(batch);
        end += batch.size();
        if (!held) commit();
        return end;
    }

    /** Who is told how far the log is committed, as far as it is not known when they ask. */
    public void onCommitted(LongConsumer listener) {
        onCommitted = listener;
    }

    public int maxMessageBytes() {
        return maxMessageBytes;
    }

    void maxMessageBytes(int bytes) {
        maxMessageBytes = bytes;
    }

    void failNextAppend(RuntimeException failure) {
        failures.add(failure);
    }

    void holdCommits() {
        held = true;
    }

    void releaseCommits() {
        held = false;
        if (committed < end) commit();
    }

    /** Forgets what is in the log; it holds these instead, all committed. */
    void replace(List<Entry> entries) {
        batches = new ArrayList<>();
        if (!entries.isEmpty()) batches.add(entries);
        end = entries.size();
        committed = end;
    }

    List<List<Entry>> batches() {
        return batches;
    }

    long committed() {
        return committed;
    }

    /** What was appended since the last call, oldest first. */
    List<Entry> takeAppended() {
        List<Entry> taken = List.copyOf(untaken);
        untaken.clear();
        return taken;
    }

    private void commit() {
        committed = end;
        onCommitted.accept(committed);
    }
}
