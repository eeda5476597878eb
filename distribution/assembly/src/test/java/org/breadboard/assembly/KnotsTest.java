// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.breadboard.api.Plugin;

/**
 * Packages stay small, and without knots: classes of a package that refer to each other in a circle, directly or over
 * others. Nested classes count as the class around them. Packages themselves refer to each other in one direction.
 */
@AnalyzeClasses(packages = "org.breadboard", importOptions = ImportOption.DoNotIncludeTests.class)
class KnotsTest {
    private static final int LARGEST_KNOT = 4;
    private static final int MOST_CLASSES = 20;
    private static final String GENERATED = ".jmh_generated";

    /**
     * Packages that may have a larger knot, a line each: the api's stages, steps, tasks and messages are one vocabulary
     * (docs/makers/decisions/055).
     */
    private static final Path ALLOWED = Path.of("../../.ci/knots");

    @ArchTest
    static void shouldHaveNoLargeKnots(JavaClasses classes) throws IOException {
        Map<String, Integer> allowed = allowed();
        Map<String, Integer> tooLarge = new TreeMap<>();
        packages(classes).forEach((name, graph) -> {
            int largest = largestKnot(graph);
            if (largest > allowed.getOrDefault(name, LARGEST_KNOT)) {
                tooLarge.put(name, largest);
            }
        });
        assertEquals(Map.of(), tooLarge, "packages with knots of more classes than they may have");
    }

    private static Map<String, Integer> allowed() throws IOException {
        Map<String, Integer> allowed = new TreeMap<>();
        for (String line : Files.readAllLines(ALLOWED)) {
            int blank = line.indexOf(' ');
            allowed.put(line.substring(0, blank), Integer.valueOf(line.substring(blank + 1)));
        }
        return allowed;
    }

    @ArchTest
    static void shouldHaveNoLargePackages(JavaClasses classes) {
        Map<String, Integer> tooLarge = new TreeMap<>();
        packages(classes).forEach((name, graph) -> {
            if (graph.size() > MOST_CLASSES) {
                tooLarge.put(name, graph.size());
            }
        });
        assertEquals(Map.of(), tooLarge, "packages with more classes than they may have");
    }

    /** Of all packages at once: between modules the build allows no circle anyhow. */
    @ArchTest
    static void shouldHaveNoCircleBetweenPackages(JavaClasses classes) {
        slices().matching("org.breadboard.(**)")
                .should()
                .beFreeOfCycles()
                // The table of contents names all kinds of parts, and stands beside the settings that all of them take.
                // Settings in a package of their own would be another import in most files of every plug-in.
                .ignoreDependency(equivalentTo(Plugin.class), alwaysTrue())
                // The door opens private members of messages and tasks, so its one implementation lies beside them; the
                // door itself is in a package that plug-ins do not see (docs/makers/decisions/064).
                .ignoreDependency(
                        resideInAPackage("org.breadboard.api.runtime"),
                        resideInAPackage("org.breadboard.api.runtime.spi"))
                .check(classes);
    }

    /** Of each package its top-level classes, each with those of the package that it refers to. */
    private static Map<String, Map<String, Set<String>>> packages(JavaClasses classes) {
        Map<String, Map<String, Set<String>>> packages = new TreeMap<>();
        for (JavaClass one : classes) {
            if (one.getSimpleName().endsWith("-info") || one.getPackageName().endsWith(GENERATED)) {
                continue;
            }
            Set<String> used = packages.computeIfAbsent(one.getPackageName(), name -> new TreeMap<>())
                    .computeIfAbsent(top(one), name -> new TreeSet<>());
            one.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(other -> other.getPackageName().equals(one.getPackageName()))
                    .map(KnotsTest::top)
                    .filter(other -> !other.equals(top(one)))
                    .forEach(used::add);
        }
        return packages;
    }

    private static String top(JavaClass of) {
        String name = of.getName();
        return name.indexOf('$') < 0 ? name : name.substring(0, name.indexOf('$'));
    }

    /** The most classes that all reach each other. */
    private static int largestKnot(Map<String, Set<String>> graph) {
        Map<String, Set<String>> reached = new LinkedHashMap<>();
        graph.keySet().forEach(one -> reached.put(one, reachedFrom(one, graph)));
        List<Integer> sizes = new ArrayList<>(List.of(1));
        reached.forEach((one, others) -> sizes.add((int) others.stream()
                .filter(other -> reached.get(other).contains(one))
                .count()));
        return sizes.stream().max(Integer::compare).orElseThrow();
    }

    private static Set<String> reachedFrom(String one, Map<String, Set<String>> graph) {
        Set<String> reached = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(one));
        while (!open.isEmpty()) {
            Collection<String> next = graph.getOrDefault(open.pop(), Set.of());
            next.stream().filter(reached::add).forEach(open::push);
        }
        return reached;
    }
}
