package org.apache.kafka.coordinator.group;

import groupspec.kafka.LogWriter;
import groupspec.kafka.OffsetsLog;
import groupspec.kafka.Parts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.utils.internals.AppInfoParser;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRuntime;
import org.apache.kafka.coordinator.group.modern.share.ShareGroupConfig;
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
            RuntimeBuilder.of(parts, new Writer(parts.log()),
                // Without an authorizer plugin, even an empty one, the load fails unseen.
                () -> new GroupCoordinatorShard.Builder(parts.config(), groupConfigs)
                    .withAuthorizerPlugin(Optional.empty()))
                .withLogContext(logContext)
                .withWriteTimeout(Duration.ofMillis(parts.config().offsetCommitTimeoutMs()))
                .withCachedBufferMaxBytesSupplier(parts.config()::cachedBufferMaxBytes)
                .build();
        return new GroupCoordinatorService(
            logContext, parts.config(), runtime, parts.metrics(), groupConfigs,
            null, parts.timer(), null, Optional.empty(), parts.time());
    }

    private static final class Writer extends LogWriter {
        Writer(OffsetsLog log) {
            super(log);
        }

        @Override
        public long append(
            TopicPartition partition,
            VerificationGuard guard,
            MemoryRecords records,
            short transactionVersion) {
            List<OffsetsLog.Entry> entries = new ArrayList<>();
            for (Record record : records.records()) {
                entries.add(entry(record.key(), record.value()));
            }
            return log.append(entries, records.sizeInBytes());
        }

        @Override
        public CompletableFuture<VerificationGuard> maybeStartTransactionVerification(
            TopicPartition partition,
            String transactionalId,
            long producerId,
            short producerEpoch,
            int apiVersion) {
            return VERIFIED;
        }
    }
}
