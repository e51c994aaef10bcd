package groupspec.kafka;

import com.yammer.metrics.core.MetricsRegistry;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.coordinator.common.runtime.CoordinatorMetricsShard;
import org.apache.kafka.coordinator.group.metrics.GroupCoordinatorMetrics;

/**
 * One object for all sessions, since a registry for each would be most of the cost of opening one.
 * It does not keep their shards, which would outlive them and take each other's place.
 */
final class NoMetrics extends GroupCoordinatorMetrics {
    static final NoMetrics INSTANCE = new NoMetrics();

    private NoMetrics() {
        super(new MetricsRegistry(), new Metrics());
    }

    @Override
    public void activateMetricsShard(CoordinatorMetricsShard shard) {}

    @Override
    public void deactivateMetricsShard(CoordinatorMetricsShard shard) {}

    @Override
    public void onUpdateLastCommittedOffset(TopicPartition partition, long offset) {}
}
