package groupspec.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.message.DeleteGroupsRequestDataJsonConverter;
import org.apache.kafka.common.message.DeleteGroupsResponseData;
import org.apache.kafka.common.message.DeleteGroupsResponseDataJsonConverter;
import org.apache.kafka.common.message.DescribeGroupsRequestDataJsonConverter;
import org.apache.kafka.common.message.DescribeGroupsResponseData;
import org.apache.kafka.common.message.DescribeGroupsResponseData.DescribedGroup;
import org.apache.kafka.common.message.DescribeGroupsResponseDataJsonConverter;
import org.apache.kafka.common.message.HeartbeatRequestDataJsonConverter;
import org.apache.kafka.common.message.HeartbeatResponseData;
import org.apache.kafka.common.message.HeartbeatResponseDataJsonConverter;
import org.apache.kafka.common.message.JoinGroupRequestDataJsonConverter;
import org.apache.kafka.common.message.JoinGroupResponseData;
import org.apache.kafka.common.message.JoinGroupResponseDataJsonConverter;
import org.apache.kafka.common.message.LeaveGroupRequestData;
import org.apache.kafka.common.message.LeaveGroupRequestDataJsonConverter;
import org.apache.kafka.common.message.LeaveGroupResponseData;
import org.apache.kafka.common.message.LeaveGroupResponseDataJsonConverter;
import org.apache.kafka.common.message.ListGroupsRequestDataJsonConverter;
import org.apache.kafka.common.message.ListGroupsResponseData;
import org.apache.kafka.common.message.ListGroupsResponseDataJsonConverter;
import org.apache.kafka.common.message.SyncGroupRequestDataJsonConverter;
import org.apache.kafka.common.message.SyncGroupResponseData;
import org.apache.kafka.common.message.SyncGroupResponseDataJsonConverter;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.DeleteGroupsRequest;
import org.apache.kafka.common.requests.DescribeGroupsRequest;
import org.apache.kafka.common.requests.HeartbeatRequest;
import org.apache.kafka.common.requests.JoinGroupRequest;
import org.apache.kafka.common.requests.JoinGroupResponse;
import org.apache.kafka.common.requests.LeaveGroupResponse;
import org.apache.kafka.common.requests.ListGroupsRequest;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.common.requests.SyncGroupRequest;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.coordinator.group.GroupCoordinator;

/**
 * What a broker does between a request's bytes and the coordinator, and on the way back. Kafka has
 * it in KafkaApis, which needs a whole broker around it. Two kinds of checks there cannot matter
 * here: no authorizer is configured, so everything is allowed, and static membership needs a
 * metadata version that every 4.x broker has. Where Kafka has put the step into a request or
 * response class, that class does it. 4.4 also turns GROUP_DELETION_FAILED into another error for
 * DeleteGroups below version 3, which only the plugin for streams groups can cause.
 */
final class BrokerApis {
    /** What a broker without an authorizer says a client may do with a group. */
    private static final int GROUP_OPERATIONS = Utils.to32BitField(Set.of(
        AclOperation.READ.code(),
        AclOperation.DESCRIBE.code(),
        AclOperation.DELETE.code(),
        AclOperation.DESCRIBE_CONFIGS.code(),
        AclOperation.ALTER_CONFIGS.code()));

    private static final short AUTHORIZED_OPERATIONS_SINCE = 3;
    private static final short LEAVES_OF_MANY_SINCE = 3;

    private BrokerApis() {}

    static CompletableFuture<JsonNode> joinGroup(
        GroupCoordinator coordinator, RequestContext context, JsonNode body) {
        short version = context.apiVersion();
        // The request gives version 0 its rebalance timeout; the response writes an absent
        // protocol name as an empty one below version 7.
        JoinGroupRequest request = new JoinGroupRequest.Builder(
            JoinGroupRequestDataJsonConverter.read(body, version)).build(version);
        return answer(() -> coordinator.joinGroup(context, request.data(), null),
            request, JoinGroupResponseData.class,
            (response, ofVersion) -> JoinGroupResponseDataJsonConverter.write(
                new JoinGroupResponse(response, ofVersion).data(), ofVersion));
    }

    static CompletableFuture<JsonNode> syncGroup(
        GroupCoordinator coordinator, RequestContext context, JsonNode body) {
        short version = context.apiVersion();
        SyncGroupRequest request = new SyncGroupRequest.Builder(
            SyncGroupRequestDataJsonConverter.read(body, version)).build(version);
        return answer(
            () -> {
                // SVC-01: version 5 has both fields, and null does not do.
                if (!request.areMandatoryProtocolTypeAndNamePresent()) {
                    throw Errors.INCONSISTENT_GROUP_PROTOCOL.exception();
                }
                return coordinator.syncGroup(context, request.data(), null);
            },
            request, SyncGroupResponseData.class, SyncGroupResponseDataJsonConverter::write);
    }

