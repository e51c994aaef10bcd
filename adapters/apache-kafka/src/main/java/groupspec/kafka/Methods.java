package groupspec.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.coordinator.group.Release;

/** The methods of the protocol. */
final class Methods {
    private static final int PROTOCOL_VERSION = 1;
    private static final List<String> CAPABILITIES = List.of(
        "virtual-clock", "records", "configure", "failing-appends", "held-commits", "reload");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final ObjectNode NOTHING = JSON.objectNode();

    private final Map<Integer, Session> sessions = new HashMap<>();
    private final Map<String, Api> apis = new HashMap<>();
    private final MessageWriter output;

    Methods(MessageWriter output) {
        this.output = output;
        for (Api api : Api.values()) apis.put(api.name(), api);
    }

    /** @return null if there is no such method */
    JsonNode call(String method, JsonNode params) throws BadParams {
        switch (method) {
            case "initialize":
                return initialize(params);
            case "open":
                return open(params);
            case "send":
                return send(params);
            case "settle":
                session(params).settle();
                return NOTHING;
            case "advance":
                return JSON.objectNode()
                    .put("now", session(params).advance(notNegative(params, "ms")));
            case "records":
                return JSON.objectNode().set("records", session(params).takeRecords());
            case "fail-appends":
                session(params).failNextAppend(text(params, "error"));
                return NOTHING;
            case "hold-commits":
                session(params).holdCommits();
                return NOTHING;
            case "release-commits":
                session(params).releaseCommits();
                return NOTHING;
            case "unload":
                session(params).unload();
                return NOTHING;
            case "start-load":
                return startLoad(params);
            case "finish-load":
                session(params).finishLoad();
                return NOTHING;
            case "close":
                session(params);
                sessions.remove(integer(params, "session"));
                return NOTHING;
            case "shutdown":
                sessions.clear();
                return NOTHING;
            default:
                return null;
        }
    }

    private JsonNode initialize(JsonNode params) throws BadParams {
        int version = integer(params, "protocolVersion");
        if (version != PROTOCOL_VERSION) {
            throw new BadParams("protocolVersion: this adapter speaks version 1, not " + version);
        }
        ObjectNode described = JSON.objectNode();
        described.put("protocolVersion", PROTOCOL_VERSION);
        described.put("name", "Apache Kafka");
        described.put("version", Release.version());
        ObjectNode versions = described.putObject("apis");
        for (Api api : Api.values()) {
            versions.putObject(api.name())
                .put("min", api.oldestVersion())
                .put("max", api.latestVersion());
        }
        described.set("configuration", Settings.DEFAULTS.toJson());
        ArrayNode capabilities = described.putArray("capabilities");
        CAPABILITIES.forEach(capabilities::add);
        described.put("clock", "virtual");
        described.put("isolated", true);
        return described;
    }

    private JsonNode open(JsonNode params) throws BadParams {
        int id = integer(params, "session");
        if (sessions.containsKey(id)) throw new BadParams("session " + id + " is open already");
        Settings settings = Settings.DEFAULTS.with(configuration(params));
        sessions.put(id, new Session(settings, (requestId, at, body, closed) ->
            answer(id, requestId, at, body, closed)));
        return NOTHING;
    }

    private void answer(int session, int requestId, long at, JsonNode body, String closed) {
        try {
            if (closed == null) output.answer(session, requestId, at, body);
            else output.closed(session, requestId, at, closed);
        } catch (IOException thrown) {
            throw new UncheckedIOException(thrown);
        }
    }

    private JsonNode send(JsonNode params) throws BadParams {
        Session session = session(params);
        Api api = apis.get(text(params, "api"));
        if (api == null) throw new BadParams("api: " + text(params, "api") + " is not served");
        int version = integer(params, "version");
        if (version < api.oldestVersion() || version > api.latestVersion()) {
            throw new BadParams("version: " + api + " has no version " + version + " here");
        }
        JsonNode clientId = params.path("clientId");
        JsonNode body = params.path("body");
        try {
            session.send(
                integer(params, "requestId"),
                clientId.isTextual() ? clientId.textValue() : null,
                api, (short) version, body);
        } catch (RuntimeException thrown) {
            // Kafka's converters throw no type of their own.
            throw new BadParams("body: " + thrown.getMessage());
        }
        return NOTHING;
    }

    private JsonNode startLoad(JsonNode params) throws BadParams {
        JsonNode records = params.path("records");
        if (!records.isArray() && !records.isNull()) {
            throw new BadParams("records: must be an array or null");
        }
        session(params).startLoad(records, configuration(params));
        return NOTHING;
    }

    private Session session(JsonNode params) throws BadParams {
        int id = integer(params, "session");
        Session session = sessions.get(id);
        if (session == null) throw new BadParams("session " + id + " is not open");
        return session;
    }

    private static JsonNode configuration(JsonNode params) throws BadParams {
        JsonNode configuration = params.path("configuration");
        if (configuration.isMissingNode()) return NullNode.instance;
        if (!configuration.isObject()) throw new BadParams("configuration: must be an object");
        return configuration;
    }

    private static int integer(JsonNode params, String field) throws BadParams {
        JsonNode value = params.path(field);
        if (!value.isInt()) throw new BadParams(field + ": must be an integer");
        return value.intValue();
    }

    private static long notNegative(JsonNode params, String field) throws BadParams {
        JsonNode value = params.path(field);
        if (!value.canConvertToLong() || !value.isIntegralNumber() || value.longValue() < 0) {
            throw new BadParams(field + ": must be an integer of 0 or more");
        }
        return value.longValue();
    }

    private static String text(JsonNode params, String field) throws BadParams {
        JsonNode value = params.path(field);
        if (!value.isTextual()) throw new BadParams(field + ": must be text");
        return value.textValue();
    }
}
