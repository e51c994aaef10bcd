package groupspec.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Lines of bytes. The current one stays in place inside {@link #buffer()} until the next is asked
 * for, so that it can be parsed without a copy.
 */
final class LineReader {
    static final int LONGEST_LINE = 16 * 1024 * 1024;

    /** What there is to do before the reader waits for input. */
    interface Idle {
        void run() throws IOException;
    }

    private final InputStream input;
    private byte[] buffer = new byte[64 * 1024];
    private int lineStart = 0;
    private int lineEnd = -1;
    private int filled = 0;

    LineReader(InputStream input) {
        this.input = input;
    }

    /** @return false at the end of the input; a last line without its LF does not count */
    boolean next(Idle beforeWaiting) throws IOException {
        lineStart = lineEnd + 1;
        int searched = lineStart;
        while (true) {
            for (int at = searched; at < filled; at++) {
                if (buffer[at] == '\n') {
                    lineEnd = at;
                    return true;
                }
            }
            searched = filled - makeRoom();
            if (input.available() == 0) beforeWaiting.run();
            int read = input.read(buffer, filled, buffer.length - filled);
            if (read < 0) return false;
            filled += read;
        }
    }

    byte[] buffer() {
        return buffer;
    }

    int offset() {
        return lineStart;
    }

    int length() {
        return lineEnd - lineStart;
    }

    /** @return by how much what is in the buffer has moved to its front */
    private int makeRoom() throws IOException {
        int moved = lineStart;
        filled -= moved;
        System.arraycopy(buffer, lineStart, buffer, 0, filled);
        lineStart = 0;
        if (filled > LONGEST_LINE) throw new IOException("a line is longer than 16 MiB");
        if (filled == buffer.length) buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        return moved;
    }
}
