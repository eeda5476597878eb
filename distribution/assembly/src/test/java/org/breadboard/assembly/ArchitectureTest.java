// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.breadboard.api.Plugin;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.run.Runner;
import org.breadboard.platform.verbs.Experiment;
import org.junit.jupiter.api.Test;

/**
 * The edges between modules, and what a plug-in may not touch: only the runtime gives time, randomness and threads, and
 * unordered collections would make the order of a run depend on the JVM.
 */
@AnalyzeClasses(packages = "org.breadboard", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] PLUGINS = {
        "org.breadboard.hw..",
        "org.breadboard.microbenchmarks..",
        "org.breadboard.proto..",
        "org.breadboard.workloads.."
    };

    /** Written as names, since the rule is about any use of them, as a call, a constructor, a field or a superclass. */
    private static final Set<String> FORBIDDEN_TYPES = Set.of(
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.concurrent.ThreadLocalRandom",
            "java.security.SecureRandom",
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.IdentityHashMap",
            "java.util.WeakHashMap",
            "java.util.Hashtable",
            "java.util.Timer",
            "java.lang.Thread",
            "java.lang.ThreadLocal",
            "java.lang.ProcessBuilder",
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.concurrent.CompletableFuture",
            "java.util.concurrent.Executors",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.ThreadPoolExecutor",
            "java.time.Clock");

    /** Immutable collections of the JDK iterate in an order that differs from one JVM to the next. */
    private static final Set<String> FORBIDDEN_CALLS = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.identityHashCode",
            "java.lang.Math.random",
            "java.time.Instant.now",
            "java.time.LocalDateTime.now",
            "java.util.UUID.randomUUID",
            "java.util.Collections.shuffle",
            "java.util.Set.of",
            "java.util.Set.copyOf",
            "java.util.Map.of",
            "java.util.Map.ofEntries",
            "java.util.Map.copyOf",
            "java.util.stream.Collectors.toSet",
            "java.util.stream.Collectors.toMap",
            "java.util.stream.Collectors.groupingBy",
            "java.util.Collection.parallelStream");

    @ArchTest
    static final ArchRule pluginsDependOnApiOnly = classes()
            .that()
            .resideInAnyPackage(PLUGINS)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            "org.breadboard.api..", "org.breadboard.kit..", "java..", "aQute.bnd.annotation..")
                    .or(resideInAnyPackage("org.osgi.annotation.."))
                    .or(arrayOrPrimitive())
                    .or(resideInAnyPackage(PLUGINS)));

    /** In the container any bundle could import it. */
    @ArchTest
    static final ArchRule onlyRuntimesUseTheirDoor = noClasses()
            .that()
            .resideInAnyPackage(PLUGINS)
            .or()
            .resideInAPackage("org.breadboard.kit..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.breadboard.api.runtime.spi..");

    @ArchTest
    static final ArchRule pluginsDoNotKnowEachOther = classes()
            .that()
            .resideInAnyPackage(PLUGINS)
            .should(new ArchCondition<>("depend on no other plug-in") {
                @Override
                public void check(JavaClass user, ConditionEvents events) {
                    user.getDirectDependenciesFromSelf().stream()
                            .filter(dependency -> isOfPlugin(dependency.getTargetClass())
                                    && !pluginOf(dependency.getTargetClass()).equals(pluginOf(user)))
                            .forEach(dependency ->
                                    events.add(SimpleConditionEvent.violated(user, dependency.getDescription())));
                }
            });

    @ArchTest
    static final ArchRule apiDependsOnTheJdkOnly = classes()
            .that()
            .resideInAPackage("org.breadboard.api..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("org.breadboard.api..", "java..", "org.osgi.annotation..")
                    .or(arrayOrPrimitive()));

    /** The arrow goes one way: api does not know its kit (above), and the platform does without. */
    @ArchTest
    static final ArchRule kitDependsOnApiOnly = classes()
            .that()
            .resideInAPackage("org.breadboard.kit..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            "org.breadboard.api..", "org.breadboard.kit..", "java..", "org.osgi.annotation..")
                    .or(arrayOrPrimitive()));

    @ArchTest
    static final ArchRule platformDoesWithoutTheKit = noClasses()
            .that()
            .resideInAPackage("org.breadboard.platform..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.breadboard.kit..");

    @ArchTest
    static final ArchRule platformDoesNotKnowPluginsNorDistribution = noClasses()
            .that()
            .resideInAPackage("org.breadboard.platform..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(PLUGINS)
                    .or(resideInAnyPackage(
                            "org.breadboard.hosting..",
                            "org.breadboard.shell..",
                            "org.breadboard.launcher..",
                            "org.breadboard.testkit..",
                            "org.breadboard.bench..",
                            "org.breadboard.benchmarks..",
                            "org.osgi.framework..",
                            "org.apache.felix..")));

    /** Whoever runs a mix, whole, as one of many or as a test, is refused the same and gets the same verdict. */
    @ArchTest
    static final ArchRule onlyExperimentsRunMixes = noClasses()
            .that()
            .doNotBelongToAnyOf(Experiment.class, Runner.class)
            .should()
            .callConstructorWhere(target(owner(equivalentTo(Runner.class))))
            .orShould()
            .callMethod(
                    Runner.class,
                    "run",
                    Mix.class,
                    MixParts.class,
                    Path.class,
                    Runner.Progress.class,
                    BooleanSupplier.class);

    /** It is told what runs, and starts nothing itself. */
    @ArchTest
    static final ArchRule hostingKnowsOfThePlatformTheRegistryAlone = classes()
            .that()
            .resideInAPackage("org.breadboard.hosting..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            "org.breadboard.hosting..",
                            "org.breadboard.api..",
                            "org.breadboard.platform.console..",
                            "org.breadboard.platform.files..",
                            "org.breadboard.platform.registry..",
                            "org.apache.felix.fileinstall..",
                            "org.osgi..",
                            "java..")
                    .or(arrayOrPrimitive()));

    @ArchTest
    static final ArchRule shellDoesNotKnowPlugins = noClasses()
            .that()
            .resideInAnyPackage("org.breadboard.hosting..", "org.breadboard.shell..", "org.breadboard.launcher..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(PLUGINS));

    @ArchTest
    static final ArchRule pluginsHaveNoClockRandomnessThreadsOrUnorderedCollections = classes()
            .that()
            .resideInAnyPackage(PLUGINS)
            .should(new ArchCondition<>("use no clock, randomness, thread or unordered collection") {
                @Override
                public void check(JavaClass user, ConditionEvents events) {
                    user.getDirectDependenciesFromSelf().stream()
                            .filter(dependency -> FORBIDDEN_TYPES.contains(dependency
                                    .getTargetClass()
                                    .getBaseComponentType()
                                    .getName()))
                            .forEach(dependency ->
                                    events.add(SimpleConditionEvent.violated(user, dependency.getDescription())));
                    user.getCodeUnitCallsFromSelf().stream()
                            .filter(call -> FORBIDDEN_CALLS.contains(
                                    call.getTargetOwner().getName() + '.' + call.getName()))
                            .forEach(call -> events.add(SimpleConditionEvent.violated(user, call.getDescription())));
                }
            });

    @ArchTest
    static final ArchRule everyPluginIsNamedAfterItself = classes()
            .that()
            .implement(Plugin.class)
            .and()
            .resideInAnyPackage(PLUGINS)
            .should()
            .haveSimpleNameEndingWith("Plugin");

    /** Others test their plug-ins with the testkit alone, so ours do, too: it lacks nothing that our tests need. */
    @Test
    void shouldTestPluginsWithoutThePlatform() throws IOException {
        List<Path> tests = new ArrayList<>();
        for (Path folder : List.of(Path.of("../.."), Path.of(".."), Path.of("../examples"))) {
            try (Stream<Path> modules = Files.list(folder)) {
                for (Path module :
                        modules.filter(ArchitectureTest::isPluginsFolder).toList()) {
                    try (Stream<Path> files = Files.walk(module)) {
                        files.filter(file -> file.toString().matches(".*/src/test/.*\\.java"))
                                .forEach(tests::add);
                    }
                }
            }
        }
        assertTrue(tests.size() > 100, tests.size() + " tests of plug-ins were found");
        assertEquals(
                List.of(),
                tests.stream().filter(ArchitectureTest::namesThePlatform).toList());
    }

    private static boolean isPluginsFolder(Path folder) {
        return folder.getFileName()
                .toString()
                .matches(
                        "hw-.*|proto-.*|workloads|micro-benchmarks|calvin|no-wait|plain-nic|postgres|snapshot|thinning|tic-toc|transfer|wound-wait");
    }

    private static boolean namesThePlatform(Path source) {
        try {
            return Files.readString(source).contains("org.breadboard.platform");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isOfPlugin(JavaClass type) {
        return resideInAnyPackage(PLUGINS).test(type);
    }

    /** The plug-in's root package: org.breadboard.hw.rdma, org.breadboard.workloads. */
    private static String pluginOf(JavaClass type) {
        String[] parts = type.getPackageName().split("\\.", -1);
        int depth = parts[2].equals("hw") || parts[2].equals("proto") ? 4 : 3;
        return String.join(".", List.of(parts).subList(0, depth));
    }

    private static DescribedPredicate<JavaClass> arrayOrPrimitive() {
        return describe("arrays and primitives", type -> type.isArray() || type.isPrimitive());
    }
}
