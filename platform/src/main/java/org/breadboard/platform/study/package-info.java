/**
 * Studies: sweeps over mixes, the claims about them, and published figures to set beside them. Entry types: {@link
 * org.breadboard.platform.study.StudyReader} reads one, {@link org.breadboard.platform.study.StudyRun} runs its points.
 *
 * <p>Each point runs in a JVM of its own, with {@link org.breadboard.platform.study.PointMain} as its main class, so that one that dies or
 * hangs takes nothing along. One thread drives all of them.
 */
package org.breadboard.platform.study;
