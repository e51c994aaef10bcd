package groupspec.kafka;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocol;
import org.apache.kafka.common.message.JoinGroupResponseData;
import org.apache.kafka.common.message.LeaveGroupRequestData;
import org.apache.kafka.common.message.LeaveGroupRequestData.MemberIdentity;
import org.apache.kafka.common.message.SyncGroupRequestData;
import org.apache.kafka.common.message.SyncGroupRequestData.SyncGroupRequestAssignment;
import org.apache.kafka.common.message.SyncGroupResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.coordinator.group.GroupCoordinator;

/**
 * A group of a coordinator of its own that is asked by requests in the form in which a coordinator
 * takes them, as scripts/bench/group.js asks the reference.
 */
final class BenchGroup {
    private static final String GROUP = "group";
    private static final String CLIENT = "consumer";
    private static final String TYPE = "consumer";
    private static final int TIMEOUT_MS = 60_000;
    /** Two windows of the initial rebalance: the second one has no new member. */
    private static final int FORMED_AFTER_MS = 6_000;
    /** Subscription to one topic, version 0. */
    private static final byte[] METADATA =
        bytes("\0\0\0\0\0\1\0\5topic\u00ff\u00ff\u00ff\u00ff");
    private static final byte[] ASSIGNMENT =
        bytes("\0\0\0\0\0\1\0\5topic\0\0\0\1\0\0\0\0\u00ff\u00ff\u00ff\u00ff");
    private static final RequestContext JOIN = Api.JoinGroup.context(CLIENT, (short) 9);
    private static final RequestContext SYNC = Api.SyncGroup.context(CLIENT, (short) 5);
    private static final RequestContext HEARTBEAT = Api.Heartbeat.context(CLIENT, (short) 4);
    private static final RequestContext LEAVE = Api.LeaveGroup.context(CLIENT, (short) 5);
    /** Of ten thousand members there is more to write than a broker takes by default. */
    private static final Settings SETTINGS = settings();

    private final Session session = new Session(SETTINGS, (requestId, at, body, closed) -> {});
    private final GroupCoordinator coordinator = session.coordinator();
    private final List<JoinGroupRequestData> joins = new ArrayList<>();
    private final List<SyncGroupRequestData> syncs = new ArrayList<>();
    private final List<HeartbeatRequestData> heartbeats = new ArrayList<>();
    private final List<CompletableFuture<JoinGroupResponseData>> joined = new ArrayList<>();
    private final List<CompletableFuture<SyncGroupResponseData>> synced = new ArrayList<>();

    private BenchGroup() {}

    /** A stable group; its first member leads. */
    static BenchGroup formed(int members) {
        BenchGroup group = new BenchGroup();
        for (int member = 0; member < members; member++) group.addMember();
        group.session.advance(FORMED_AFTER_MS);
        group.syncAll();
        return group;
    }

    int size() {
        return joins.size();
    }

    /** All join again, the leader first, then all sync, the leader last. */
    void rebalance() {
        for (JoinGroupRequestData join : joins) join(join);
        syncAll();
    }

    void heartbeat(int member) {
        var answer = coordinator.heartbeat(HEARTBEAT, heartbeats.get(member));
        session.drain();
        demand(answer.join().errorCode(), Errors.NONE);
    }

    void end() {
        for (int member = 0; member < size(); member++) heartbeat(member);
        for (JoinGroupRequestData join : joins) {
            var answer = coordinator.leaveGroup(LEAVE, new LeaveGroupRequestData()
                .setGroupId(GROUP)
                .setMembers(List.of(new MemberIdentity().setMemberId(join.memberId()))));
            session.drain();
            demand(answer.join().errorCode(), Errors.NONE);
        }
    }

    private void addMember() {
        JoinGroupRequestData join = new JoinGroupRequestData()
            .setGroupId(GROUP)
            .setSessionTimeoutMs(TIMEOUT_MS)
            .setRebalanceTimeoutMs(TIMEOUT_MS)
            .setProtocolType(TYPE);
        for (String name : List.of("range", "cooperative-sticky")) {
            join.protocols().add(new JoinGroupRequestProtocol().setName(name).setMetadata(METADATA));
        }
        var refusal = coordinator.joinGroup(JOIN, join, null);
        session.drain();
        demand(refusal.join().errorCode(), Errors.MEMBER_ID_REQUIRED);
        String memberId = refusal.join().memberId();
        joins.add(join.setMemberId(memberId));
        syncs.add(new SyncGroupRequestData()
            .setGroupId(GROUP)
            .setMemberId(memberId)
            .setProtocolType(TYPE)
            .setProtocolName("range"));
        heartbeats.add(new HeartbeatRequestData().setGroupId(GROUP).setMemberId(memberId));
        syncs.get(0).assignments().add(
            new SyncGroupRequestAssignment().setMemberId(memberId).setAssignment(ASSIGNMENT));
        join(join);
    }

    private void join(JoinGroupRequestData request) {
        joined.add(coordinator.joinGroup(JOIN, request, null));
        session.drain();
    }

    private void syncAll() {
        for (int member = 0; member < size(); member++) {
            JoinGroupResponseData answer = joined.get(member).join();
            demand(answer.errorCode(), Errors.NONE);
            syncs.get(member).setGenerationId(answer.generationId());
            heartbeats.get(member).setGenerationId(answer.generationId());
        }
        joined.clear();
        for (int member = size() - 1; member >= 0; member--) {
            synced.add(coordinator.syncGroup(SYNC, syncs.get(member), null));
            session.drain();
        }
        for (var answer : synced) demand(answer.join().errorCode(), Errors.NONE);
        synced.clear();
    }

    /** What is measured is only worth something if it is what was to be measured. */
    private static void demand(short errorCode, Errors expected) {
        if (errorCode != expected.code()) {
            throw new IllegalStateException(expected + " was to come, not " + Errors.forCode(errorCode));
        }
    }

    private static Settings settings() {
        try {
            return Settings.DEFAULTS.with(
                JsonNodeFactory.instance.objectNode().put("max.message.bytes", 1 << 30));
        } catch (BadParams impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
