package groupspec.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.coordinator.group.GroupCoordinator;
import org.apache.kafka.coordinator.group.Release;

/** One coordinator with its own clock and log, between {@code open} and {@code close}. */
final class Session {
    /** Where answers go. Exactly one of body and closed is null. */
    interface Answers {
        void accept(int requestId, long at, JsonNode body, String closed);
    }

    private static final int PARTITION = 0;
    /** More timers than this in one moment, and the coordinator is running in circles. */
    private static final int MOST_TIMERS_IN_A_MOMENT = 2000;
    private static final String NON_PROTOCOL_EXCEPTION = "NON_PROTOCOL_EXCEPTION";

    private enum Partition { NOT_HOSTED, LOADING, ACTIVE }

    private final VirtualClock clock = new VirtualClock();
    private final VirtualTimer timer = new VirtualTimer(clock);
    private final EventQueue events = new EventQueue();
    private final Answers answers;
    private final OffsetsLog log;
    private final LogLoader loader;
    private Settings settings;
    private GroupCoordinator coordinator;
    private Partition partition = Partition.NOT_HOSTED;
    private int leaderEpoch = 0;
    private boolean spins = false;

    Session(Settings settings, Answers answers) {
        this.settings = settings;
        this.answers = answers;
        log = new OffsetsLog(settings.maxMessageBytes);
        loader = new LogLoader(log, clock);
        coordinator = startCoordinator();
        load();
        finish();
    }

    void send(int requestId, String clientId, Api api, short version, JsonNode body) {
        RequestContext context = api.context(clientId, version);
        api.handle(coordinator, context, body).whenComplete((response, thrown) -> {
            long at = clock.milliseconds();
            if (thrown == null) answers.accept(requestId, at, response, null);
            else answers.accept(requestId, at, null, String.valueOf(thrown.getMessage()));
        });
        events.drain();
    }

    /** For who has requests in Kafka's own form already; `drain` does what they ask for. */
    GroupCoordinator coordinator() {
        return coordinator;
    }

    void drain() {
        events.drain();
    }

    /** A delay of zero is still a timer: it fires after the request that set it. */
    void settle() {
        fireUntil(clock.milliseconds());
    }

    long advance(long ms) {
        long target = clock.milliseconds() + ms;
        fireUntil(target);
        clock.moveTo(target);
        return target;
    }

    ArrayNode takeRecords() {
        ArrayNode records = JsonNodeFactory.instance.arrayNode();
        for (OffsetsLog.Entry entry : log.takeAppended()) records.add(RecordCodec.toJson(entry));
        return records;
    }

    void failNextAppend(String error) throws BadParams {
        log.failNextAppend(exceptionOf(error));
    }

    void holdCommits() {
        log.holdCommits();
    }

    void releaseCommits() {
        log.releaseCommits();
        events.drain();
    }

    void unload() throws BadParams {
        demand(partition != Partition.NOT_HOSTED, "the partition is not hosted");
        coordinator.onResignation(PARTITION, OptionalInt.of(++leaderEpoch));
        events.drain();
        partition = Partition.NOT_HOSTED;
    }

    /** @param records take the place of the log, unless null */
    void startLoad(JsonNode records, JsonNode configuration) throws BadParams {
        demand(partition == Partition.NOT_HOSTED, "the partition is hosted already");
        Settings changed = settings.with(configuration);
        if (!records.isNull()) log.replace(entries(records));
        if (changed != settings) {
            // A broker reads most of these once, when it starts. Nothing of a coordinator outlives
            // its partition's unloading, so a new one makes no other difference.
            settings = changed;
            log.maxMessageBytes(settings.maxMessageBytes);
            coordinator = startCoordinator();
        }
        load();
    }

    void finishLoad() throws BadParams {
        demand(partition == Partition.LOADING, "the partition is not loading");
        finish();
    }

    private void load() {
        coordinator.onElection(PARTITION, ++leaderEpoch);
        events.drain();
        partition = Partition.LOADING;
    }

    private void finish() {
        loader.finish();
        events.drain();
        partition = Partition.ACTIVE;
    }

    private GroupCoordinator startCoordinator() {
        GroupCoordinator started = Release.coordinator(new Parts(
            settings.group, clock, timer, events, log, loader,
            NoMetrics.INSTANCE, NoRuntimeMetrics.INSTANCE));
        started.startup(() -> settings.group.offsetsTopicPartitions());
        return started;
    }

    private void fireUntil(long target) {
        long moment = clock.milliseconds();
        int fired = 0;
        while (timer.fireNext(target)) {
            events.drain();
            if (clock.milliseconds() > moment) {
                moment = clock.milliseconds();
                fired = 0;
            }
            if (++fired < MOST_TIMERS_IN_A_MOMENT) continue;
            // A timer that sets itself again with no delay would keep virtual time from going on.
            // Around a broker it does go on, and whatever else comes up finds its turn.
            saySpins();
            long next = timer.nextAfter(moment);
            if (next > target) return;
            clock.moveTo(next);
            moment = next;
            fired = 0;
        }
    }

    private void saySpins() {
        if (!spins) System.err.println("Apache Kafka spins: it keeps setting timers that are due at once");
        spins = true;
    }

    private static List<OffsetsLog.Entry> entries(JsonNode records) throws BadParams {
        List<OffsetsLog.Entry> entries = new ArrayList<>(records.size());
        for (JsonNode record : records) {
            try {
                entries.add(RecordCodec.fromJson(record));
            } catch (RuntimeException thrown) {
                throw new BadParams("record " + (entries.size() + 1) + ": " + thrown.getMessage());
            }
        }
        return entries;
    }

    private static RuntimeException exceptionOf(String error) throws BadParams {
        if (error.equals(NON_PROTOCOL_EXCEPTION)) return new IllegalStateException("the log failed");
        try {
            RuntimeException exception = Errors.valueOf(error).exception();
            if (exception != null) return exception;
        } catch (IllegalArgumentException unknown) {
            // Said below.
        }
        throw new BadParams("error: Apache Kafka has no error " + error);
    }

    private static void demand(boolean holds, String otherwise) throws BadParams {
        if (!holds) throw new BadParams(otherwise);
    }
}
