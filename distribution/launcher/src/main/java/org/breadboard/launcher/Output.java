// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Standard output, which remembers why something could not be written: a {@link java.io.PrintStream} only says that it
 * could not. Any thread.
 */
final class Output extends FilterOutputStream {
    /** What the system says where nobody reads any more, as behind {@code head}. */
    private static final String NOBODY_READS = "Broken pipe";

    private volatile String trouble;

    Output(OutputStream out) {
        super(out);
    }

    /** That of this process. */
    static Output ofProcess() {
        return new Output(new FileOutputStream(FileDescriptor.out));
    }

    /** Why something was not written; null if all was, or nobody wants it. */
    String trouble() {
        return NOBODY_READS.equals(trouble) ? null : trouble;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException failed) {
            trouble = String.valueOf(failed.getMessage());
            throw failed;
        }
    }
}
