// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.link;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/**
 * What a class file names of another class, or of its own.
 *
 * @param owner the class, as {@code java/lang/Object}
 * @param name a method's or a field's, or null where the class alone is named
 * @param descriptor of that method or field
 */
record Reference(String owner, String name, String descriptor) {
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final String CONSTRUCTOR = "<init>";

    /** All of a class file's constant pool: what its code, its handles and its heading name. */
    static List<Reference> of(ClassReader file) {
        List<Reference> references = new ArrayList<>();
        char[] buffer = new char[file.getMaxStringLength()];
        for (int i = 1; i < file.getItemCount(); i++) {
            int item = file.getItem(i);
            // The second half of a long is no item.
            int tag = item == 0 ? 0 : file.readByte(item - 1);
            if (tag == CLASS) {
                Type type = Type.getObjectType(file.readUTF8(item, buffer));
                Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
                if (element.getSort() == Type.OBJECT) {
                    references.add(new Reference(element.getInternalName(), null, null));
                }
            } else if (tag == FIELD || tag == METHOD || tag == INTERFACE_METHOD) {
                int nameAndType = file.getItem(file.readUnsignedShort(item + 2));
                references.add(new Reference(
                        file.readClass(item, buffer),
                        file.readUTF8(nameAndType, buffer),
                        file.readUTF8(nameAndType + 2, buffer)));
            }
        }
        return references;
    }

    boolean isClass() {
        return name == null;
    }

    boolean isConstructor() {
        return CONSTRUCTOR.equals(name);
    }

    private boolean isField() {
        return !isClass() && descriptor.charAt(0) != '(';
    }

    /** As {@link ClassShape} has it among its members. */
    String member() {
        return isField() ? name + ':' + descriptor : name + descriptor;
    }

    /** The same of another class. */
    Reference of(String otherOwner) {
        return new Reference(otherOwner, name, descriptor);
    }

    /** As source code has it, with the verb before it. */
    String words() {
        String type = words(owner);
        if (isClass()) {
            return "uses the class " + type;
        }
        if (isField()) {
            return "uses " + words(Type.getType(descriptor)) + ' ' + type + '.' + name;
        }
        return "calls " + (isConstructor() ? "new " + type : type + '.' + name) + parameters();
    }

    /** The parameters' types, and what it returns, if it does. */
    String parameters() {
        String types = Stream.of(Type.getArgumentTypes(descriptor))
                .map(Reference::words)
                .collect(Collectors.joining(", ", "(", ")"));
        Type returned = Type.getReturnType(descriptor);
        return returned.getSort() == Type.VOID ? types : types + ": " + words(returned);
    }

    private static String words(Type type) {
        String name = type.getClassName();
        return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
    }

    /** The name of a class, as people write it. */
    static String words(String internalName) {
        return internalName.replace('/', '.').replace('$', '.');
    }
}
