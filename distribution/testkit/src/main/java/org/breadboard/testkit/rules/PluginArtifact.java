// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit.rules;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.breadboard.api.hardware.Capability;

/** The jar of a plug-in, or the folder of classes that will become one. */
public final class PluginArtifact {
    /** A clause of an OSGi header: names, then attributes in which commas may stand within quotes. */
    private static final Pattern CLAUSE =
            Pattern.compile("([^,;\"=]+)((?:;[^,;\"=:]+:?=(?:\"[^\"]*\"|[^,;\"]*))*)(?:,|$)");

    private final Class<?> plugin;
    private final Path location;

    private PluginArtifact(Class<?> plugin, Path location) {
        this.plugin = plugin;
        this.location = location;
    }

    public static PluginArtifact of(Class<?> plugin) {
        try {
            return new PluginArtifact(
                    plugin,
                    Path.of(plugin.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI()));
        } catch (URISyntaxException e) {
            throw new AssertionError("the place that " + plugin.getName() + " comes from is no file", e);
        }
    }

    /** The bundle's manifest. */
    public Attributes manifest() throws IOException {
        try (Root root = open()) {
            Path manifest = root.path().resolve("META-INF/MANIFEST.MF");
            if (!Files.exists(manifest)) {
                throw new AssertionError("there is no META-INF/MANIFEST.MF in " + location
                        + ": let bnd write it, which it does in a Maven build");
            }
            try (InputStream in = Files.newInputStream(manifest)) {
                return new Manifest(in).getMainAttributes();
            }
        }
    }

    /** The module. */
    public ModuleDescriptor module() {
        try {
            return ModuleFinder.of(location).findAll().iterator().next().descriptor();
        } catch (FindException | java.util.NoSuchElementException e) {
            throw new AssertionError("there is no module in " + location, e);
        }
    }

    /** The packages that the bundle exports, each of which must have a version. */
    public Set<String> exportedByBundle() throws IOException {
        Set<String> exported = new LinkedHashSet<>();
        String header = manifest().getValue("Export-Package");
        Matcher clause = CLAUSE.matcher(header == null ? "" : header);
        while (clause.find()) {
            if (!clause.group(2).contains(";version=")) {
                throw new AssertionError("the bundle exports " + clause.group(1) + " without a version");
            }
            exported.add(clause.group(1).trim());
        }
        return exported;
    }

    /** The public top-level types of a package that are neither capabilities nor what capabilities are made of. */
    public List<String> strangersIn(String exported) throws IOException {
        List<String> strangers = new ArrayList<>();
        boolean offersCapability = false;
        try (Root root = open();
                Stream<Path> files = Files.list(root.path().resolve(exported.replace('.', '/')))) {
            for (String file :
                    files.map(path -> path.getFileName().toString()).sorted().toList()) {
                if (!file.endsWith(".class") || file.contains("$") || file.equals("package-info.class")) {
                    continue;
                }
                Class<?> type = load(exported + "." + file.substring(0, file.length() - ".class".length()));
                offersCapability |= Capability.class.isAssignableFrom(type);
                if (!type.isInterface() && !type.isEnum() && !type.isRecord()) {
                    strangers.add(type.getName());
                }
            }
        }
        if (!offersCapability) {
            strangers.add(exported);
        }
        return strangers;
    }

    private Class<?> load(String name) {
        try {
            return Class.forName(name, false, plugin.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError("cannot load " + name, e);
        }
    }

    private Root open() throws IOException {
        if (Files.isDirectory(location)) {
            return new Root(location, null);
        }
        FileSystem jar = FileSystems.newFileSystem(location);
        return new Root(jar.getPath("/"), jar);
    }

    /** The root of a folder or of an open jar. */
    private record Root(Path path, FileSystem jar) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            if (jar != null) {
                jar.close();
            }
        }
    }
}
