/**
 * Histories as files. Entry types: {@link org.breadboard.platform.history.files.HistoryFileWriter} and
 * {@link org.breadboard.platform.history.files.HistoryReader}. Each belongs to one thread.
 */
package org.breadboard.platform.history.files;
