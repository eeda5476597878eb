/**
 * Mixes: which hardware, protocol, workload and load a run is made of. Entry type:
 * {@link org.breadboard.platform.mix.Mix}.
 */
package org.breadboard.platform.mix;
