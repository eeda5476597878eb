// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that says which class does what names classes and members that are there, and all of kit and testkit. */
class KitByTaskTest {
    private static final Path PAGE = Path.of("../../docs/users/kit-by-task.md");
    private static final Pattern CODE = Pattern.compile("`([A-Z]\\w*(\\.\\w+)*)`");
    /** Packages that plug-ins and their tests do not see. */
    private static final Set<String> INTERNAL =
            Set.of("org.breadboard.api.runtime.spi", "org.breadboard.testkit.drawn", "org.breadboard.testkit.rules");

    private static final Pattern ENTIRE = Pattern.compile("org\\.breadboard\\.(kit|testkit)\\..*");

    @Test
    void shouldNameWhatIsThere() throws IOException {
        SortedMap<String, List<Class<?>>> types = types();
        Set<String> named = named();
        assertTrue(named.size() > 100, named.size() + " names on " + PAGE);
        assertEquals(
                List.of(),
                named.stream().filter(name -> !isThere(types, name)).sorted().toList());
    }

    @Test
    void shouldNameEveryClassOfKitAndTestkit() throws IOException {
        Set<String> named = named();
        List<String> missing = new ArrayList<>();
        types().forEach((name, of) -> {
            boolean isEntire = of.stream()
                    .anyMatch(type -> type.getEnclosingClass() == null
                            && ENTIRE.matcher(type.getName()).matches());
            boolean isNamed = named.stream().anyMatch(each -> each.equals(name) || each.startsWith(name + "."));
            if (isEntire && !isNamed) {
                missing.add(name);
            }
        });
        assertEquals(List.of(), missing, "say on " + PAGE + " what they are for");
    }

    private static Set<String> named() throws IOException {
        return CODE.matcher(Files.readString(PAGE))
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.toSet());
    }

    /** Whether a name is that of a type, or of a type and one of its members. */
    private static boolean isThere(SortedMap<String, List<Class<?>>> types, String name) {
        if (types.containsKey(name)) {
            return true;
        }
        int dot = name.lastIndexOf('.');
        return dot > 0
                && types.getOrDefault(name.substring(0, dot), List.of()).stream()
                        .anyMatch(type -> has(type, name.substring(dot + 1)));
    }

    private static boolean has(Class<?> type, String member) {
        return Stream.of(type.getDeclaredMethods(), type.getMethods(), type.getFields())
                .flatMap(Stream::of)
                .map(Member.class::cast)
                .anyMatch(each -> each.getName().equals(member) && isSeen(each.getModifiers()));
    }

    /**
     * The types that plug-ins and their tests see, by their names without the package; one may stand in two of them.
     */
    private static SortedMap<String, List<Class<?>>> types() {
        SortedMap<String, List<Class<?>>> types = new TreeMap<>();
        for (JavaClass imported : new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.breadboard.api", "org.breadboard.kit", "org.breadboard.testkit")) {
            Class<?> type = imported.reflect();
            if (!INTERNAL.contains(type.getPackageName()) && isSeen(type)) {
                String name =
                        type.getCanonicalName().substring(type.getPackageName().length() + 1);
                types.computeIfAbsent(name, any -> new ArrayList<>()).add(type);
            }
        }
        return types;
    }

    private static boolean isSeen(Class<?> type) {
        boolean isNamed = type.getCanonicalName() != null && !type.isSynthetic();
        return isNamed
                && isSeen(type.getModifiers())
                && (type.getEnclosingClass() == null || isSeen(type.getEnclosingClass()));
    }

    private static boolean isSeen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }
}
