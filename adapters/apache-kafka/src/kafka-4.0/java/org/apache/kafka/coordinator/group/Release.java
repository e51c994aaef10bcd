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
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.utils.AppInfoParser;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRuntime;
import org.apache.kafka.storage.internals.log.VerificationGuard;

/**
 * What differs between releases of Apache Kafka; this one is for 4.0. It is in Kafka's package
 * because the constructor of the service is visible there only.
 */
public final class Release {
    private Release() {}

    public static String version() {
        return AppInfoParser.getVersion();
    }

    /** A coordinator that is not started yet. */
    public static GroupCoordinator coordinator(Parts parts) {
        LogContext logContext = new LogContext("");
        GroupConfigManager groupConfigs = new GroupConfigManager(Map.of());
        CoordinatorRuntime<GroupCoordinatorShard, CoordinatorRecord> runtime =
            RuntimeBuilder.of(parts, new Writer(parts.log()),
                // Without an authorizer, even an empty one, the load fails unseen.
                () -> new GroupCoordinatorShard.Builder(parts.config(), groupConfigs)
                    .withAuthorizer(Optional.empty()))
                .withLogContext(logContext)
                .withDefaultWriteTimeOut(Duration.ofMillis(parts.config().offsetCommitTimeoutMs()))
                .build();
        return new GroupCoordinatorService(
            logContext, parts.config(), runtime, parts.metrics(), groupConfigs);
    }

    private static final class Writer extends LogWriter {
        Writer(OffsetsLog log) {
            super(log);
        }

        @Override
        public long append(
            TopicPartition partition,
            VerificationGuard guard,
            MemoryRecords records) {
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
            short apiVersion) {
            return VERIFIED;
        }
    }
}
