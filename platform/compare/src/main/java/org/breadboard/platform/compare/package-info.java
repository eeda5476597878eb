/**
 * What differs between runs or studies, and by how much, with confidence intervals. Entry type:
 * {@link org.breadboard.platform.compare.Compare}. One thread; runs are in workers.
 */
package org.breadboard.platform.compare;
