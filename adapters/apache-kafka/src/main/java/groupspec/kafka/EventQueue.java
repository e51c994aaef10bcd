package groupspec.kafka;

import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.apache.kafka.coordinator.common.runtime.CoordinatorEvent;
import org.apache.kafka.coordinator.common.runtime.CoordinatorEventProcessor;

/** Runs the events of a coordinator on the calling thread, one after the other. */
final class EventQueue implements CoordinatorEventProcessor {
    private final ArrayDeque<CoordinatorEvent> events = new ArrayDeque<>();
    private boolean closed = false;

    @Override
    public void enqueueLast(CoordinatorEvent event) {
        throwIfClosed();
        events.addLast(event);
    }

    @Override
    public void enqueueFirst(CoordinatorEvent event) {
        throwIfClosed();
        events.addFirst(event);
    }

    /** Until there is no event left, including those that events have added. */
    void drain() {
        for (CoordinatorEvent event = events.poll(); event != null; event = events.poll()) {
            try {
                event.run();
            } catch (Throwable thrown) {
                event.complete(thrown);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        events.clear();
    }

    private void throwIfClosed() {
        if (closed) throw new RejectedExecutionException("the session is closed");
    }
}
