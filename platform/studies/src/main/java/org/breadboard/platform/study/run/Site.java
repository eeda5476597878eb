// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.IOException;
import java.util.List;

/** Where points run: in workers on this machine, or as tasks of Slurm. For the thread that drives the study. */
interface Site {
    /**
     * Runs points until all are over or somebody asked to stop; then nothing of it runs any more. Of points that had
     * not begun when it stopped, the watcher hears nothing.
     */
    void run(List<PointRequest> points, Watcher watcher) throws IOException, InterruptedException;

    /** Who waits for points. */
    interface Watcher {
        /**
         * A point is over.
         *
         * @param failure why it has no outcome, or null if it left one in its folder
         */
        void over(PointRequest point, String failure) throws IOException;

        /**
         * How far it is; cheap enough to call every few milliseconds.
         *
         * @param underWay how far the points are that are not over, in points
         * @param remark what else a person should know, or {@code ""}
         */
        void at(double underWay, String remark);

        /**
         * The rest cannot be run now, and whoever waits is to stop.
         *
         * @param why the end of the sentence "Stopped, since ..."
         */
        void broken(String why) throws IOException;

        /**
         * Points that follow from those that are over, and run before others; asked for after each, on this machine.
         */
        default List<PointRequest> more() {
            return List.of();
        }

        /** Whether somebody asked to stop. */
        boolean isStopped();
    }
}
