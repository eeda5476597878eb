// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.link;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Looks up every class, method and field of api, kit and platform that a plug-in's class files name, as Java would when
 * it comes to them, and every method that they are to implement. So a plug-in that was built against another kit is
 * refused when it is installed, not in the middle of a run. What the plug-in has itself, the JDK has, or another
 * plug-in has, is not looked for.
 */
public final class LinkCheck {
    private static final String VERSION = "Lorg/osgi/annotation/versioning/Version;";

    private final PluginClasses classes;
    private final Types types;
    private final ClassLoader loader;

    private LinkCheck(PluginClasses classes, ClassLoader loader) {
        this.classes = classes;
        this.loader = loader;
        types = new Types(classes.shapes());
    }

    /**
     * Checks a jar's class files.
     *
     * @param loader the plug-in's, which finds what it is wired with
     * @return why they do not fit, as the end of a sentence; nothing if they do
     * @throws IOException if the jar cannot be read
     */
    public static Optional<String> misfit(Path jar, ClassLoader loader) throws IOException {
        return new LinkCheck(PluginClasses.of(jar, loader), loader).misfit();
    }

    private Optional<String> misfit() {
        Map<Reference, String> misfits = new LinkedHashMap<>();
        classes.references()
                .forEach((user, references) -> references.forEach(reference ->
                        missing(reference).ifPresent(gone -> misfits.putIfAbsent(gone, uses(user, gone)))));
        classes.shapes()
                .values()
                .forEach(shape -> unimplemented(shape)
                        .forEach(method -> misfits.putIfAbsent(method, lacks(shape.name(), method))));
        // A class that is gone takes its members along, and they say more.
        return misfits.keySet().stream()
                .filter(reference -> !reference.isClass())
                .findFirst()
                .or(() -> misfits.keySet().stream().findFirst())
                .map(first -> misfits.get(first) + versions(first.owner()));
    }

    /** What is not there of what a class file names. */
    private Optional<Reference> missing(Reference reference) {
        Types.Found owner = types.find(reference.owner(), loader);
        if (owner.isMissing()) {
            return Optional.of(reference).filter(gone -> !classes.isOptional(packageOf(gone.owner())));
        }
        if (reference.isClass() || owner.shape() == null || has(owner.shape(), reference)) {
            return Optional.empty();
        }
        // What is called on a class of its own, and is not there, was a parent's.
        return lineage(owner.shape()).stream()
                .map(ClassShape::name)
                .filter(types::isPromised)
                .findFirst()
                .map(reference::of);
    }

    private boolean has(ClassShape owner, Reference reference) {
        if (owner.isAbstractByMember().containsKey(reference.member())) {
            return true;
        }
        if (reference.isConstructor()) {
            return false;
        }
        return !isKnown(owner)
                || lineage(owner).stream()
                        .anyMatch(type -> type.isAbstractByMember().containsKey(reference.member()));
    }

    /** What a class ought to implement, since the type that asks for it has changed. */
    private List<Reference> unimplemented(ClassShape shape) {
        List<Reference> methods = new ArrayList<>();
        if (!shape.isConcrete() || !isKnown(shape)) {
            return methods;
        }
        Set<ClassShape> lineage = lineage(shape);
        for (ClassShape type : lineage) {
            type.isAbstractByMember().forEach((member, isAbstract) -> {
                boolean done = lineage.stream()
                        .anyMatch(each ->
                                Boolean.FALSE.equals(each.isAbstractByMember().get(member)));
                if (isAbstract && types.isPromised(type.name()) && !done) {
                    int at = member.indexOf('(');
                    methods.add(new Reference(type.name(), member.substring(0, at), member.substring(at)));
                }
            });
        }
        return methods;
    }

    /** A class and what it inherits from: superclasses first, each once. */
    private Set<ClassShape> lineage(ClassShape shape) {
        Set<ClassShape> all = new LinkedHashSet<>();
        collect(shape, all);
        return all;
    }

    private void collect(ClassShape shape, Set<ClassShape> all) {
        if (all.add(shape)) {
            for (String parent : shape.parents()) {
                ClassShape found = types.find(parent, shape.loader()).shape();
                if (found != null) {
                    collect(found, all);
                }
            }
        }
    }

    /** Whether all that a class inherits from is known; that a parent is missing is told of the parent. */
    private boolean isKnown(ClassShape shape) {
        return lineage(shape).stream()
                .allMatch(type -> type.parents().stream()
                        .allMatch(parent -> types.find(parent, type.loader()).shape() != null));
    }

    private String uses(String user, Reference gone) {
        return "its class " + Reference.words(user) + ' ' + gone.words() + ", which "
                + instead(gone).map(now -> "is " + now + " here").orElse("is not there");
    }

    private static String lacks(String user, Reference method) {
        return "its class " + Reference.words(user) + " does not implement " + Reference.words(method.owner()) + '.'
                + method.name() + method.parameters();
    }

    /** The method of the same name, if there is one. */
    private Optional<String> instead(Reference gone) {
        ClassShape owner = types.find(gone.owner(), loader).shape();
        return owner == null || gone.isClass()
                ? Optional.empty()
                : owner.isAbstractByMember().keySet().stream()
                        .filter(member -> member.startsWith(gone.name() + '('))
                        .map(member -> new Reference(
                                gone.owner(),
                                gone.name(),
                                member.substring(gone.name().length())))
                        .map(now -> (now.isConstructor() ? "new" : now.name()) + now.parameters())
                        .findFirst();
    }

    private String versions(String owner) {
        String name = packageOf(owner);
        String part = name.split("\\.", 4)[2];
        return "; it was built against "
                + classes.range(name).map(range -> name + ' ' + range).orElse("an unknown version of " + name)
                + ", and this Breadboard has "
                + versionHere(owner)
                + "; rebuild it against this Breadboard's " + part;
    }

    private String versionHere(String owner) {
        Optional<ClassLoader> found =
                Optional.ofNullable(types.find(owner, loader).shape()).map(ClassShape::loader);
        List<String> versions = new ArrayList<>();
        Types.bytes(owner.substring(0, owner.lastIndexOf('/')) + "/package-info", found.orElse(loader))
                .ifPresent(info -> info.accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
                                return !descriptor.equals(VERSION)
                                        ? null
                                        : new AnnotationVisitor(Opcodes.ASM9) {
                                            @Override
                                            public void visit(String name, Object value) {
                                                versions.add(value.toString());
                                            }
                                        };
                            }
                        },
                        0));
        return versions.stream()
                .findFirst()
                .map(version -> "version " + version)
                .orElse(found.isPresent() ? "another build of it" : "no such package");
    }

    private static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('/')).replace('/', '.');
    }
}
