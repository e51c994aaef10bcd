package groupspec.kafka;

/** The params of a call do not make sense. */
final class BadParams extends Exception {
    private static final long serialVersionUID = 1;

    BadParams(String message) {
        super(message);
    }
}
