package org.apache.kafka.coordinator.group;

import groupspec.kafka.DirectExecutor;
import groupspec.kafka.LogConfigs;
import groupspec.kafka.OffsetsLog;
import groupspec.kafka.Parts;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.common.utils.internals.AppInfoParser;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRuntime;
import org.apache.kafka.coordinator.common.runtime.PartitionWriter;
import org.apache.kafka.coordinator.group.modern.share.ShareGroupConfig;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.VerificationGuard;

/**
 * What differs between releases of Apache Kafka; this one is for 4.4. It is in Kafka's package
 * because the constructor of the service is visible there only.
 */
public final class Release {
    private static final ShareGroupConfig SHARE_GROUPS = ShareGroupConfig.fromProps(Map.of());

    private Release() {}

    public static String version() {
        return AppInfoParser.getVersion();
    }

    /** A coordinator that is not started yet. */
    public static GroupCoordinator coordinator(Parts parts) {
        LogContext logContext = new LogContext("");
        GroupConfigManager groupConfigs = new GroupConfigManager(parts.config(), SHARE_GROUPS);
        CoordinatorRuntime<GroupCoordinatorShard, CoordinatorRecord> runtime =
            new CoordinatorRuntime.Builder<GroupCoordinatorShard, CoordinatorRecord>()
                .withLogContext(logContext)
                .withTime(parts.time())
                .withTimer(parts.timer())
                .withEventProcessor(parts.events())
                .withPartitionWriter(new Writer(parts.log()))
                .withLoader(parts.loader())
                // Without an authorizer plugin, even an empty one, the load fails unseen.
                .withCoordinatorShardBuilderSupplier(
                    () -> new GroupCoordinatorShard.Builder(parts.config(), groupConfigs)
                        .withAuthorizerPlugin(Optional.empty()))
                .withCoordinatorMetrics(parts.metrics())
                .withCoordinatorRuntimeMetrics(parts.runtimeMetrics())
                .withSerializer(new GroupCoordinatorRecordSerde())
                .withCompression(Compression.of(parts.config().offsetTopicCompressionType()).build())
                .withWriteTimeout(Duration.ofMillis(parts.config().offsetCommitTimeoutMs()))
                .withAppendLingerMs(parts.config().appendLingerMs())
                .withCachedBufferMaxBytesSupplier(parts.config()::cachedBufferMaxBytes)
                .withExecutorService(new DirectExecutor())
                .build();
        return new GroupCoordinatorService(
            logContext, parts.config(), runtime, parts.metrics(), groupConfigs,
            null, parts.timer(), null, Optional.empty(), parts.time());
    }

    private static final class Writer implements PartitionWriter {
        private final OffsetsLog log;

        Writer(OffsetsLog log) {
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
        public long append(
            TopicPartition partition,
            VerificationGuard guard,
            MemoryRecords records,
            short transactionVersion) {
            List<OffsetsLog.Entry> entries = new ArrayList<>();
            for (Record record : records.records()) {
                entries.add(new OffsetsLog.Entry(bytes(record.key()), bytes(record.value())));
            }
            return log.append(entries, records.sizeInBytes());
        }

        private static byte[] bytes(ByteBuffer buffer) {
            return buffer == null ? null : Utils.toArray(buffer);
        }

        @Override
        public CompletableFuture<VerificationGuard> maybeStartTransactionVerification(
            TopicPartition partition,
            String transactionalId,
            long producerId,
            short producerEpoch,
            int apiVersion) {
            return CompletableFuture.completedFuture(VerificationGuard.SENTINEL);
        }

        @Override
        public CompletableFuture<Void> deleteRecords(TopicPartition partition, long before) {
            return CompletableFuture.completedFuture(null);
        }
    }
}
