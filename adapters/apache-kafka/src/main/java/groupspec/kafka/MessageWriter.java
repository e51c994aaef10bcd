package groupspec.kafka;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** JSON-RPC messages, one a line, kept back until {@link #flush()}. */
final class MessageWriter {
    private final JsonGenerator json;

    MessageWriter(OutputStream output) throws IOException {
        json = new ObjectMapper().getFactory()
            .createGenerator(new BufferedOutputStream(output, 64 * 1024));
        json.setRootValueSeparator(null);
    }

    void result(long id, JsonNode result) throws IOException {
        begin();
        json.writeNumberField("id", id);
        json.writeFieldName("result");
        if (result.isEmpty()) {
            // Most results are, and a tree takes a serializer of its own.
            json.writeStartObject();
            json.writeEndObject();
        } else {
            json.writeTree(result);
        }
        end();
    }

    /** @param id null if it is not known what was asked for */
    void error(Long id, int code, String message) throws IOException {
        begin();
        json.writeObjectField("id", id);
        json.writeObjectFieldStart("error");
        json.writeNumberField("code", code);
        json.writeStringField("message", message);
        json.writeEndObject();
        end();
    }

    void answer(int session, int requestId, long at, JsonNode body) throws IOException {
        beginAnswer(session, requestId, at);
        json.writeFieldName("body");
        json.writeTree(body);
        endAnswer();
    }

    /** The implementation closed the connection instead of answering. */
    void closed(int session, int requestId, long at, String reason) throws IOException {
        beginAnswer(session, requestId, at);
        json.writeStringField("closed", reason);
        endAnswer();
    }

    void flush() throws IOException {
        json.flush();
    }

    private void beginAnswer(int session, int requestId, long at) throws IOException {
        begin();
        json.writeStringField("method", "answer");
        json.writeObjectFieldStart("params");
        json.writeNumberField("session", session);
        json.writeNumberField("requestId", requestId);
        json.writeNumberField("at", at);
    }

    private void endAnswer() throws IOException {
        json.writeEndObject();
        end();
    }

    private void begin() throws IOException {
        json.writeStartObject();
        json.writeStringField("jsonrpc", "2.0");
    }

    private void end() throws IOException {
        json.writeEndObject();
        json.writeRaw('\n');
    }
}
