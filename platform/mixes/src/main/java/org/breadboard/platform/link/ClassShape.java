// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What a class file declares. Names are those of class files, as {@code java/lang/Object}.
 *
 * @param name the class
 * @param isConcrete whether there can be objects of exactly this class
 * @param parents the superclass, if it has one, and then its interfaces
 * @param isAbstractByMember whether a member is an abstract method, by its name and descriptor; with all members of a
 *     class of the plug-in, and else with those that a plug-in may use
 * @param loader who defines the class, and so finds its parents
 */
record ClassShape(
        String name,
        boolean isConcrete,
        List<String> parents,
        Map<String, Boolean> isAbstractByMember,
        ClassLoader loader) {
    private static final int SEEN = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;
    private static final int HEADS = ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;

    /** Reads a class file; {@code own} is one of the plug-in. */
    static ClassShape of(ClassReader file, boolean own, ClassLoader loader) {
        List<String> parents = new ArrayList<>();
        if (file.getSuperName() != null) {
            parents.add(file.getSuperName());
        }
        parents.addAll(List.of(file.getInterfaces()));
        Map<String, Boolean> members = new TreeMap<>();
        file.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public FieldVisitor visitField(
                            int access, String name, String descriptor, String signature, Object value) {
                        add(access, name + ':' + descriptor);
                        return null;
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        add(access, name + descriptor);
                        return null;
                    }

                    private void add(int access, String member) {
                        if (own || (access & SEEN) != 0) {
                            members.put(member, (access & Opcodes.ACC_ABSTRACT) != 0);
                        }
                    }
                },
                HEADS);
        boolean concrete = (file.getAccess() & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0;
        return new ClassShape(file.getClassName(), concrete, List.copyOf(parents), members, loader);
    }
}
