// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
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
    /** Says that a file's times are virtual. */
    private static final String TIMES = "times";

    private static final String VIRTUAL = "virtual";
    private static final List<String> OF_THE_FILE = List.of("description", "extends", TIMES);
    private static final int MAX_EXTENDS = 8;
    private static final Where COMMAND_LINE = new Where("the command line", 0);

    /**
     * What holds for real threads in place of virtual times, as a shipped mix has: they have not even started by then.
     */
    private static final Map<String, Layers.Entry> LIVE_TIMES = Map.of(
            MixKeys.WARMUP.name(), new Layers.Entry("0", new Where("default of live", 0)),
            MixKeys.MEASURE.name(), new Layers.Entry("1000000", new Where("default of live", 0)));

    private static final Predicate<String> COUNT = Pattern.compile("[0-9]{1,3}").asMatchPredicate();

    private final Folders folders;
    private final Path base;

    MixSource(Folders folders) {
        this(folders, Path.of(""));
    }

    /** Paths in single values are relative to {@code base}. */
    MixSource(Folders folders, Path base) {
        this.folders = folders;
        this.base = base;
    }

    /** What refusals call the place of a value that no file gives. */
    static String place(String mix) {
        return "mix '" + mix + "'";
    }

    /** A stack of layers, lowest first, with what describes it. */
    record Stack(String name, String description, Layers layers) {
        /** The mix itself, as the place of what nobody says. */
        Where where() {
            return new Where(place(name), 0);
        }

        /** Where a key's value was said, or the mix. */
        Where origin(String key) {
            Layers.Entry entry = layers.get(key);
            return entry == null ? where() : entry.where();
        }
    }

    /** Stacks all that holds for a mix. */
    Stack stack(MixRequest request) {
        String mix = request.mix();
        Sources sources = new Sources();
        if (request.kind() == MixRequest.Kind.VALUES) {
            Layers layers = new Layers();
            layers.add(values(mix, request.sets()));
            return new Stack(mix, "", layers);
        }
        if (request.kind() == MixRequest.Kind.SETS) {
            return stack(mix, sources, request.sets());
        }
        find(mix, sources);
        return stack(Folders.isPath(mix) ? Folders.nameOf(Path.of(mix)) : mix, sources, request.sets());
    }

    /** Stacks testbed, shipped mix, user's files, and single values. */
    private Stack stack(String name, Sources sources, List<String> sets) {
        List<YamlMap> shipped = sources.shipped;
        List<YamlMap> own = sources.own;
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
        Layers.Entry runtime = above.get(MixKeys.RUNTIME.name());
        boolean live = runtime != null && runtime.text().equals(MixKeys.LIVE);
        if (live) {
            all.add(liveThreads(all, Runtime.getRuntime().availableProcessors()));
        }
        shipped.forEach(file -> all.add(file, OF_THE_FILE));
        if (live) {
            all.add(LIVE_TIMES);
        }
        for (YamlMap file : own) {
            all.add(file, OF_THE_FILE);
            if (hasVirtualTimes(file) && live) {
                all.add(timesOf(file));
            }
        }
        all.add(single);
        return new Stack(name, description(files), all);
    }

    /** A testbed's threads are of the paper's machines: real ones are at most as many as this machine has cores. */
    private static Map<String, Layers.Entry> liveThreads(Layers testbed, int cores) {
        Layers.Entry threads = testbed.get(MixKeys.THREADS.name());
        return threads == null || !COUNT.test(threads.text()) || Integer.parseInt(threads.text()) <= cores
                ? Map.of()
                : Map.of(
                        MixKeys.THREADS.name(),
                        new Layers.Entry(
                                Integer.toString(cores), new Where("default of live, this machine's cores", 0)));
    }

    private static boolean hasVirtualTimes(YamlMap file) {
        YamlValue times = file.get(TIMES);
        if (times == null) {
            return false;
        }
        if (!times.scalar("'" + TIMES + "'").text().equals(VIRTUAL)) {
            throw times.where()
                    .refuse("'" + TIMES + "' takes '" + VIRTUAL + "', for times that a live run ignores; leave it out"
                            + " where they hold for both.");
        }
        return true;
    }

    /** What holds live in place of those times that a file gives. */
    private static Map<String, Layers.Entry> timesOf(YamlMap file) {
        Layers alone = new Layers();
        alone.add(file, OF_THE_FILE);
        Map<String, Layers.Entry> times = new LinkedHashMap<>(LIVE_TIMES);
        times.keySet().removeIf(key -> alone.get(key) == null);
        return times;
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

    /** The files that a mix is made of, lowest first: the user's own are above what is shipped. */
    private static final class Sources {
        private final List<YamlMap> shipped = new ArrayList<>();
        private final List<YamlMap> own = new ArrayList<>();
    }

    /** Takes a mix's own file, with what is below it. */
    private void find(String nameOrPath, Sources sources) {
        new Where("the name of a mix", 0).printable(nameOrPath);
        if (Folders.isPath(nameOrPath)) {
            Path path = Path.of(nameOrPath);
            if (!Files.isRegularFile(path)) {
                throw new RefusedException("There is no file '" + nameOrPath + "'.");
            }
            takeOwn(YamlFile.read(nameOrPath, path), "", sources);
            return;
        }
        if (!Folders.isName(nameOrPath)) {
            throw new RefusedException("'" + nameOrPath
                    + "' is not the name of a mix; names are made of letters, digits, '.', '_' and '-'.");
        }
        Optional<Path> own = folders.findOwn(Folders.MIXES, nameOrPath);
        if (own.isPresent()) {
            takeOwn(YamlFile.read(folders.label(own.get()), own.get()), nameOrPath, sources);
        } else if (!takeShipped(nameOrPath, sources)) {
            throw new RefusedException("There is no mix '" + nameOrPath + "'"
                    + Suggestion.choices(nameOrPath, folders.names(Folders.MIXES), "list mixes"));
        }
    }

    /** Takes a file, above the mix that it extends: one that says nothing extends the shipped one of its name. */
    private void takeOwn(YamlMap file, String name, Sources sources) {
        sources.own.add(0, file);
        YamlValue base = file.get("extends");
        if (base == null) {
            takeShipped(name, sources);
            return;
        }
        String extended = base.scalar("'extends'").text();
        Optional<Path> own = extended.equals(name) ? Optional.empty() : folders.findOwn(Folders.MIXES, extended);
        if (own.isPresent()) {
            if (sources.own.size() > MAX_EXTENDS) {
                throw base.where().refuse("the mixes that this one extends form a circle.");
            }
            takeOwn(YamlFile.read(folders.label(own.get()), own.get()), extended, sources);
        } else if (!takeShipped(extended, sources)) {
            if (extended.equals(name)) {
                throw base.where().refuse("the mix extends itself, and no mix of that name ships.");
            }
            throw base.where()
                    .refuse("there is no mix '" + extended + "'"
                            + Suggestion.choices(extended, folders.names(Folders.MIXES), "list mixes"));
        }
    }

    private boolean takeShipped(String name, Sources sources) {
        Optional<Path> shipped = folders.findShipped(Folders.MIXES, name);
        shipped.ifPresent(file -> sources.shipped.add(YamlFile.read(folders.label(file), file)));
        return shipped.isPresent();
    }

    /** What a testbed alone says. */
    Layers testbed(String name) {
        Layers layers = new Layers();
        layers.add(testbed(new Layers.Entry(name, COMMAND_LINE)), List.of("description"));
        return layers;
    }

    private YamlMap testbed(Layers.Entry choice) {
        String name = choice.text();
        return folders.find(Folders.TESTBEDS, name)
                .map(file -> YamlFile.read(folders.label(file), file))
                .orElseThrow(() -> choice.where()
                        .refuse("there is no testbed '" + name + "'"
                                + Suggestion.choices(name, folders.names(Folders.TESTBEDS), "list testbeds")));
    }

    /** What a program says. */
    private static Map<String, Layers.Entry> values(String mix, List<String> sets) {
        Map<String, Layers.Entry> values = new LinkedHashMap<>();
        for (String set : sets) {
            int equals = set.indexOf('=');
            values.put(set.substring(0, equals), new Layers.Entry(set.substring(equals + 1), new Where(place(mix), 0)));
        }
        return values;
    }

    /** The last one of a key wins. */
    private Map<String, Layers.Entry> single(List<String> sets) {
        Map<String, Layers.Entry> values = new LinkedHashMap<>();
        for (String set : sets) {
            int equals = set.indexOf('=');
            if (equals <= 0) {
                throw COMMAND_LINE.refuse("--set takes key=value, for example cluster.nodes=5, not '" + set + "'.");
            }
            COMMAND_LINE.printable(set.trim());
            String key = set.substring(0, equals).trim();
            values.put(
                    Layers.plain(key),
                    new Layers.Entry(set.substring(equals + 1).trim(), new Where("--set " + key, 0, base)));
        }
        return values;
    }
}
