package groupspec.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;

/** Writes integers that a double cannot hold as decimal text, as the protocol asks for. */
final class SafeNumbers {
    private static final long GREATEST = (1L << 53) - 1;

    private SafeNumbers() {}

    /** Looks at the fields of the message itself: no nested one of a record is an int64. */
    static JsonNode within(JsonNode message) {
        for (Iterator<String> names = message.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (message.get(name) instanceof LongNode number
                && Math.abs(number.longValue()) > GREATEST) {
                ((ObjectNode) message).put(name, number.asText());
            }
        }
        return message;
    }
}
