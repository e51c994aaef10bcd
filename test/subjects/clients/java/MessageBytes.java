import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.HexFormat;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.MessageUtil;

/**
 * Writes messages as Apache Kafka does. A line of standard input is the name of a message such as
 * JoinGroupRequest, a tab, a version, a tab, and its body as JSON; a line of standard output is its
 * bytes in hexadecimal, or - for a version that Apache Kafka does not have any more.
 */
public class MessageBytes {
    public static void main(String[] args) throws Exception {
        var json = new ObjectMapper();
        var lines = new BufferedReader(new InputStreamReader(System.in));
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            var parts = line.split("\t", 3);
            var version = Short.parseShort(parts[1]);
            var data = "org.apache.kafka.common.message." + parts[0] + "Data";
            var empty = (Message) Class.forName(data).getConstructor().newInstance();
            if (version < empty.lowestSupportedVersion() || version > empty.highestSupportedVersion()) {
                System.out.println("-");
                continue;
            }
            var converter = Class.forName(data + "JsonConverter");
            var read = converter.getMethod("read", JsonNode.class, short.class);
            var message = (Message) read.invoke(null, json.readTree(parts[2]), version);
            var bytes = MessageUtil.toByteBufferAccessor(message, version).buffer();
            var copy = new byte[bytes.remaining()];
            bytes.get(copy);
            System.out.println(HexFormat.of().formatHex(copy));
        }
    }
}
