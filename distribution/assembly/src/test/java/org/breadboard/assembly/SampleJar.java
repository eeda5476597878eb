package org.breadboard.assembly;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Builds the jar of a plug-in around {@link SamplePlugin}, as somebody else's build would. */
record SampleJar(String symbolicName, String version, String id, String apiRange) {
    private static final String CLASS = SamplePlugin.class.getName();

    /** A sound plug-in. */
    static SampleJar sound(String version) {
        return new SampleJar("org.sample", version, "sample", "[0.1,1)");
    }

    byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest())) {
            entry(jar, "META-INF/services/org.breadboard.api.Plugin", CLASS);
            entry(jar, SamplePlugin.PROPERTIES, id + '\n' + version);
            String file = CLASS.replace('.', '/') + ".class";
            jar.putNextEntry(new JarEntry(file));
            try (InputStream compiled = SampleJar.class.getClassLoader().getResourceAsStream(file)) {
                compiled.transferTo(jar);
            }
            jar.closeEntry();
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
        return manifest;
    }

    private static void entry(JarOutputStream jar, String name, String text) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(text.getBytes(StandardCharsets.UTF_8));
        jar.closeEntry();
    }
}
