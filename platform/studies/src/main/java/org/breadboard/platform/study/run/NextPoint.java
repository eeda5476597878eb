// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.util.Collection;

/**
 * Which of the points that wait a worker takes next. Filling tables takes longer than many a point that starts from
 * them, and a worker keeps those of its last one: so points of one beginning stay with one worker.
 */
final class NextPoint {
    private NextPoint() {}

    /**
     * The first that begins as a worker that is ready has begun before; else the first whose beginning no worker has;
     * else the first.
     *
     * @param waiting not empty
     * @param ready {@linkplain PointRequest#beginning() beginnings} of the last points of workers that have none now
     * @param busy those of points that run
     */
    static PointRequest of(Collection<PointRequest> waiting, Collection<String> ready, Collection<String> busy) {
        PointRequest other = null;
        for (PointRequest point : waiting) {
            String beginning = point.beginning();
            if (ready.contains(beginning)) {
                return point;
            }
            if (other == null && !busy.contains(beginning)) {
                other = point;
            }
        }
        return other == null ? waiting.iterator().next() : other;
    }
}
