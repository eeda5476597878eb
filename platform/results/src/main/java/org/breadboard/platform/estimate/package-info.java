/**
 * Means and differences with confidence intervals. Entry type: {@link org.breadboard.platform.estimate.Estimate}. All
 * types are immutable; any thread.
 */
package org.breadboard.platform.estimate;
