/**
 * The verbs {@code run} and {@code verify}. Entry types: {@link org.breadboard.platform.running.MixRun}, a mix from its
 * name to a kept, printed and judged result; {@link org.breadboard.platform.running.ResultRecheck}, the second verdict
 * about a result that is kept.
 */
package org.breadboard.platform.running;
