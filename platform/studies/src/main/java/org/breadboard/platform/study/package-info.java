/**
 * Studies as their files say them: sweeps over mixes, the claims about them, and the published figures to set beside
 * them. Entry type: {@link org.breadboard.platform.study.StudyReader}. Immutable once read; reading is for one thread.
 *
 * <pre>
 *   run ──▶ claim ──▶ study (this package) ──▶ formula ──▶ outcome
 * </pre>
 *
 * <p>Each package knows only what is on its right: {@code outcome} has the points' figures as tables, {@code formula}
 * computes on them, {@code claim} sets what a study claims beside the result, and {@code run} runs the points.
 */
package org.breadboard.platform.study;
