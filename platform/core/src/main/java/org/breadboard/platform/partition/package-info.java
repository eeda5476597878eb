/**
 * Things that are counted, such as cores and nodes, given to those who ask for some. Entry type:
 * {@link org.breadboard.platform.partition.Partition}. Any thread.
 */
package org.breadboard.platform.partition;
