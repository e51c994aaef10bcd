package groupspec.kafka;

import org.apache.kafka.common.utils.Time;
import org.apache.kafka.coordinator.common.runtime.CoordinatorEventProcessor;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRuntimeMetrics;
import org.apache.kafka.coordinator.group.GroupCoordinatorConfig;
import org.apache.kafka.coordinator.group.metrics.GroupCoordinatorMetrics;
import org.apache.kafka.server.util.timer.Timer;

/** What stands in for the rest of the broker around one coordinator. */
public record Parts(
    GroupCoordinatorConfig config,
    Time time,
    Timer timer,
    CoordinatorEventProcessor events,
    OffsetsLog log,
    LogLoader loader,
    GroupCoordinatorMetrics metrics,
    CoordinatorRuntimeMetrics runtimeMetrics) {}
