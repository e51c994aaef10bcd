package groupspec.kafka;

/** The adapter cannot do what it was asked for, though it was asked well. */
final class AdapterFault extends Exception {
    private static final long serialVersionUID = 1;

    AdapterFault(String message) {
        super(message);
    }
}
