// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;

/** What can be told of a jar before anything is done with it. */
final class JarCheck {
    /** The largest plug-in of Breadboard's own has a hundredth. */
    private static final long MOST_MB = 256;

    private static final long MOST_UNPACKED_MB = 1024;
    private static final String DIGEST = "-Digest";
    private static final String CLASS = ".class";
    private static final int CLASS_FILE = 0xCAFEBABE;

    /** Of class files, which Java 1.1 had numbered 45. */
    private static final int JAVA_0 = 44;

    /** What Breadboard asks for, and so what any plug-in may be compiled for. */
    private static final int LEAST_JAVA = 17;

    private JarCheck() {}

    /** A jar that can be no plug-in; the message is the end of a sentence. */
    static final class UnsoundJarException extends IOException {
        private static final long serialVersionUID = 1L;

        UnsoundJarException(String why) {
            super(why);
        }
    }

    /**
     * Looks at a jar from outside: its size, its directory and its manifest.
     *
     * @return which bundle it is
     * @throws UnsoundJarException if it cannot be one, or should not be unpacked
     * @throws IOException if it cannot be read
     */
    static BundleName name(Path jar) throws IOException {
        long mb = Files.size(jar) >> 20;
        if (mb > MOST_MB) {
            throw new UnsoundJarException("it has " + mb + " MB, and a plug-in has at most " + MOST_MB
                    + " MB; leave out what is no code or profile");
        }
        try (JarFile file = new JarFile(jar.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
            checkDirectory(file);
            checkJava(file);
            Manifest manifest = manifest(file);
            if (manifest == null) {
                throw new UnsoundJarException(
                        "it is not an OSGi bundle, since it has no manifest (META-INF/MANIFEST.MF); build it with bnd");
            }
            Attributes main = manifest.getMainAttributes();
            String name = main.getValue(Constants.BUNDLE_SYMBOLICNAME);
            if (name == null) {
                throw new UnsoundJarException("it is not an OSGi bundle, since its manifest has no Bundle-SymbolicName;"
                        + " build it with bnd");
            }
            return new BundleName(
                    name.split(";", 2)[0].strip(), Version.parseVersion(main.getValue(Constants.BUNDLE_VERSION)));
        } catch (IllegalArgumentException version) {
            throw new UnsoundJarException("its Bundle-Version is none (" + version.getMessage() + "); rebuild it");
        }
    }

    private static Manifest manifest(JarFile file) throws UnsoundJarException {
        try {
            return file.getManifest();
        } catch (IOException broken) {
            throw new UnsoundJarException("its manifest (META-INF/MANIFEST.MF) cannot be read: " + broken.getMessage()
                    + "; build it with bnd");
        }
    }

    private static void checkDirectory(JarFile file) throws UnsoundJarException {
        long unpacked = 0;
        for (Iterator<JarEntry> entries = file.entries().asIterator(); entries.hasNext(); ) {
            JarEntry entry = entries.next();
            String name = entry.getName().replace('\\', '/');
            if (name.startsWith("/") || List.of(name.split("/", -1)).contains("..")) {
                throw new UnsoundJarException(
                        "its entry '" + entry.getName() + "' has a path that leaves the jar; build it anew");
            }
            unpacked += Math.max(0, entry.getSize());
        }
        if (unpacked >> 20 > MOST_UNPACKED_MB) {
            throw new UnsoundJarException("it unpacks to " + (unpacked >> 20) + " MB, and a plug-in to at most "
                    + MOST_UNPACKED_MB + " MB; leave out what is no code or profile");
        }
    }

    /** Of classes for several Javas, those that this one would take. */
    private static void checkJava(JarFile file) throws IOException {
        int here = Runtime.version().feature();
        for (Iterator<JarEntry> entries = file.versionedStream().iterator(); entries.hasNext(); ) {
            JarEntry entry = entries.next();
            int java = entry.getName().endsWith(CLASS) ? javaOf(file, entry) : 0;
            if (java > here) {
                String name = entry.getName();
                String type = name.substring(0, name.length() - CLASS.length()).replace('/', '.');
                throw new UnsoundJarException("its class " + type + " is compiled for Java " + java
                        + ", and this is Java " + here + "; build it with --release " + LEAST_JAVA);
            }
        }
    }

    /** 0, if that is no class file. */
    private static int javaOf(JarFile file, JarEntry entry) throws IOException {
        try (DataInputStream bytes = new DataInputStream(file.getInputStream(entry))) {
            if (bytes.readInt() != CLASS_FILE) {
                return 0;
            }
            bytes.readUnsignedShort();
            return bytes.readUnsignedShort() - JAVA_0;
        } catch (EOFException cut) {
            return 0;
        }
    }

    /**
     * Reads a jar to its end: every entry is whole and, where the manifest has digests of it or somebody has signed it,
     * is what the digests say.
     *
     * @throws UnsoundJarException if one is not
     * @throws IOException if it cannot be read
     */
    static void content(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile(), true)) {
            Manifest manifest = file.getManifest();
            for (Iterator<JarEntry> entries = file.entries().asIterator(); entries.hasNext(); ) {
                JarEntry entry = entries.next();
                Attributes said = manifest == null ? null : manifest.getAttributes(entry.getName());
                checkEntry(file, entry, said == null ? new Attributes() : said);
            }
        } catch (SecurityException signature) {
            throw new UnsoundJarException(
                    "its content is not what was signed (" + signature.getMessage() + "); fetch it again");
        }
    }

    private static void checkEntry(JarFile file, JarEntry entry, Attributes said) throws IOException {
        for (Map.Entry<Object, Object> attribute : said.entrySet()) {
            String key = attribute.getKey().toString();
            if (key.endsWith(DIGEST)) {
                MessageDigest digest = algorithm(key.substring(0, key.length() - DIGEST.length()));
                try (InputStream bytes = new DigestInputStream(file.getInputStream(entry), digest)) {
                    bytes.transferTo(OutputStream.nullOutputStream());
                }
                if (!Base64.getEncoder().encodeToString(digest.digest()).equals(attribute.getValue())) {
                    throw new UnsoundJarException("its entry '" + entry.getName() + "' does not have the " + key
                            + " that its manifest says; fetch it again");
                }
            }
        }
        try (InputStream bytes = file.getInputStream(entry)) {
            bytes.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static MessageDigest algorithm(String name) throws UnsoundJarException {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException unknown) {
            throw new UnsoundJarException("its manifest has digests of the unknown kind " + name + "; sign it anew");
        }
    }
}
