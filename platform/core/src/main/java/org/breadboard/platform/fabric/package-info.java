/**
 * The network between nodes, the same in both runtimes. Entry type:
 * {@link org.breadboard.platform.fabric.SwitchFabric}. Its hops are called by whichever thread sends.
 */
package org.breadboard.platform.fabric;
