package groupspec.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.coordinator.group.generated.GroupMetadataKey;
import org.apache.kafka.coordinator.group.generated.GroupMetadataKeyJsonConverter;
import org.apache.kafka.coordinator.group.generated.GroupMetadataValue;
import org.apache.kafka.coordinator.group.generated.GroupMetadataValueJsonConverter;
import org.apache.kafka.coordinator.group.generated.OffsetCommitKey;
import org.apache.kafka.coordinator.group.generated.OffsetCommitKeyJsonConverter;
import org.apache.kafka.coordinator.group.generated.OffsetCommitValue;
import org.apache.kafka.coordinator.group.generated.OffsetCommitValueJsonConverter;

/**
 * Records of {@code __consumer_offsets} as JSON and back. The version in front of a key tells the
 * kind of the record; the one in front of a value is really its version.
 */
final class RecordCodec {
    private static final short OFFSET = 1;
    private static final short GROUP = 2;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private RecordCodec() {}

    static ObjectNode toJson(OffsetsLog.Entry entry) {
        ByteBuffer key = ByteBuffer.wrap(entry.key());
        short kind = key.getShort();
        ObjectNode record = JSON.objectNode();
        record.put("keyVersion", kind);
        record.set("key", keyToJson(kind, key));
        if (entry.value() == null) {
            record.putNull("valueVersion");
            record.putNull("value");
        } else {
            ByteBuffer value = ByteBuffer.wrap(entry.value());
            short version = value.getShort();
            record.put("valueVersion", version);
            record.set("value", valueToJson(kind, version, value));
        }
        return record;
    }

    /** Throws RuntimeException if it is no record of a group or an offset. */
    static OffsetsLog.Entry fromJson(JsonNode record) {
        short kind = (short) record.path("keyVersion").asInt();
        JsonNode value = record.path("value");
        return new OffsetsLog.Entry(
            keyFromJson(kind, record.path("key")),
            value.isNull() ? null
                : valueFromJson(kind, (short) record.path("valueVersion").asInt(), value));
    }

    private static JsonNode keyToJson(short kind, ByteBuffer bytes) {
        ByteBufferAccessor readable = new ByteBufferAccessor(bytes);
        switch (kind) {
            case GROUP: {
                GroupMetadataKey key = new GroupMetadataKey();
                short version = key.highestSupportedVersion();
                key.read(readable, version);
                return GroupMetadataKeyJsonConverter.write(key, version);
            }
            case OFFSET: {
                OffsetCommitKey key = new OffsetCommitKey();
                short version = key.highestSupportedVersion();
                key.read(readable, version);
                return OffsetCommitKeyJsonConverter.write(key, version);
            }
            default:
                return JSON.objectNode();
        }
    }

    private static JsonNode valueToJson(short kind, short version, ByteBuffer bytes) {
        ByteBufferAccessor readable = new ByteBufferAccessor(bytes);
        switch (kind) {
            case GROUP:
                return SafeNumbers.within(GroupMetadataValueJsonConverter.write(
                    new GroupMetadataValue(readable, version), version));
            case OFFSET:
                return SafeNumbers.within(OffsetCommitValueJsonConverter.write(
                    new OffsetCommitValue(readable, version), version));
            default:
                return JSON.objectNode();
        }
    }

    private static byte[] keyFromJson(short kind, JsonNode json) {
        switch (kind) {
            case GROUP: {
                short version = new GroupMetadataKey().highestSupportedVersion();
                return prefixed(kind, GroupMetadataKeyJsonConverter.read(json, version), version);
            }
            case OFFSET: {
                short version = new OffsetCommitKey().highestSupportedVersion();
                return prefixed(kind, OffsetCommitKeyJsonConverter.read(json, version), version);
            }
            default:
                throw new IllegalArgumentException(
                    "key version " + kind + " is neither 2, a group, nor 1, an offset");
        }
    }

    private static byte[] valueFromJson(short kind, short version, JsonNode json) {
        Message value;
        if (kind == GROUP) value = GroupMetadataValueJsonConverter.read(json, version);
        // The kit does not look into offsets, and gives them to load without any field.
        else if (json.isEmpty()) value = new OffsetCommitValue();
        else value = OffsetCommitValueJsonConverter.read(json, version);
        return MessageUtil.toVersionPrefixedBytes(version, value);
    }

    private static byte[] prefixed(short prefix, Message message, short version) {
        ObjectSerializationCache sizes = new ObjectSerializationCache();
        ByteBuffer bytes = ByteBuffer.allocate(2 + message.size(sizes, version));
        bytes.putShort(prefix);
        message.write(new ByteBufferAccessor(bytes), sizes, version);
        return bytes.array();
    }
}
