/**
 * Draws one transaction's way through stages and resources. Entry types:
 * {@link org.breadboard.platform.explain.Explanation}, which finds out what belongs to it, and the drawings of it. One
 * thread.
 */
package org.breadboard.platform.explain;
