// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.files;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What went wrong with a file, in words: the JDK's messages are often no more than a path. */
public final class FileTrouble {
    private FileTrouble() {}

    /** The reason alone, for example {@code No space left on device}; the end of a sentence without its full stop. */
    public static String reason(Exception trouble) {
        if (trouble instanceof UncheckedIOException wrapped) {
            return reason(wrapped.getCause());
        }
        if (trouble instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (trouble instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (trouble instanceof FileAlreadyExistsException || trouble instanceof NotDirectoryException) {
            return "something that is not a folder is in the way";
        }
        if (trouble instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        String message = trouble.getMessage();
        return message == null ? trouble.getClass().getSimpleName() : withoutFullStop(message);
    }

    /** The file, where it is known, and the reason. */
    public static String describe(Exception trouble) {
        if (trouble instanceof UncheckedIOException wrapped) {
            return describe(wrapped.getCause());
        }
        boolean named = trouble instanceof FileSystemException system && system.getFile() != null;
        return (named ? ((FileSystemException) trouble).getFile() + ": " : "") + reason(trouble);
    }

    private static String withoutFullStop(String message) {
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }
}
