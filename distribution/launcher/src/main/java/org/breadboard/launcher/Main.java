package org.breadboard.launcher;

/** The process's entry. */
public final class Main {
    private Main() {}

    /**
     * Runs Breadboard.
     *
     * @param arguments the command line
     */
    public static void main(String[] arguments) {
        System.exit(0);
    }
}
