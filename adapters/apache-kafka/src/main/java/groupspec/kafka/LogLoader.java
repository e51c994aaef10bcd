package groupspec.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.coordinator.common.runtime.CoordinatorLoader;
import org.apache.kafka.coordinator.common.runtime.CoordinatorPlayback;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.Deserializer.UnknownRecordTypeException;
import org.apache.kafka.coordinator.group.GroupCoordinatorRecordSerde;

/** Replays the log when told to; until then the coordinator is loading. */
public final class LogLoader implements CoordinatorLoader<CoordinatorRecord> {
    private static final long NO_PRODUCER_ID = -1;
    private static final short NO_PRODUCER_EPOCH = -1;

    private final OffsetsLog log;
    private final VirtualClock clock;
    private final GroupCoordinatorRecordSerde serde = new GroupCoordinatorRecordSerde();
    private CoordinatorPlayback<CoordinatorRecord> coordinator;
    private CompletableFuture<LoadSummary> loaded;

    LogLoader(OffsetsLog log, VirtualClock clock) {
        this.log = log;
        this.clock = clock;
    }

    @Override
    public CompletableFuture<LoadSummary> load(
        TopicPartition partition, CoordinatorPlayback<CoordinatorRecord> playback) {
        coordinator = playback;
        loaded = new CompletableFuture<>();
        return loaded;
    }

    void finish() {
        try {
            replay();
            long now = clock.milliseconds();
            loaded.complete(new LoadSummary(now, now, 0, 0, 0));
        } catch (RuntimeException thrown) {
            loaded.completeExceptionally(thrown);
        }
    }

    /**
     * As a broker's loader does it: snapshots are taken from the high watermark on, so that what is
     * not committed can be told from what is.
     */
    private void replay() {
        long offset = 0;
        boolean toldCommitted = false;
        for (List<OffsetsLog.Entry> batch : log.batches()) {
            for (OffsetsLog.Entry entry : batch) {
                replay(offset, entry);
                offset++;
            }
            if (offset < log.committed()) continue;
            coordinator.updateLastWrittenOffset(offset);
            if (toldCommitted) continue;
            coordinator.updateLastCommittedOffset(log.committed());
            toldCommitted = true;
        }
    }

    private void replay(long offset, OffsetsLog.Entry entry) {
        ByteBuffer value = entry.value() == null ? null : ByteBuffer.wrap(entry.value());
        CoordinatorRecord record;
        try {
            record = serde.deserialize(ByteBuffer.wrap(entry.key()), value);
        } catch (UnknownRecordTypeException unknown) {
            return; // A broker passes over it, too.
        }
        coordinator.replay(offset, NO_PRODUCER_ID, NO_PRODUCER_EPOCH, record);
    }

    @Override
    public void close() {}
}
