// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;
import org.osgi.annotation.versioning.Version;

/**
 * What plug-ins and their tests were written against is still there: the signatures of api, kit and testkit, compared
 * with those of the last release, {@code src/test/signatures.txt}, which {@code .ci/signatures} writes at a release. A
 * break is allowed if the changelog names it, and the version of its package has risen. What a type asks of those who
 * implement it is a break where plug-ins do, which is said by {@link ConsumerType}, and none in a {@link ProviderType}.
 */
class SignaturesTest {
    private static final Path RELEASED = Path.of("src/test/signatures.txt");
    private static final Path CHANGELOG = Path.of("../../CHANGELOG.md");

    private static final String PLUGINS = "org\\.breadboard\\.(hw|proto|workloads|microbenchmarks)\\..*";
    private static final String PACKAGE = ": package ";

    @Test
    void shouldKeepWhatPluginsWereWrittenAgainst() throws IOException {
        SortedSet<String> now = signatures();
        if (Boolean.getBoolean("breadboard.signatures.rewrite")) {
            Files.write(RELEASED, now);
        }
        List<String> released = Files.readAllLines(RELEASED);
        assertTrue(released.size() > 500, released.size() + " signatures in " + RELEASED);
        assertEquals(List.of(), unnamed(breaks(released, now), breaking(Files.readString(CHANGELOG))));
    }

    @Test
    void shouldNoticeWhatIsGoneOrAsksForMore() throws IOException {
        SortedSet<String> now = signatures();
        List<String> then = new ArrayList<>(now);
        String gone = "org.breadboard.api.Plugin: public default java.util.List<?> trinkets()";
        String asked = then.stream()
                .filter(line -> line.startsWith("org.breadboard.api.workload.Workload: public abstract")
                        && line.contains(" tables("))
                .findFirst()
                .orElseThrow();
        String offered = then.stream()
                .filter(line -> line.startsWith("org.breadboard.api.runtime.Transit: public abstract")
                        && line.contains(" nowNs("))
                .findFirst()
                .orElseThrow();
        then.add(gone);
        then.remove(asked);
        then.remove(offered);
        then.add("org.breadboard.api.Plugin: public abstract final java.lang.String id()");
        assertEquals(List.of("Plugin.trinkets", "Workload.tables"), breaks(then, now));
        assertEquals(List.of(), unnamed(breaks(then, now), "- `Workload.tables`, and no `Plugin.trinkets`"));
    }

    @Test
    void shouldRaiseTheVersionOfAPackageThatBreaks() {
        SortedSet<String> now = signatures();
        assertEquals(List.of(), unrisen(List.of(), now), "no break");
        String kit = "org.breadboard.kit.rpc";
        String version = packageVersion(now, kit);
        List<String> broken = List.of(kit + PACKAGE + version, kit + ".RecordCall: public long trinket()");
        assertEquals(List.of(kit + " " + version), unrisen(broken, now));
        List<String> older = List.of(kit + PACKAGE + "0.0.9", kit + ".RecordCall: public long trinket()");
        assertEquals(List.of(), unrisen(older, now));
    }

    @Test
    void shouldRaiseVersionsWhereSomethingBrokeSinceTheLastRelease() throws IOException {
        assertEquals(List.of(), unrisen(Files.readAllLines(RELEASED), signatures()));
    }

    @Test
    void shouldSayOfEachTypeWhoImplementsIt() {
        List<String> unsaid = imported()
                .filter(type ->
                        type.getPackageName().matches("org\\.breadboard\\.(api|kit)\\..*|org\\.breadboard\\.api"))
                .filter(type -> isSeenWhole(type.reflect()) && !type.isAnnotation())
                .filter(type -> type.isInterface() || type.getModifiers().contains(JavaModifier.ABSTRACT))
                .filter(type -> !type.isEnum())
                .filter(type -> type.isAnnotatedWith(ConsumerType.class) == type.isAnnotatedWith(ProviderType.class))
                .map(JavaClass::getName)
                .toList();
        assertEquals(List.of(), unsaid, "neither @ConsumerType nor @ProviderType, or both");
    }

