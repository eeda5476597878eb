package org.breadboard.platform.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.catalogue.Digest;
import org.breadboard.platform.registry.InstalledPlugin;

/** What a result was made with: code, plug-ins, JVM. */
final class Provenance {
    private static final String REF = "ref: ";

    private Provenance() {}

    static List<Map<String, Object>> plugins(List<InstalledPlugin> plugins, List<InstalledPlugin> used)
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

    static Map<String, Object> jvm() {
        Map<String, Object> jvm = new LinkedHashMap<>();
        jvm.put("version", System.getProperty("java.vm.version"));
        jvm.put("name", System.getProperty("java.vm.name"));
        jvm.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        jvm.put("processors", Runtime.getRuntime().availableProcessors());
        jvm.put("maxHeapMb", Runtime.getRuntime().maxMemory() >> 20);
        return jvm;
    }

    /** The commit of the working tree that the distribution was built in, or null outside of one. */
    static String commit(Path home) throws IOException {
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
