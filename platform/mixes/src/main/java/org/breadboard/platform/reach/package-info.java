/**
 * What a workload asks for that only its transactions tell. Entry type:
 * {@link org.breadboard.platform.reach.OrderedUse}. For one thread.
 */
package org.breadboard.platform.reach;
