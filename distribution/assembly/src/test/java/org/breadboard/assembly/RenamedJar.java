// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/** A plug-in's jar as it would be, had it been built against a kit with other names. */
final class RenamedJar {
    private RenamedJar() {}

    /** {@code names} has the other names, by {@code owner.name(descriptor)}. */
    static byte[] bytes(Path jar, Map<String, String> names) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream file = Files.newInputStream(jar);
                ZipInputStream from = new ZipInputStream(file);
                ZipOutputStream to = new ZipOutputStream(bytes)) {
            for (ZipEntry entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
                to.putNextEntry(new ZipEntry(entry.getName()));
                byte[] content = from.readAllBytes();
                to.write(entry.getName().matches("com/.*\\.class") ? renamed(content, names) : content);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] renamed(byte[] classFile, Map<String, String> names) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(classFile).accept(new ClassRemapper(writer, new SimpleRemapper(Opcodes.ASM9, names)), 0);
        return writer.toByteArray();
    }
}
