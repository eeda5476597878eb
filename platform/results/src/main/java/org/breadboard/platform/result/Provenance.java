// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.registry.InstalledPlugin;

/** What a result was made with: code, plug-ins, JVM. */
public final class Provenance {
    /** Before the names of plug-ins, where a result tells what it was made with. */
    static final String PLUGIN = "plug-in ";
    /** The commit of Breadboard's sources, where a result tells what it was made with. */
    static final String COMMIT = "commit";

    /** Where Linux tells of its processors. */
    private static final Path CPUS = Path.of("/proc/cpuinfo");

    private static final String REF = "ref: ";
    private static final int DIGEST_SHOWN = 12;

    private Provenance() {}

    /**
     * What a page says of it: the plug-ins that were used, files of the result that are the same bytes for the same
     * seed, plug-ins and mix, and the JVM.
     *
     * @param folder of the result
     * @param files of it by name; those that are not there are left out
     */
    public static void section(Page page, List<InstalledPlugin> used, Path folder, List<String> files)
            throws IOException {
        PageTable table = new PageTable("what", "version", "SHA-256");
        for (Map<String, Object> plugin : plugins(used, used)) {
            table.row(
                    "plug-in " + plugin.get("id"),
                    String.valueOf(plugin.get("version")),
                    plugin.get("sha256") == null ? "" : plugin.get("sha256"));
        }
        for (String file : files) {
            if (Files.isRegularFile(folder.resolve(file))) {
                table.row(file, "", Digest.sha256(folder.resolve(file)));
            }
        }
        page.section("Made with").table(table);
        Map<String, Object> jvm = jvm();
        page.note(
                "sub",
                jvm.get("name") + " " + jvm.get("version") + ", " + jvm.get("os") + ", " + jvm.get("processors")
                        + " processors. " + ResultFolder.MANIFEST + " beside this page has the digests of all files.");
    }

    /** What a run of now is made with, as {@link StoredResult#madeWith()} tells of an earlier one. */
    public static Map<String, String> madeWith(List<InstalledPlugin> used, Path home) throws IOException {
        Map<String, String> with = new LinkedHashMap<>();
        for (Map<String, Object> plugin : plugins(used, used)) {
            with.put(PLUGIN + plugin.get("id"), version(String.valueOf(plugin.get("version")), plugin.get("sha256")));
        }
        String commit = commit(home);
        with.put(COMMIT, commit == null ? "" : commit);
        return with;
    }

    /** A plug-in's version, with enough of its digest to tell it from another one of the same version. */
    static String version(String version, Object sha256) {
        return sha256 == null
                ? version
                : version + ", SHA-256 " + sha256.toString().substring(0, DIGEST_SHOWN);
    }

    /** A row for each plug-in: id, version, digest of its jar, and whether it was used. */
    public static List<Map<String, Object>> plugins(List<InstalledPlugin> plugins, List<InstalledPlugin> used)
            throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (InstalledPlugin plugin : plugins) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("id", plugin.id());
            row.put("version", plugin.version());
            row.put("origin", plugin.origin());
            boolean jar =
                    plugin.jar().isPresent() && Files.isRegularFile(plugin.jar().get());
            row.put("sha256", jar ? Digest.sha256(plugin.jar().get()) : null);
            row.put("used", used.contains(plugin));
            rows.add(row);
        }
        return rows;
    }

    /** The JVM that this is, and what it runs on. */
    public static Map<String, Object> jvm() {
        Map<String, Object> jvm = new LinkedHashMap<>();
        jvm.put("version", System.getProperty("java.vm.version"));
        jvm.put("name", System.getProperty("java.vm.name"));
        jvm.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        String cpu = cpu();
        if (cpu != null) {
            jvm.put("cpu", cpu);
        }
        jvm.put("processors", Runtime.getRuntime().availableProcessors());
        jvm.put("maxHeapMb", Runtime.getRuntime().maxMemory() >> 20);
        return jvm;
    }

    /** The model of this machine's processors, or null where the system does not tell. */
    private static String cpu() {
        if (!Files.isReadable(CPUS)) {
            return null;
        }
        try (Stream<String> lines = Files.lines(CPUS)) {
            return lines.filter(line -> line.startsWith("model name") && line.indexOf(':') > 0)
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .filter(model -> !model.isEmpty())
                    .findFirst()
                    .orElse(null);
        } catch (IOException | UncheckedIOException unreadable) {
            return null;
        }
    }

    /**
     * The commit that a distribution was built from, which its build has noted; else that of the working tree that it
     * lies in, or null outside of one.
     */
    public static String commit(Path home) throws IOException {
        Path noted = home.resolve("lib").resolve(COMMIT);
        if (Files.isRegularFile(noted)) {
            return Files.readString(noted).strip();
        }
        for (Path folder = home.toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path git = folder.resolve(".git");
            if (Files.isRegularFile(git)) {
                String link = Files.readString(git).strip();
                git = folder.resolve(link.substring(link.indexOf(' ') + 1));
            }
            if (Files.isRegularFile(git.resolve("HEAD"))) {
                return commit(git, Files.readString(git.resolve("HEAD")).strip());
            }
        }
        return null;
    }

    private static String commit(Path git, String head) throws IOException {
        if (!head.startsWith(REF)) {
            return head;
        }
        String ref = head.substring(REF.length());
        Path common = git;
        if (Files.isRegularFile(git.resolve("commondir"))) {
            common = git.resolve(Files.readString(git.resolve("commondir")).strip())
                    .normalize();
        }
        for (Path place : List.of(git.resolve(ref), common.resolve(ref))) {
            if (Files.isRegularFile(place)) {
                return Files.readString(place).strip();
            }
        }
        Path packed = common.resolve("packed-refs");
        if (Files.isRegularFile(packed)) {
            for (String line : Files.readAllLines(packed)) {
                if (line.endsWith(" " + ref)) {
                    return line.substring(0, line.indexOf(' '));
                }
            }
        }
        return null;
    }
}
