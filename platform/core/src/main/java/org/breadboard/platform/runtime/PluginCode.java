// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.security.CodeSource;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.breadboard.api.Plugin;

/**
 * Tells which classes belong to which plug-in: those of its class loader and jar, or of its package where that says
 * nothing.
 */
public final class PluginCode {
    private static final String OURS = "org.breadboard.";

    private final List<Plugin> plugins;

    /** The code of these plug-ins. */
    public PluginCode(Collection<? extends Plugin> plugins) {
        this.plugins = List.copyOf(plugins);
    }

    /**
     * A place in a plug-in's code.
     *
     * @param plugin its id, or the name of its class if it no longer tells
     * @param frame where
     */
    public record Place(String plugin, StackTraceElement frame) {
        /** For example {@code com.example.Bank.create, line 12}. */
        public String method() {
            return frame.getClassName() + "." + frame.getMethodName()
                    + (frame.getLineNumber() > 0 ? ", line " + frame.getLineNumber() : "");
        }
    }

    /** The innermost frame of a stack that is a plug-in's. */
    public Optional<Place> innermost(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            Optional<Place> place = place(frame);
            if (place.isPresent()) {
                return place;
            }
        }
        return Optional.empty();
    }

    /**
     * The innermost frame that is a plug-in's or the platform's, if it is a plug-in's: the JDK and libraries only serve
     * others.
     */
    public Optional<Place> culprit(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            Optional<Place> place = place(frame);
            if (place.isPresent() || frame.getClassName().startsWith(OURS)) {
                return place;
            }
        }
        return Optional.empty();
    }

    /** The id of the plug-in that a class belongs to, which need not be loadable. */
    public Optional<String> owner(String className) {
        for (Plugin plugin : plugins) {
            if (owns(plugin.getClass(), className)) {
                return Optional.of(name(plugin));
            }
        }
        return Optional.empty();
    }

    private Optional<Place> place(StackTraceElement frame) {
        return owner(frame.getClassName()).map(plugin -> new Place(plugin, frame));
    }

    private static boolean owns(Class<?> plugin, String className) {
        if (Objects.equals(jar(plugin), jar(PluginCode.class))) {
            // Everything is in one jar.
            return inPackage(plugin, className);
        }
        try {
            Class<?> type = Class.forName(className, false, plugin.getClassLoader());
            return type.getClassLoader() == plugin.getClassLoader() && Objects.equals(jar(type), jar(plugin));
        } catch (ClassNotFoundException | LinkageError | IllegalStateException gone) {
            // The plug-in's jar lacks the class, or is gone.
            return inPackage(plugin, className);
        }
    }

    private static boolean inPackage(Class<?> plugin, String className) {
        return !plugin.getPackageName().isEmpty() && className.startsWith(plugin.getPackageName() + ".");
    }

    private static String jar(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? null : String.valueOf(source.getLocation());
    }

    private static String name(Plugin plugin) {
        try {
            return plugin.id();
        } catch (RuntimeException | LinkageError silent) {
            return plugin.getClass().getName();
        }
    }
}
