// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The modules of {@code platform/} are layers. Maven lets a module name what the modules that it depends on depend on;
 * here each edge that a class may use is written down. A package belongs to the module in whose sources it lies.
 */
@AnalyzeClasses(packages = "org.breadboard", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    private static final Path PLATFORM = Path.of("../../platform");

    /** A layer, and those above it in this list that it may access. Below the line are the instruments. */
    private static final String LAYERS = """
            base
            check      base
            tenants
            core       base check tenants
            live       core
            failover   check core
            zookeeper  core
            run        base check core failover live tenants
            mixes      base core tenants
            results    base check core mixes run
            verbs      base core mixes results run
            -
            looking    base check core mixes results run tenants verbs
            running    base check core mixes results run verbs looking
            session    base check core live mixes results run tenants verbs
            studies    base core mixes results run verbs
            compare    base core mixes results verbs studies
            cases      base core mixes results run verbs
            campaign   base cases core mixes results run verbs
            calibrate  base core mixes results run verbs
            describe   base core mixes results verbs campaign studies
            """;

    private static final Map<String, Set<String>> MAY_ACCESS = mayAccess();

    private static Map<String, Set<String>> mayAccess() {
        Map<String, Set<String>> mayAccess = new LinkedHashMap<>();
        for (String line : LAYERS.split("\n", 0)) {
            List<String> words = List.of(line.split(" +", 0));
            if (!words.get(0).equals("-")) {
                mayAccess.put(words.get(0), new TreeSet<>(words.subList(1, words.size())));
            }
        }
        return mayAccess;
    }

    @Test
    void shouldKnowEachModuleAsALayer() throws IOException {
        try (Stream<Path> folders = Files.list(PLATFORM)) {
            assertEquals(
                    new TreeSet<>(MAY_ACCESS.keySet()),
                    folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                            .map(folder -> folder.getFileName().toString())
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    @Test
    void shouldNameOnlyLayersThatAreAbove() {
        Set<String> above = new TreeSet<>();
        MAY_ACCESS.forEach((layer, accessed) -> {
            assertTrue(above.containsAll(accessed), () -> layer + " accesses " + accessed + ", above are " + above);
            above.add(layer);
        });
    }

    @ArchTest
    static void shouldAccessOnlyLayersThatAreNamed(JavaClasses classes) throws IOException {
        Map<String, String> edges = edges(classes);
        edges.keySet().removeAll(named());
        assertEquals(List.of(), List.copyOf(edges.entrySet()), "edges that no layer may have, and a use of each");
    }

    /** What nobody uses any more is struck from the list, so that it does not come back unseen. */
    @ArchTest
    static void shouldNameNoEdgeThatNobodyUses(JavaClasses classes) throws IOException {
        Set<String> named = named();
        named.removeAll(edges(classes).keySet());
        assertEquals(Set.of(), named);
    }

    private static Set<String> named() {
        Set<String> named = new TreeSet<>();
        MAY_ACCESS.forEach((from, accessed) -> accessed.forEach(to -> named.add(edge(from, to))));
        return named;
    }

    /** From layer to layer, each with one use of it. */
    private static Map<String, String> edges(JavaClasses classes) throws IOException {
        Map<String, String> layers = layersOfPackages();
        Map<String, String> edges = new TreeMap<>();
        for (JavaClass user : classes) {
            String from = layers.get(user.getPackageName());
            for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
                String to = layers.get(
                        dependency.getTargetClass().getBaseComponentType().getPackageName());
                if (from != null && to != null && !to.equals(from)) {
                    edges.putIfAbsent(edge(from, to), dependency.getDescription());
                }
            }
        }
        return edges;
    }

    private static String edge(String from, String to) {
        return from + " -> " + to;
    }

    /** By name of the package. */
    private static Map<String, String> layersOfPackages() throws IOException {
        Map<String, String> layers = new TreeMap<>();
        for (String layer : MAY_ACCESS.keySet()) {
            Path sources = PLATFORM.resolve(layer).resolve("src/main/java");
            for (String name : packages(sources)) {
                assertNull(layers.put(name, layer), () -> name + " lies in two modules");
            }
        }
        return layers;
    }

    private static Set<String> packages(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources.resolve("org"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