    @Test
    void shouldHaveNoPluginImplementWhatIsThePlatforms() {
        List<String> astray = new ArrayList<>();
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.breadboard")) {
            if (type.getName().matches(PLUGINS)) {
                Stream.concat(type.getAllRawInterfaces().stream(), type.getAllRawSuperclasses().stream())
                        .filter(above -> above.isAnnotatedWith(ProviderType.class))
                        .forEach(above -> astray.add(type.getName() + " implements " + above.getName()));
            }
        }
        assertEquals(List.of(), astray);
    }

    /** Packages of which something broke, and whose minor version is what it was; each once. */
    private static List<String> unrisen(List<String> released, SortedSet<String> now) {
        TreeSet<String> packages = new TreeSet<>();
        SortedSet<String> implemented = implementedByPlugins();
        for (String line : brokenLines(released, now, implemented)) {
            String type = typeOf(line);
            String of = type.substring(0, type.lastIndexOf('.'));
            String then = packageVersion(new TreeSet<>(released), of);
            String today = packageVersion(now, of);
            if (then != null && today != null && minor(then).equals(minor(today))) {
                packages.add(of + " " + today);
            }
        }
        return List.copyOf(packages);
    }

    private static String minor(String version) {
        return version.substring(0, version.lastIndexOf('.'));
    }

    /** Null if no version is known. */
    private static String packageVersion(SortedSet<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name + PACKAGE))
                .map(line -> line.substring((name + PACKAGE).length()))
                .findFirst()
                .orElse(null);
    }

    /** What the changelog does not name, as a sentence each. */
    private static List<String> unnamed(List<String> breaks, String breaking) {
        return breaks.stream()
                .filter(name -> !breaking.contains("`" + name + "`"))
                .map(name -> "`" + name + "` is not what it was in the last release: name it so in CHANGELOG.md, under"
                        + " Breaking, with what to do about it")
                .toList();
    }

    /** The newest section of that name. */
    private static String breaking(String changelog) {
        String newest = changelog.split("\n## ", 3)[1];
        int at = newest.indexOf("\n### Breaking\n");
        return at < 0 ? "" : newest.substring(at + 1).split("\n### ", 2)[0];
    }

    /** What is gone, and what types that plug-ins implement ask of them in addition: {@code Type.member}, each once. */
    private static List<String> breaks(List<String> released, SortedSet<String> now) {
        TreeSet<String> breaks = new TreeSet<>();
        brokenLines(released, now, implementedByPlugins()).forEach(line -> breaks.add(nameOf(line)));
        return List.copyOf(breaks);
    }

    private static List<String> brokenLines(
            List<String> released, SortedSet<String> now, SortedSet<String> implemented) {
        TreeSet<String> types = new TreeSet<>();
        List<String> breaks = new ArrayList<>();
        TreeSet<String> known = new TreeSet<>(released);
        known.removeIf(line -> line.contains(PACKAGE));
        for (String line : known) {
            types.add(typeOf(line));
            if (!now.contains(line) && !now.contains(overridable(line))) {
                breaks.add(line);
            }
        }
        for (String line : now) {
            String type = typeOf(line);
            if (!known.contains(line)
                    && types.contains(type)
                    && implemented.contains(type)
                    && line.matches(".*: (public|protected) abstract .*\\(.*")) {
                breaks.add(line);
            }
        }
        return breaks;
    }

    /** The same method where it can be overridden, which breaks nobody. */
    private static String overridable(String line) {
        return line.contains("(") ? line.replaceFirst(" final ", " ") : line;
    }

    private static String typeOf(String line) {
        return line.substring(0, line.indexOf(": "));
    }

    /** {@code Type.member} of a member, {@code Type} of a type. */
    private static String nameOf(String line) {
        String type = typeOf(line).replaceFirst("^[a-z.]+", "").replace('$', '.');
        String declaration = line.substring(line.indexOf(": ") + 2);
        if (declaration.startsWith("type ")) {
            return type;
        }
        return type + "." + declaration.replaceFirst("\\(.*", "").replaceFirst(".*[ .$]", "");
    }

    private static SortedSet<String> implementedByPlugins() {
        TreeSet<String> types = new TreeSet<>();
        imported().filter(type -> type.isAnnotatedWith(ConsumerType.class)).forEach(type -> types.add(type.getName()));
        return types;
    }

    /** Every public or protected member and type, in order; {@code Type: declaration}. */
    private static SortedSet<String> signatures() {
        TreeSet<String> lines = new TreeSet<>();
        imported()
                .filter(type -> !type.getPackageName().equals("org.breadboard.api.runtime.spi"))
                .forEach(type -> {
                    add(lines, type.reflect());
                    type.getPackage()
                            .tryGetAnnotationOfType(Version.class)
                            .ifPresent(version -> lines.add(type.getPackageName() + PACKAGE + version.value()));
                });
        return lines;
    }

    private static Stream<JavaClass> imported() {
        return new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("org.breadboard.api", "org.breadboard.kit", "org.breadboard.testkit")
                        .stream();
    }

    /** Whether a plug-in sees a type. */
    private static boolean isSeenWhole(Class<?> type) {
        for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
            if (outer.isSynthetic()
                    || outer.isAnonymousClass()
                    || outer.isLocalClass()
                    || !isSeen(outer.getModifiers())) {
                return false;
            }
        }
        return !type.getSimpleName().equals("package-info");
    }

    private static void add(SortedSet<String> lines, Class<?> type) {
        if (!isSeenWhole(type)) {
            return;
        }
        String of = type.getName() + ": ";
        lines.add(of + "type " + type.toGenericString());
        Stream.of(type.getDeclaredConstructors(), type.getDeclaredMethods(), type.getDeclaredFields())
                .flatMap(Stream::of)
                .map(Member.class::cast)
                .filter(member -> isSeen(member.getModifiers()) && !member.isSynthetic())
                .forEach(member -> lines.add(of + declaration(type, member)));
    }

    private static boolean isSeen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** With the name of the declaring type taken off its members' names. */
    private static String declaration(Class<?> type, Member member) {
        String text = member instanceof Executable executable
                ? executable.toGenericString()
                : ((Field) member).toGenericString();
        return text.replace(" " + type.getTypeName() + ".", " ");
    }
}
