package groupspec.kafka;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * Serves the protocol of docs/adapter-protocol.md over stdin and stdout until told to stop, or what
 * Bench measures if the only argument is {@code bench}.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        FileOutputStream answers = new FileOutputStream(FileDescriptor.out);
        // A library that prints would break the line protocol.
        System.setOut(System.err);
        FileInputStream lines = new FileInputStream(FileDescriptor.in);
        try {
            if (arguments.length == 1 && arguments[0].equals("bench")) {
                new Bench(lines, answers).run();
            } else {
                new Server(new LineReader(lines), new MessageWriter(answers)).run();
            }
        } catch (IOException thrown) {
            // The kit is gone, or what it sends is no conversation.
            System.err.println("stopped: " + thrown.getMessage());
            System.exit(1);
        }
    }
}
