/** Cases of regions, as {@link org.breadboard.platform.live} has them of rings. */
package org.breadboard.platform.memory;
