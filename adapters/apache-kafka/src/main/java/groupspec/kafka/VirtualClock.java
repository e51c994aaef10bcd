package groupspec.kafka;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/** Time of one session: it starts with 0 and moves only when told to. */
final class VirtualClock implements Time {
    private long now = 0;

    void moveTo(long time) {
        now = time;
    }

    @Override
    public long milliseconds() {
        return now;
    }

    @Override
    public long nanoseconds() {
        return TimeUnit.MILLISECONDS.toNanos(now);
    }

    @Override
    public void sleep(long ms) {
        throw new UnsupportedOperationException("the coordinator waits by timers only");
    }

    @Override
    public void waitObject(Object object, Supplier<Boolean> condition, long deadlineMs) {
        throw new UnsupportedOperationException("the coordinator waits by timers only");
    }
}
