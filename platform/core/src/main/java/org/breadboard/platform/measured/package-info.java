/**
 * What a run measured, cut into slices of time and into kinds of transactions. Entry type:
 * {@link org.breadboard.platform.measured.TimelineRecorder}, which looks at what clients count while they stand still.
 * One thread at a time.
 */
package org.breadboard.platform.measured;
