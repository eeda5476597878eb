/**
 * The outcomes of a study's points, and how formulas pick figures from them. Entry type:
 * {@link org.breadboard.platform.study.outcome.PointTable}. All types are immutable; any thread.
 */
package org.breadboard.platform.study.outcome;