    static CompletableFuture<JsonNode> heartbeat(
        GroupCoordinator coordinator, RequestContext context, JsonNode body) {
        short version = context.apiVersion();
        HeartbeatRequest request = new HeartbeatRequest.Builder(
            HeartbeatRequestDataJsonConverter.read(body, version)).build(version);
        return answer(() -> coordinator.heartbeat(context, request.data()),
            request, HeartbeatResponseData.class, HeartbeatResponseDataJsonConverter::write);
    }

    static CompletableFuture<JsonNode> leaveGroup(
        GroupCoordinator coordinator, RequestContext context, JsonNode body) {
        short version = context.apiVersion();
        LeaveGroupRequestData request =
            listOfMembers(LeaveGroupRequestDataJsonConverter.read(body, version), version);
        return answer(() -> coordinator.leaveGroup(context, request),
            thrown -> new LeaveGroupResponseData().setErrorCode(Errors.forException(thrown).code()),
            // The response takes the error of the only member for that of the request below 3.
            response -> LeaveGroupResponseDataJsonConverter.write(
                new LeaveGroupResponse(response, version).data(), version));
    }

    /** WIRE-04: the coordinator knows the newer form only, LeaveGroupRequest.normalizedData. */
    private static LeaveGroupRequestData listOfMembers(LeaveGroupRequestData data, short version) {
        if (version >= LEAVES_OF_MANY_SINCE) return data;
        return new LeaveGroupRequestData()
            .setGroupId(data.groupId())
            .setMembers(List.of(
                new LeaveGroupRequestData.MemberIdentity().setMemberId(data.memberId())));
    }

    static CompletableFuture<JsonNode> describeGroups(
        GroupCoordinator coordinator, RequestContext context, JsonNode body) {
        short version = context.apiVersion();
        DescribeGroupsRequest request = new DescribeGroupsRequest.Builder(
            DescribeGroupsRequestDataJsonConverter.read(body, version)).build(version);
        boolean withOperations =
            version >= AUTHORIZED_OPERATIONS_SINCE && request.data().includeAuthorizedOperations();
        return answer(
            () -> coordinator.describeGroups(context, request.data().groups())
                .thenApply(groups -> {
                    if (withOperations) groups.forEach(BrokerApis::addOperations);
                    return new DescribeGroupsResponseData().setGroups(groups);
                }),
            request, DescribeGroupsResponseData.class,
            DescribeGroupsResponseDataJsonConverter::write);
    }

    /** WIRE-07 */
    private static void addOperations(DescribedGroup group) {
        if (group.errorCode() == Errors.NONE.code()) group.setAuthorizedOperations(GROUP_OPERATIONS);
    }

    static CompletableFuture<JsonNode> listGroups(
        GroupCoordinator coordinator, RequestContext context, JsonNode body) {
        short version = context.apiVersion();
        ListGroupsRequest request = new ListGroupsRequest.Builder(
            ListGroupsRequestDataJsonConverter.read(body, version)).build(version);
        return answer(() -> coordinator.listGroups(context, request.data()),
            request, ListGroupsResponseData.class, ListGroupsResponseDataJsonConverter::write);
    }

    static CompletableFuture<JsonNode> deleteGroups(
        GroupCoordinator coordinator, RequestContext context, JsonNode body) {
        short version = context.apiVersion();
        DeleteGroupsRequest request = new DeleteGroupsRequest.Builder(
            DeleteGroupsRequestDataJsonConverter.read(body, version)).build(version);
        // SVC-08: each group once.
        List<String> groups = request.data().groupsNames().stream().distinct().toList();
        return answer(
            () -> coordinator.deleteGroups(context, groups, null)
                .thenApply(results -> new DeleteGroupsResponseData().setResults(results)),
            request, DeleteGroupsResponseData.class, DeleteGroupsResponseDataJsonConverter::write);
    }

    private interface OnThrown<T> {
        T answer(Throwable thrown);
    }

    private interface ToJson<T> {
        JsonNode write(T response);
    }

    private interface Converter<T> {
        JsonNode write(T response, short version);
    }

    /** The request's own class says what stands for what the coordinator throws. */
    private static <T extends ApiMessage> CompletableFuture<JsonNode> answer(
        Supplier<CompletableFuture<T>> call,
        AbstractRequest request, Class<T> response, Converter<T> converter) {
        return answer(call,
            thrown -> response.cast(request.getErrorResponse(thrown).data()),
            answered -> converter.write(answered, request.version()));
    }

    /** What the coordinator throws is answered as the error it stands for, as a broker does. */
    private static <T> CompletableFuture<JsonNode> answer(
        Supplier<CompletableFuture<T>> call, OnThrown<T> onThrown, ToJson<T> toJson) {
        CompletableFuture<T> called;
        try {
            called = call.get();
        } catch (RuntimeException thrown) {
            called = CompletableFuture.failedFuture(thrown);
        }
        return called.handle((response, thrown) ->
            toJson.write(thrown == null ? response : onThrown.answer(thrown)));
    }
}
