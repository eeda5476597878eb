// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.link;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;

/** Finds what a plug-in's class files name: its own classes, Breadboard's and the JDK's. For one thread. */
final class Types {
    private static final String FILE = ".class";

    private final Map<String, ClassShape> own;
    private final Map<String, Found> others = new HashMap<>();

    Types(Map<String, ClassShape> own) {
        this.own = own;
    }

    /**
     * What is known of a class.
     *
     * @param shape null if it is missing, or nothing is known of it
     * @param isMissing whether Breadboard ought to have it and does not
     */
    record Found(ClassShape shape, boolean isMissing) {
        private static final Found MISSING = new Found(null, true);
        private static final Found UNKNOWN = new Found(null, false);
    }

    /** Whether a class is one that Breadboard promises to plug-ins. */
    boolean isPromised(String name) {
        return !own.containsKey(name)
                && (name.startsWith("org/breadboard/api/")
                        || name.startsWith("org/breadboard/kit/")
                        || name.startsWith("org/breadboard/platform/"));
    }

    /** The class of this name, as a class that {@code loader} has defined sees it. */
    Found find(String name, ClassLoader loader) {
        ClassShape mine = own.get(name);
        if (mine != null) {
            return new Found(mine, false);
        }
        Found known = others.get(name);
        if (known == null) {
            known = look(name, loader);
            others.put(name, known);
        }
        return known;
    }

    private Found look(String name, ClassLoader loader) {
        if (name.startsWith("java/")) {
            return read(name, ClassLoader.getPlatformClassLoader());
        }
        if (!isPromised(name)) {
            return Found.UNKNOWN;
        }
        try {
            // Its own loader finds its parents, which the plug-in may not import.
            return read(
                    name, Class.forName(name.replace('/', '.'), false, loader).getClassLoader());
        } catch (ClassNotFoundException | NoClassDefFoundError missing) {
            return Found.MISSING;
        } catch (LinkageError otherwiseBroken) {
            return Found.UNKNOWN;
        }
    }

    private static Found read(String name, ClassLoader loader) {
        return bytes(name, loader)
                .map(file -> new Found(ClassShape.of(file, false, loader), false))
                .orElse(Found.UNKNOWN);
    }

    /** A class file; nothing where there is none, or one of a Java that is newer than what reads it. */
    static Optional<ClassReader> bytes(String name, ClassLoader loader) {
        try (InputStream bytes = loader.getResourceAsStream(name + FILE)) {
            return bytes == null ? Optional.empty() : Optional.of(new ClassReader(bytes));
        } catch (IOException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}
