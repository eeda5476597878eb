/**
 * The runtime on real threads. Entry type: {@link org.breadboard.platform.live.LiveEngine}.
 */
package org.breadboard.platform.live;
