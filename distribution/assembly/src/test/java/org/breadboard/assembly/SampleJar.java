// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Builds the jar of a plug-in around {@link SamplePlugin}, as somebody else's build would.
 *
 * @param behaviour what the plug-in's constructor does, or {@code ""}
 * @param headers of the manifest, beside or instead of the usual ones; {@code null} leaves one out
 * @param entries texts by name, beside the usual ones
 */
record SampleJar(
        String symbolicName,
        String version,
        String id,
        String apiRange,
        String behaviour,
        Map<String, String> headers,
        Map<String, String> entries) {
    private static final String CLASS = SamplePlugin.class.getName();
    private static final String SERVICE = "META-INF/services/org.breadboard.api.Plugin";

    SampleJar(String symbolicName, String version, String id, String apiRange) {
        this(symbolicName, version, id, apiRange, "", Map.of(), Map.of());
    }

    /** A sound plug-in. */
    static SampleJar sound(String version) {
        return new SampleJar("org.sample", version, "sample", "[0.1,1)");
    }

    SampleJar thatDoes(String other) {
        return new SampleJar(symbolicName, version, id, apiRange, other, headers, entries);
    }

    SampleJar with(String header, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(header, value);
        return new SampleJar(symbolicName, version, id, apiRange, behaviour, more, entries);
    }

    SampleJar withEntry(String name, String text) {
        return new SampleJar(symbolicName, version, id, apiRange, behaviour, headers, Map.of(name, text));
    }

    /** A digest of the entry with the plug-in's properties, as a signer writes it. */
    Manifest withDigest(String sha256) {
        Attributes said = new Attributes();
        said.putValue("SHA-256-Digest", sha256);
        Manifest manifest = manifest();
        manifest.getEntries().put(SamplePlugin.PROPERTIES, said);
        return manifest;
    }

    byte[] bytes() throws IOException {
        return bytes(manifest());
    }

    byte[] bytes(Manifest manifest) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            entry(jar, SERVICE, CLASS);
            entry(jar, SamplePlugin.PROPERTIES, id + '\n' + version + '\n' + behaviour);
            for (Map.Entry<String, String> each : entries.entrySet()) {
                entry(jar, each.getKey(), each.getValue());
            }
            for (String type : List.of(CLASS, SampleActivator.class.getName())) {
                String file = type.replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(file));
                try (InputStream compiled = SampleJar.class.getClassLoader().getResourceAsStream(file)) {
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
        attributes.putValue("Bundle-SymbolicName", symbolicName);
        attributes.putValue("Bundle-Version", version);
        attributes.putValue("Import-Package", "org.breadboard.api;version=\"" + apiRange + '"');
        attributes.putValue(
                "Provide-Capability", "osgi.serviceloader;osgi.serviceloader=\"org.breadboard.api.Plugin\"");
        attributes.putValue(
                "Require-Capability",
                "osgi.extender;filter:=\"(&(osgi.extender=osgi.serviceloader.registrar)(version>=1.0.0)(!(version>=2.0.0)))\"");
        headers.forEach((header, value) -> {
            if (value == null) {
                attributes.remove(new Attributes.Name(header));
            } else {
                attributes.putValue(header, value);
            }
        });
        return manifest;
    }

    private static void entry(JarOutputStream jar, String name, String text) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(text.getBytes(StandardCharsets.UTF_8));
        jar.closeEntry();
    }
}
