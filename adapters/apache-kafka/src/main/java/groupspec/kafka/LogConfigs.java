package groupspec.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.storage.internals.log.LogConfig;

/** Topic configurations by their greatest batch. They are immutable, and slow to make. */
public final class LogConfigs {
    private static final Map<Integer, LogConfig> BY_MAX_MESSAGE_BYTES = new HashMap<>();

    private LogConfigs() {}

    public static LogConfig of(int maxMessageBytes) {
        return BY_MAX_MESSAGE_BYTES.computeIfAbsent(maxMessageBytes, bytes ->
            new LogConfig(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, bytes)));
    }
}
