package groupspec.kafka;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.apache.kafka.server.util.timer.Timer;
import org.apache.kafka.server.util.timer.TimerTask;
import org.apache.kafka.server.util.timer.TimerTaskEntry;

/** Timers of one session, in the order of their deadlines, then in the order of their arming. */
final class VirtualTimer implements Timer {
    private record Armed(TimerTaskEntry entry, long order) {}

    private static final Comparator<Armed> EARLIEST_FIRST =
        Comparator.<Armed>comparingLong(armed -> armed.entry.expirationMs)
            .thenComparingLong(Armed::order);

    private final VirtualClock clock;
    private final PriorityQueue<Armed> armed = new PriorityQueue<>(EARLIEST_FIRST);
    private long order = 0;
    private int tidyAt = 1024;

    VirtualTimer(VirtualClock clock) {
        this.clock = clock;
    }

    @Override
    public void add(TimerTask task) {
        tidy();
        // A delay below zero is over already, like one of zero.
        long deadline = clock.milliseconds() + Math.max(0, task.delayMs);
        armed.add(new Armed(new TimerTaskEntry(task, deadline), order++));
    }

    /**
     * Runs the next timer that is due at {@code time} or before, with the clock at its deadline.
     *
     * @return false if there is none
     */
    boolean fireNext(long time) {
        for (Armed next = armed.peek(); next != null; next = armed.peek()) {
            boolean cancelled = next.entry.cancelled();
            if (!cancelled && next.entry.expirationMs > time) return false;
            armed.remove();
            if (cancelled) continue;
            clock.moveTo(Math.max(clock.milliseconds(), next.entry.expirationMs));
            next.entry.timerTask.run();
            return true;
        }
        return false;
    }

    /** The earliest deadline after a time, Long.MAX_VALUE if there is none. */
    long nextAfter(long time) {
        return armed.stream()
            .filter(timer -> !timer.entry.cancelled())
            .mapToLong(timer -> timer.entry.expirationMs)
            .filter(deadline -> deadline > time)
            .min()
            .orElse(Long.MAX_VALUE);
    }

    @Override
    public boolean advanceClock(long timeoutMs) {
        throw new UnsupportedOperationException("only a session moves its clock");
    }

    @Override
    public int size() {
        return armed.size();
    }

    @Override
    public void close() {
        armed.clear();
    }

    /** A cancelled timer stays in the queue; every heartbeat leaves one behind. */
    private void tidy() {
        if (armed.size() < tidyAt) return;
        armed.removeIf(timer -> timer.entry.cancelled());
        tidyAt = Math.max(1024, 2 * armed.size());
    }
}
