/**
 * What verbs share. Entry types: {@link org.breadboard.platform.verbs.RunScope}, what one verb may use, and
 * {@link org.breadboard.platform.verbs.MixExperiment}, a mix from its name to a kept, printed and judged result. A verb
 * runs on its caller's thread; the console's cancellation ends it early from any other.
 */
package org.breadboard.platform.verbs;
