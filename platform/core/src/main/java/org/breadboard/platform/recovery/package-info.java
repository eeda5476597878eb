/**
 * What members of a configuration recover with, and what comes of it:
 * {@link org.breadboard.platform.recovery.Recoveries} says how far they are,
 * {@link org.breadboard.platform.recovery.Outcomes} tells clients what became of their transactions, and
 * {@link org.breadboard.platform.recovery.NodeRecovery} is what a node's protocol sees of both.
 */
package org.breadboard.platform.recovery;
