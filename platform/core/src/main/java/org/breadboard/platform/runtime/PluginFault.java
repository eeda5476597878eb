// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.breadboard.api.UnavailableException;

/** Tells what a plug-in threw from what is a defect of Breadboard's. */
public final class PluginFault {
    /** The class in what the JVM says of one that it cannot load or initialize, with dots or slashes. */
    private static final Pattern CLASS =
            Pattern.compile("(?:Could not initialize class )?L?([\\w$]+(?:[./][\\w$]+)*);?");

    private PluginFault() {}

    /**
     * One sentence, if a plug-in threw this, or its jar has gone or does not fit; nothing if the fault is not a
     * plug-in's. What was thrown counts as a plug-in's if the innermost code that is neither the JDK's nor a library's
     * is; a class that is missing, if it is one of the plug-in's own too. {@link UnavailableException} has its own.
     */
    public static Optional<String> describe(Throwable thrown, PluginCode code) {
        if (thrown instanceof UnavailableException) {
            return Optional.of(thrown.getMessage());
        }
        Optional<PluginCode.Place> place = code.culprit(thrown.getStackTrace());
        if (thrown instanceof NoClassDefFoundError || thrown instanceof IncompatibleClassChangeError) {
            return place.map(PluginCode.Place::plugin)
                    .or(() -> missing(thrown).flatMap(code::owner))
                    .map(plugin -> "A class of plug-in '" + plugin + "', or one that it needs, could not be used ("
                            + thrown.getMessage()
                            + "); its jar is incomplete, does not fit this Breadboard, or was removed"
                            + " meanwhile.");
        }
        return place.map(where ->
                "Plug-in '" + where.plugin() + "' threw " + thrown.getClass().getSimpleName()
                        + (thrown.getMessage() == null ? "" : " (" + thrown.getMessage() + ")") + " at "
                        + where.method() + ".");
    }

    private static Optional<String> missing(Throwable thrown) {
        Matcher matcher = CLASS.matcher(String.valueOf(thrown.getMessage()));
        return matcher.matches() ? Optional.of(matcher.group(1).replace('/', '.')) : Optional.empty();
    }
}
