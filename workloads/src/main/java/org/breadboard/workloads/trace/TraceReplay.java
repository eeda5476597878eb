// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.trace;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.StoredObject;

/**
 * Replays a trace of keys: a file with a key per line, which is read, or with {@code operation,key}. Every key of the
 * file is a record from the beginning. Each transaction takes the next lines, whichever client draws it; behind the
 * last line the first one follows. No scale shrinks it.
 */
public final class TraceReplay implements WorkloadType {
    static final Setting<Integer> REQUESTS = Setting.count(
            "requests", "lines", 1, 1, TraceTransaction.MOST_REQUESTS, "Lines of the trace in a transaction.");
    static final Setting<Integer> VALUE_BYTES = Setting.count(
            "valueBytes",
            "bytes",
            64,
            StoredObject.CONTENT,
            65_536,
            "Size of a value: a counter, a checksum, and content (assumed).");
    private static final Setting<Path> FILE = Setting.file(
            "file", "The trace: a key per line, or operation,key with read or update; a # begins a comment.");

    private SoftReference<Read> last = new SoftReference<>(null);

    /** A trace with what the file was like. */
    private record Read(Path file, FileTime modified, long bytes, Trace trace) {}

    /** Creates the kind of workload. */
    public TraceReplay() {}

    @Override
    public String id() {
        return "trace";
    }

    @Override
    public String description() {
        return "reads and updates of the keys of a file, in its order";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(FILE, REQUESTS, VALUE_BYTES, NamedLogic.ROUND_NS);
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        Path file = settings.get(FILE);
        if (file == null) {
            throw new RefusedException("Workload 'trace' needs a file to replay, such as workload.file: keys.csv.");
        }
        return new TraceWorkload(trace(file), settings);
    }

    /** The file's trace, which is not read again as long as the file looks the same: points of a study replay one. */
    private synchronized Trace trace(Path file) {
        try {
            FileTime modified = Files.getLastModifiedTime(file);
            long bytes = Files.size(file);
            Read read = last.get();
            if (read == null
                    || !read.file().equals(file)
                    || !read.modified().equals(modified)
                    || read.bytes() != bytes) {
                read = new Read(file, modified, bytes, Trace.read(file));
                last = new SoftReference<>(read);
            }
            return read.trace();
        } catch (IOException failed) {
            throw new RefusedException(file + " cannot be read: " + failed.getMessage() + ".");
        }
    }
}
