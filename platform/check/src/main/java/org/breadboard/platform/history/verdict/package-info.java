/**
 * What a check of a history is asked, and what it answers. Entry types:
 * {@link org.breadboard.platform.history.verdict.CheckOptions} and
 * {@link org.breadboard.platform.history.verdict.Verdict}. Immutable; any thread.
 */
package org.breadboard.platform.history.verdict;
