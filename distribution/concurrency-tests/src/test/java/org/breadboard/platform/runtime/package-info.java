/** Cases of the depot of messages, as {@link org.breadboard.platform.live} has them of rings. */
package org.breadboard.platform.runtime;
