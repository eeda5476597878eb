/**
 * Runs the points of a study. Entry type: {@link org.breadboard.platform.study.run.StudyRun}.
 *
 * <p>Points run in JVMs of their own, workers with {@link org.breadboard.platform.study.run.PointMain} as their main
 * class, so that one that dies or hangs takes nothing along. A worker takes points one after another. One thread drives
 * all of them, in the study's own process or, on a cluster, in a task of Slurm, with
 * {@link org.breadboard.platform.study.run.ArrayTask} as its main class.
 */
package org.breadboard.platform.study.run;
