/**
 * What a run leaves behind: a folder with manifest, summary, tables, latency, history and a report. Entry types:
 * {@link org.breadboard.platform.result.ResultFolder} writes, {@link org.breadboard.platform.result.StoredResult} reads
 * and verifies. One thread at a time.
 */
package org.breadboard.platform.result;
