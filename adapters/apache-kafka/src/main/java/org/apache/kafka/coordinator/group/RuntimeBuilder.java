package org.apache.kafka.coordinator.group;

import groupspec.kafka.DirectExecutor;
import groupspec.kafka.LogWriter;
import groupspec.kafka.Parts;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRuntime;
import org.apache.kafka.coordinator.common.runtime.CoordinatorShardBuilderSupplier;

/**
 * What the runtime under a coordinator is given in every release. It is in Kafka's package because
 * the shard is visible there only.
 */
final class RuntimeBuilder {
    private RuntimeBuilder() {}

    static CoordinatorRuntime.Builder<GroupCoordinatorShard, CoordinatorRecord> of(
        Parts parts,
        LogWriter writer,
        CoordinatorShardBuilderSupplier<GroupCoordinatorShard, CoordinatorRecord> shards) {
        return new CoordinatorRuntime.Builder<GroupCoordinatorShard, CoordinatorRecord>()
            .withTime(parts.time())
            .withTimer(parts.timer())
            .withEventProcessor(parts.events())
            .withPartitionWriter(writer)
            .withLoader(parts.loader())
            .withCoordinatorShardBuilderSupplier(shards)
            .withCoordinatorMetrics(parts.metrics())
            .withCoordinatorRuntimeMetrics(parts.runtimeMetrics())
            .withSerializer(new GroupCoordinatorRecordSerde())
            .withCompression(Compression.of(parts.config().offsetTopicCompressionType()).build())
            .withAppendLingerMs(parts.config().appendLingerMs())
            .withExecutorService(new DirectExecutor());
    }
}
