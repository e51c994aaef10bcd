package groupspec.kafka;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/** Serves the protocol of docs/adapter-protocol.md over stdin and stdout until told to stop. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        FileOutputStream answers = new FileOutputStream(FileDescriptor.out);
        // A library that prints would break the line protocol.
        System.setOut(System.err);
        LineReader lines = new LineReader(new FileInputStream(FileDescriptor.in));
        try {
            new Server(lines, new MessageWriter(answers)).run();
        } catch (IOException thrown) {
            // The kit is gone, or what it sends is no conversation.
            System.err.println("stopped: " + thrown.getMessage());
            System.exit(1);
        }
    }
}
