/**
 * Traces of a part of a run as files. Entry type: {@link org.breadboard.platform.tracing.MixTrace}. One thread at a
 * time.
 */
package org.breadboard.platform.tracing;
