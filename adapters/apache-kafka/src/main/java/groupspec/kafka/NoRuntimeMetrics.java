package groupspec.kafka;

import java.util.function.Supplier;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRuntime.CoordinatorState;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRuntimeMetrics;

/** Without {@code @Override} where an older Kafka has no such method yet. */
final class NoRuntimeMetrics implements CoordinatorRuntimeMetrics {
    static final NoRuntimeMetrics INSTANCE = new NoRuntimeMetrics();

    private NoRuntimeMetrics() {}

    @Override
    public void recordPartitionStateChange(CoordinatorState from, CoordinatorState to) {}

    @Override
    public void recordPartitionLoadSensor(long startTimeMs, long endTimeMs) {}

    @Override
    public void recordEventQueueTime(long ms) {}

    @Override
    public void recordEventProcessingTime(long ms) {}

    @Override
    public void recordEventPurgatoryTime(long ms) {}

    @Override
    public void recordFlushTime(long ms) {}

    @Override
    public void recordThreadIdleTime(double ratio) {}

    @Override
    public void registerEventQueueSizeGauge(Supplier<Integer> size) {}

    public void recordLingerTime(long ms) {}

    public void recordBackgroundQueueTime(long ms) {}

    public void recordBackgroundProcessingTime(long ms) {}

    public void recordBackgroundThreadBusyTime(double ratio) {}

    public void registerBufferCacheSizeGauge(Supplier<Long> size) {}

    public void recordBufferCacheDiscarded() {}

    @Override
    public void close() {}
}
