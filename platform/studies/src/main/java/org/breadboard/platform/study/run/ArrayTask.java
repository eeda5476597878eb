// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.result.ResultFolder;

/**
 * The main class of a task of Slurm: it runs a group of points in workers, one after another, exactly as a study does
 * on one machine. Those that have ended before are skipped, so a task that Slurm puts back into its queue goes on.
 */
public final class ArrayTask {
    private static final long SIGNAL_MS = 2000;

    private ArrayTask() {}

    /** Runs the points of which the requests are in the file that is named. */
    public static void main(String[] arguments) throws InterruptedException {
        try {
            run(Path.of(arguments[0]));
        } catch (IOException failed) {
            System.err.println(FileTrouble.describe(failed));
            System.exit(1);
        }
    }

    /**
     * A task that is put back, or out of time, gets a signal, and so do its workers. If a worker dies of it first, that
     * is no failure of its point: then this process ends in here.
     */
    private static void awaitSignal() {
        try {
            Thread.sleep(SIGNAL_MS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(Path list) throws IOException, InterruptedException {
        List<PointRequest> left = new ArrayList<>();
        for (PointRequest point : PointRequest.readAll(list)) {
            if (!KeptPoint.isWhole(point.folder())) {
                if (Files.exists(point.folder())) {
                    ResultFolder.delete(point.folder());
                }
                left.add(point);
            }
        }
        Path logs = list.resolveSibling(list.getFileName() + ".worker-");
        new Workers(System.getProperty("java.class.path"), logs, 1).run(left, new Site.Watcher() {
            @Override
            public void over(PointRequest point, String failure) throws IOException {
                if (failure == null || failure.equals(Workers.STOPPED)) {
                    return;
                }
                awaitSignal();
                KeptPoint.writeLost(point, failure);
            }

            @Override
            public void at(double underWay, String remark) {
                // Who waits for the task looks for outcomes.
            }

            @Override
            public void broken(String why) throws IOException {
                throw new IOException(why);
            }

            @Override
            public boolean isStopped() {
                return false;
            }
        });
    }
}
