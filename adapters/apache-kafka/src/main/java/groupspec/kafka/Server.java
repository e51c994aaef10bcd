package groupspec.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;

/** Answers one request after the other, in the order of their arrival. */
final class Server {
    private static final int PARSE_ERROR = -32700;
    private static final int INVALID_REQUEST = -32600;
    private static final int UNKNOWN_METHOD = -32601;
    private static final int INVALID_PARAMS = -32602;
    private static final int ADAPTER_FAULT = 1;

    private final LineReader lines;
    private final MessageWriter output;
    private final Methods methods;
    private final ObjectReader json = new ObjectMapper().reader();
    private boolean running = true;

    Server(LineReader lines, MessageWriter output) {
        this.lines = lines;
        this.output = output;
        methods = new Methods(output);
    }

    /** Returns after {@code shutdown}, or when there is no more input. */
    void run() throws IOException {
        while (running && lines.next(output::flush)) {
            JsonNode message;
            try {
                message = json.readTree(lines.buffer(), lines.offset(), lines.length());
            } catch (JsonProcessingException noJson) {
                output.error(null, PARSE_ERROR, "no JSON: " + noJson.getOriginalMessage());
                continue;
            }
            serve(message);
        }
        output.flush();
    }

    private void serve(JsonNode message) throws IOException {
        JsonNode givenId = message.path("id");
        JsonNode method = message.path("method");
        Long id = givenId.isIntegralNumber() ? givenId.longValue() : null;
        if (id == null || !method.isTextual()) {
            output.error(id, INVALID_REQUEST, "a request has an integer id and a method");
            return;
        }
        try {
            JsonNode result = methods.call(method.textValue(), message.path("params"));
            if (result == null) {
                output.error(id, UNKNOWN_METHOD, "there is no method " + method.textValue());
            } else {
                output.result(id, result);
            }
            if (method.textValue().equals("shutdown")) running = false;
        } catch (BadParams bad) {
            output.error(id, INVALID_PARAMS, bad.getMessage());
        } catch (RuntimeException unexpected) {
            unexpected.printStackTrace();
            output.error(id, ADAPTER_FAULT, unexpected.toString());
        }
    }
}
