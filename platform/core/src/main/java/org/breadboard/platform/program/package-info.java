/**
 * What programs of switches are given to read. Entry type: {@link org.breadboard.platform.program.DescribedPackets}.
 * Any thread.
 */
package org.breadboard.platform.program;
