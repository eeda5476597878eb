package org.breadboard.platform.study.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The classes of a study's points as Java holds them in memory, so that a point need not read and check them again. The first simulated
 * point writes it when it ends, and points that start later use it. It is of one class path and one Java, so it lives as long as the
 * study runs. For the thread that drives the study.
 */
final class ClassArchive implements AutoCloseable {
    /** What Java says about an archive that it cannot use is nothing to tell: the point is as right without. */
    private static final List<String> SILENT = List.of("-Xlog:cds=off", "-Xlog:cds+dynamic=off");

    private final Path file;
    private final boolean possible;
    private PointJob writer;
    private boolean written;

    /** An archive of the classes of a class path, not written yet. Java makes none of a class path with folders, and ends. */
    ClassArchive(Path file, String classPath) {
        this.file = file;
        possible = Arrays.stream(classPath.split(File.pathSeparator))
                .allMatch(entry -> Files.isRegularFile(Path.of(entry)));
    }

    /** What the JVM of a point is told. A live point measures its own speed, and is left alone. */
    List<String> options(PointJob job) {
        if (job.live() || !possible) {
            return List.of();
        }
        if (writer == null) {
            writer = job;
            return with("-XX:ArchiveClassesAtExit=" + file);
        }
        return written ? with("-XX:SharedArchiveFile=" + file) : List.of();
    }

    private static List<String> with(String option) {
        return List.of(option, SILENT.get(0), SILENT.get(1));
    }

    /** The JVM of this point has ended; what it wrote is whole. */
    void ended(PointJob job) {
        if (job.equals(writer)) {
            written = Files.isRegularFile(file);
            // One that died left nothing, so the next one tries.
            writer = written ? writer : null;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
