package groupspec.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.coordinator.group.GroupCoordinatorConfig;
import org.apache.kafka.storage.internals.log.LogConfig;

/**
 * Broker configuration of a session: Kafka's own defaults and what differs from them. Two defaults
 * are the adapter's: one partition of the offsets topic, and no linger, since between two requests
 * nothing may happen on its own.
 */
final class Settings {
    private static final String LINGER = "group.coordinator.append.linger.ms";
    private static final String PARTITIONS = "offsets.topic.num.partitions";
    private static final String MAX_MESSAGE_BYTES = TopicConfig.MAX_MESSAGE_BYTES_CONFIG;
    /** A constant of Kafka, not a setting: the kit may name it, but not change it. */
    private static final String NEW_MEMBER_TIMEOUT = "new.member.join.timeout.ms";
    private static final String MIGRATION_POLICY = "group.consumer.migration.policy";
    private static final String PARTITION_COUNT = "1";

    private static final Map<Map<String, String>, Settings> KNOWN = new HashMap<>();
    private static final int MOST_KNOWN = 1000;
    static final Settings DEFAULTS = new Settings(Map.of(LINGER, "0", PARTITIONS, PARTITION_COUNT));

    private final Map<String, String> values;
    final GroupCoordinatorConfig group;
    final int maxMessageBytes;

    private Settings(Map<String, String> values) {
        this.values = values;
        group = GroupCoordinatorConfig.fromProps(values);
        String maxBytes = values.get(MAX_MESSAGE_BYTES);
        Map<String, String> topic = maxBytes == null ? Map.of() : Map.of(MAX_MESSAGE_BYTES, maxBytes);
        maxMessageBytes = new LogConfig(topic).maxMessageSize();
    }

    /** These settings with changes, given by Kafka's names. Throws BadParams. */
    Settings with(JsonNode changes) throws BadParams {
        if (changes.isEmpty()) return this;
        Map<String, String> changed = new TreeMap<>(values);
        for (Iterator<String> names = changes.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            change(changed, name, changes.get(name).asText());
        }
        if (changed.equals(values)) return this;
        Settings known = KNOWN.get(changed);
        if (known != null) return known;
        if (KNOWN.size() == MOST_KNOWN) KNOWN.clear();
        try {
            Settings settings = new Settings(changed);
            KNOWN.put(changed, settings);
            return settings;
        } catch (ConfigException thrown) {
            throw new BadParams("configuration: " + thrown.getMessage());
        }
    }

    private static void change(Map<String, String> values, String name, String value)
        throws BadParams {
        if (name.equals(NEW_MEMBER_TIMEOUT)) {
            demand(name, value, String.valueOf(DEFAULTS.group.classicGroupNewMemberJoinTimeoutMs()));
        } else if (name.equals(PARTITIONS)) {
            demand(name, value, PARTITION_COUNT);
        } else if (DEFAULTS.toJson().has(name) || name.equals(MIGRATION_POLICY)) {
            values.put(name, value);
        } else {
            throw new BadParams("configuration: Apache Kafka's adapter does not know " + name);
        }
    }

    private static void demand(String name, String value, String only) throws BadParams {
        if (value.equals(only)) return;
        throw new BadParams("configuration: " + name + " is always " + only + " here, not " + value);
    }

    /** Every setting that is a number, by Kafka's name. */
    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("group.min.session.timeout.ms", group.classicGroupMinSessionTimeoutMs());
        json.put("group.max.session.timeout.ms", group.classicGroupMaxSessionTimeoutMs());
        json.put("group.initial.rebalance.delay.ms", group.classicGroupInitialRebalanceDelayMs());
        json.put("group.max.size", group.classicGroupMaxSize());
        json.put("group.consumer.max.size", group.consumerGroupMaxSize());
        json.put(LINGER, Integer.parseInt(values.get(LINGER)));
        json.put("offsets.commit.timeout.ms", group.offsetCommitTimeoutMs());
        json.put(MAX_MESSAGE_BYTES, maxMessageBytes);
        json.put("offset.metadata.max.bytes", group.offsetMetadataMaxSize());
        json.put("offsets.retention.minutes", group.offsetsRetentionMs() / 60_000);
        json.put("offsets.retention.check.interval.ms", group.offsetsRetentionCheckIntervalMs());
        json.put(PARTITIONS, group.offsetsTopicPartitions());
        return json;
    }
}
