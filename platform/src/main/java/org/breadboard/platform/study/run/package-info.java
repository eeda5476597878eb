/**
 * Runs the points of a study. Entry type: {@link org.breadboard.platform.study.run.StudyRun}.
 *
 * <p>Each point runs in a JVM of its own, with {@link org.breadboard.platform.study.run.PointMain} as its main class, so that one that dies
 * or hangs takes nothing along. One thread drives all of them.
 */
package org.breadboard.platform.study.run;
