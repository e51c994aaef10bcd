import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A member of a group: prints the value of every record on a line of its own, and leaves the group
 * when its standard input ends. Arguments: bootstrap servers, client id, group id, topic.
 */
public class GroupMember {
    public static void main(String[] args) {
        var properties = new Properties();
        properties.put("bootstrap.servers", args[0]);
        properties.put("client.id", args[1]);
        properties.put("group.id", args[2]);
        properties.put("group.protocol", "classic");
        properties.put("auto.offset.reset", "earliest");
        properties.put("session.timeout.ms", "30000");
        properties.put("heartbeat.interval.ms", "100");
        try (var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
            new Thread(() -> {
                waitForEndOfInput();
                consumer.wakeup();
            }).start();
            consumer.subscribe(List.of(args[3]));
            while (true) {
                for (var polled : consumer.poll(Duration.ofMillis(100))) {
                    System.out.println(polled.value());
                }
            }
        } catch (WakeupException end) {
            // Closing the consumer has committed its offsets and left the group.
        }
    }

    private static void waitForEndOfInput() {
        try {
            while (System.in.read() >= 0) { }
        } catch (java.io.IOException end) {
            // It has ended as well.
        }
    }
}
