// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
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

/**
 * What plug-ins and their tests were written against is still there: the signatures of api, kit and testkit, compared
 * with those of the last release, {@code src/test/signatures.txt}, which {@code .ci/signatures} writes at a release. A
 * break is allowed if the changelog names it.
 */
class SignaturesTest {
    private static final Path RELEASED = Path.of("src/test/signatures.txt");
    private static final Path CHANGELOG = Path.of("../../CHANGELOG.md");

    /** Who implements what a plug-in implements; the platform implements other interfaces, which may grow. */
    private static final String PLUGINS = "org\\.breadboard\\.(hw|proto|workloads|microbenchmarks)\\..*";

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
        assertEquals(List.of("Plugin.trinkets", "Workload.tables"), breaks(then, now));
        assertEquals(List.of(), unnamed(breaks(then, now), "- `Workload.tables`, and no `Plugin.trinkets`"));
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
        TreeSet<String> types = new TreeSet<>();
        TreeSet<String> breaks = new TreeSet<>();
        TreeSet<String> known = new TreeSet<>(released);
        for (String line : known) {
            types.add(typeOf(line));
            if (!now.contains(line)) {
                breaks.add(nameOf(line));
            }
        }
        SortedSet<String> implemented = implementedByPlugins();
        for (String line : now) {
            String type = typeOf(line);
            if (!known.contains(line)
                    && types.contains(type)
                    && implemented.contains(type)
                    && line.matches(".*: (public|protected) abstract .*\\(.*")) {
                breaks.add(nameOf(line));
            }
        }
        return List.copyOf(breaks);
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
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.breadboard")) {
            if (type.getName().matches(PLUGINS)) {
                type.getAllRawInterfaces().forEach(each -> types.add(each.getName()));
                type.getAllRawSuperclasses().forEach(each -> types.add(each.getName()));
            }
        }
        return types;
    }

    /** Every public or protected member and type, in order; {@code Type: declaration}. */
    private static SortedSet<String> signatures() {
        TreeSet<String> lines = new TreeSet<>();
        for (JavaClass imported : new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.breadboard.api", "org.breadboard.kit", "org.breadboard.testkit")) {
            if (!imported.getPackageName().equals("org.breadboard.api.runtime.spi")) {
                add(lines, imported.reflect());
            }
        }
        return lines;
    }

    private static void add(SortedSet<String> lines, Class<?> type) {
        for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
            if (outer.isSynthetic()
                    || outer.isAnonymousClass()
                    || outer.isLocalClass()
                    || !isSeen(outer.getModifiers())) {
                return;
            }
        }
        if (type.getSimpleName().equals("package-info")) {
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
