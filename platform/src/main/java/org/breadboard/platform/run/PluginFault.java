package org.breadboard.platform.run;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Tells what a plug-in of somebody else's threw from what is a defect of Breadboard's. */
public final class PluginFault {
    private static final String OURS = "org.breadboard.";
    /** The JDK, and the libraries that Breadboard uses itself: whoever called them is meant. */
    private static final Set<String> LIBRARIES = Set.of(
            "java.",
            "jdk.",
            "sun.",
            "org.apache.",
            "org.yaml.",
            "com.fasterxml.",
            "org.HdrHistogram.",
            "org.osgi.",
            "org.jline.");

    private PluginFault() {}

    /** One sentence, if a plug-in of somebody else's threw this, or its jar has gone; nothing if the fault is ours. */
    public static Optional<String> describe(Throwable thrown) {
        if (thrown instanceof NoClassDefFoundError || thrown instanceof IncompatibleClassChangeError) {
            return Optional.of("A class of a plug-in could not be loaded (" + thrown.getMessage()
                    + "); its jar is incomplete, or was removed meanwhile.");
        }
        return place(thrown.getStackTrace())
                .map(place -> "A plug-in threw " + thrown.getClass().getSimpleName()
                        + (thrown.getMessage() == null ? "" : " (" + thrown.getMessage() + ")") + " at " + place + ".");
    }

    /** The innermost frame that is neither the JDK's nor a library's, if it is somebody else's. */
    static Optional<String> place(StackTraceElement[] stack) {
        return Stream.of(stack)
                .filter(frame -> LIBRARIES.stream()
                        .noneMatch(library -> frame.getClassName().startsWith(library)))
                .findFirst()
                .filter(frame -> !frame.getClassName().startsWith(OURS))
                .map(frame -> frame.getClassName() + "." + frame.getMethodName() + ", line " + frame.getLineNumber());
    }
}
