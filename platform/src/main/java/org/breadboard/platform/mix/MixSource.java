package org.breadboard.platform.mix;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.yaml.Where;
import org.breadboard.platform.yaml.YamlFile;
import org.breadboard.platform.yaml.YamlValue;
import org.breadboard.platform.yaml.YamlValue.YamlMap;

/** Finds the files that a mix is made of, and stacks them. */
final class MixSource {
    private static final List<String> OF_THE_FILE = List.of("description", "extends");
    private static final Where COMMAND_LINE = new Where("the command line", 0);

    /** The times of a shipped mix are virtual; real threads have not even started after them. */
    private static final Map<String, Layers.Entry> LIVE_TIMES = Map.of(
            MixKeys.WARMUP.name(), new Layers.Entry("0", new Where("default of live", 0)),
            MixKeys.MEASURE.name(), new Layers.Entry("1000000", new Where("default of live", 0)));

    private final Folders folders;

    MixSource(Folders folders) {
        this.folders = folders;
    }

    /** A stack of layers, lowest first, with what describes it. */
    record Stack(String name, String description, Layers layers) {}

    /** Stacks testbed, shipped mix, user's file, and single values. */
    Stack stack(String nameOrPath, List<String> sets) {
        List<YamlMap> files = files(nameOrPath);
        int shipped = files.size() - (isOwn(nameOrPath) ? 1 : 0);
        String name = Folders.isPath(nameOrPath) ? Folders.nameOf(Path.of(nameOrPath)) : nameOrPath;
        return stack(name, files.subList(0, shipped), files.subList(shipped, files.size()), sets);
    }

    /** Stacks a testbed, files that are shipped, files of the user's, and single values. */
    Stack stack(String name, List<YamlMap> shipped, List<YamlMap> own, List<String> sets) {
        List<YamlMap> files = Stream.concat(shipped.stream(), own.stream()).toList();
        Map<String, Layers.Entry> single = single(sets);
        Layers above = new Layers();
        files.forEach(file -> above.add(file, OF_THE_FILE));
        above.add(single);
        Layers all = new Layers();
        Layers.Entry testbed = above.get(MixKeys.TESTBED);
        if (testbed != null) {
            all.add(testbed(testbed), List.of("description"));
        }
        shipped.forEach(file -> all.add(file, OF_THE_FILE));
        Layers.Entry runtime = above.get(MixKeys.RUNTIME.name());
        if (runtime != null && runtime.text().equals(MixKeys.LIVE)) {
            all.add(LIVE_TIMES);
        }
        own.forEach(file -> all.add(file, OF_THE_FILE));
        all.add(single);
        return new Stack(name, description(files), all);
    }

    private static String description(List<YamlMap> files) {
        String description = "";
        for (YamlMap file : files) {
            if (file.get("description") != null) {
                description = file.get("description").scalar("'description'").text();
            }
        }
        return description;
    }

    /** Whether the last file is one of the user's. */
    private boolean isOwn(String nameOrPath) {
        return Folders.isPath(nameOrPath)
                || Files.isRegularFile(folders.userMixes().resolve(nameOrPath + ".yaml"));
    }

    /** The mix's own files, lowest first. */
    private List<YamlMap> files(String nameOrPath) {
        if (Folders.isPath(nameOrPath)) {
            Path path = Path.of(nameOrPath);
            if (!Files.isRegularFile(path)) {
                throw new RefusedException("There is no file '" + nameOrPath + "'.");
            }
            return below(YamlFile.read(nameOrPath, path), new ArrayList<>());
        }
        if (!Folders.isName(nameOrPath)) {
            throw new RefusedException("'" + nameOrPath
                    + "' is not the name of a mix; names are made of letters, digits, '.', '_' and '-'.");
        }
        Path shipped = folders.mixes().resolve(nameOrPath + ".yaml");
        Path own = folders.userMixes().resolve(nameOrPath + ".yaml");
        List<YamlMap> files = new ArrayList<>();
        if (Files.isRegularFile(own)) {
            YamlMap file = YamlFile.read(folders.label(own), own);
            if (file.get("extends") != null) {
                return below(file, files);
            }
            if (Files.isRegularFile(shipped)) {
                files.add(YamlFile.read(folders.label(shipped), shipped));
            }
            files.add(file);
            return files;
        }
        if (!Files.isRegularFile(shipped)) {
            List<String> names = new ArrayList<>(Folders.names(folders.mixes()));
            names.addAll(Folders.names(folders.userMixes()));
            throw new RefusedException(
                    "There is no mix '" + nameOrPath + "'" + Suggestion.choices(nameOrPath, names, "list mixes"));
        }
        files.add(YamlFile.read(folders.label(shipped), shipped));
        return files;
    }

    /** Puts the shipped mix that a file extends below it. */
    private List<YamlMap> below(YamlMap file, List<YamlMap> files) {
        YamlValue base = file.get("extends");
        if (base != null) {
            String name = base.scalar("'extends'").text();
            Path shipped = Folders.isName(name) ? folders.mixes().resolve(name + ".yaml") : null;
            if (shipped == null || !Files.isRegularFile(shipped)) {
                throw base.where()
                        .refuse("there is no shipped mix '" + name + "'"
                                + Suggestion.choices(name, Folders.names(folders.mixes()), "list mixes"));
            }
            files.add(YamlFile.read(folders.label(shipped), shipped));
        }
        files.add(file);
        return files;
    }

    /** What a testbed alone says. */
    Layers testbed(String name) {
        Layers layers = new Layers();
        layers.add(testbed(new Layers.Entry(name, COMMAND_LINE)), List.of("description"));
        return layers;
    }

    private YamlMap testbed(Layers.Entry choice) {
        String name = choice.text();
        for (Path folder : List.of(folders.userTestbeds(), folders.testbeds())) {
            Path file = Folders.isName(name) ? folder.resolve(name + ".yaml") : folder;
            if (Files.isRegularFile(file)) {
                return YamlFile.read(folders.label(file), file);
            }
        }
        List<String> names = new ArrayList<>(Folders.names(folders.testbeds()));
        names.addAll(Folders.names(folders.userTestbeds()));
        throw choice.where()
                .refuse("there is no testbed '" + name + "'" + Suggestion.choices(name, names, "list testbeds"));
    }

    /** The last one of a key wins. */
    private static Map<String, Layers.Entry> single(List<String> sets) {
        Map<String, Layers.Entry> values = new LinkedHashMap<>();
        for (String set : sets) {
            int equals = set.indexOf('=');
            if (equals <= 0) {
                throw COMMAND_LINE.refuse("--set takes key=value, for example cluster.nodes=5, not '" + set + "'.");
            }
            String key = set.substring(0, equals).trim();
            values.put(
                    Layers.plain(key),
                    new Layers.Entry(set.substring(equals + 1).trim(), new Where("--set " + key, 0)));
        }
        return values;
    }
}
