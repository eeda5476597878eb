/**
 * What verbs share. Entry types: {@link org.breadboard.platform.verbs.VerbScope}, what one verb may use;
 * {@link org.breadboard.platform.verbs.Experiment}, the one way to resolve and run mixes; and
 * {@link org.breadboard.platform.verbs.Conclusion}, which keeps, prints and judges what a run has yielded. A verb runs
 * on its caller's thread; the console's cancellation ends it early from any other.
 */
package org.breadboard.platform.verbs;
