// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Builds the jar of a plug-in around {@link SampleVerbPlugin}, as somebody else's build would.
 *
 * @param verb the verb's name
 * @param behaviour what the verb does, or {@code ""}
 * @param verbsRange which versions of the verbs' package it is built for
 */
record SampleVerbJar(String verb, String behaviour, String verbsRange) {
    SampleVerbJar(String verb, String behaviour) {
        this(verb, behaviour, "[0.1,1)");
    }

    byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest())) {
            entry(jar, "META-INF/services/org.breadboard.api.Plugin", SampleVerbPlugin.class.getName());
            entry(jar, SamplePlugin.PROPERTIES, "sample\n1.0.0\n" + behaviour + '\n' + verb);
            for (Class<?> type : List.of(
                    SampleVerbPlugin.class,
                    SampleVerbPlugin.SampleVerb.class,
                    SampleVerbPlugin.SampleCommand.class,
                    SamplePlugin.class)) {
                String file = type.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(file));
                try (InputStream compiled = SampleVerbJar.class.getClassLoader().getResourceAsStream(file)) {
                    compiled.transferTo(jar);
                }
                jar.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private Manifest manifest() {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Bundle-ManifestVersion", "2");
        attributes.putValue("Bundle-SymbolicName", "org.sample");
        attributes.putValue("Bundle-Version", "1.0.0");
        attributes.putValue(
                "Import-Package",
                "org.breadboard.api;version=\"[0.1,1)\",org.breadboard.platform.console;version=\"[0.1,1)\","
                        + "org.breadboard.platform.verbs;version=\"" + verbsRange + "\",picocli;version=\"[4.7,5)\"");
        attributes.putValue(
                "Provide-Capability", "osgi.serviceloader;osgi.serviceloader=\"org.breadboard.api.Plugin\"");
        attributes.putValue(
                "Require-Capability",
                "osgi.extender;filter:=\"(&(osgi.extender=osgi.serviceloader.registrar)(version>=1.0.0)(!(version>=2.0.0)))\"");
        return manifest;
    }

    private static void entry(JarOutputStream jar, String name, String text) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(text.getBytes(StandardCharsets.UTF_8));
        jar.closeEntry();
    }
}
