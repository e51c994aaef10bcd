package groupspec.kafka;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.coordinator.common.runtime.PartitionWriter;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.VerificationGuard;

/** Writes into the log in memory. The methods that releases declare otherwise are left to them. */
public abstract class LogWriter implements PartitionWriter {
    protected static final CompletableFuture<VerificationGuard> VERIFIED =
        CompletableFuture.completedFuture(VerificationGuard.SENTINEL);

    protected final OffsetsLog log;

    protected LogWriter(OffsetsLog log) {
        this.log = log;
    }

    @Override
    public void registerListener(TopicPartition partition, Listener listener) {
        log.onCommitted(offset -> listener.onHighWatermarkUpdated(partition, offset));
    }

    @Override
    public void deregisterListener(TopicPartition partition, Listener listener) {
        log.onCommitted(offset -> {});
    }

    @Override
    public LogConfig config(TopicPartition partition) {
        return LogConfigs.of(log.maxMessageBytes());
    }

    @Override
    public CompletableFuture<Void> deleteRecords(TopicPartition partition, long before) {
        return CompletableFuture.completedFuture(null);
    }

    protected static OffsetsLog.Entry entry(ByteBuffer key, ByteBuffer value) {
        return new OffsetsLog.Entry(bytes(key), bytes(value));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        return buffer == null ? null : Utils.toArray(buffer);
    }
}
