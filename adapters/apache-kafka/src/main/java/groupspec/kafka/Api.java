package groupspec.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.network.ClientInformation;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.coordinator.group.GroupCoordinator;

/** The APIs that are served, by the names that the protocol gives them. */
enum Api {
    DeleteGroups(ApiKeys.DELETE_GROUPS, BrokerApis::deleteGroups),
    DescribeGroups(ApiKeys.DESCRIBE_GROUPS, BrokerApis::describeGroups),
    Heartbeat(ApiKeys.HEARTBEAT, BrokerApis::heartbeat),
    JoinGroup(ApiKeys.JOIN_GROUP, BrokerApis::joinGroup),
    LeaveGroup(ApiKeys.LEAVE_GROUP, BrokerApis::leaveGroup),
    ListGroups(ApiKeys.LIST_GROUPS, BrokerApis::listGroups),
    SyncGroup(ApiKeys.SYNC_GROUP, BrokerApis::syncGroup);

    /** Fails when the request cannot be answered, upon which a broker closes the connection. */
    interface Handler {
        CompletableFuture<JsonNode> handle(
            GroupCoordinator coordinator, RequestContext context, JsonNode body);
    }

    private static final InetAddress CLIENT_ADDRESS = loopback();
    private static final ListenerName LISTENER = new ListenerName("PLAINTEXT");

    private final ApiKeys key;
    private final Handler handler;

    Api(ApiKeys key, Handler handler) {
        this.key = key;
        this.handler = handler;
    }

    short oldestVersion() {
        return key.oldestVersion();
    }

    short latestVersion() {
        return key.messageType.highestSupportedVersion(false);
    }

    /** A broker reads an absent client id as an empty one. */
    RequestContext context(String clientId, short version) {
        return new RequestContext(
            new RequestHeader(key, version, clientId == null ? "" : clientId, 0),
            "groupspec",
            CLIENT_ADDRESS,
            KafkaPrincipal.ANONYMOUS,
            LISTENER,
            SecurityProtocol.PLAINTEXT,
            ClientInformation.EMPTY,
            false);
    }

    CompletableFuture<JsonNode> handle(
        GroupCoordinator coordinator, RequestContext context, JsonNode body) {
        return handler.handle(coordinator, context, body);
    }

    private static InetAddress loopback() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
