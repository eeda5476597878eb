/**
 * A data sheet from what somebody measured on devices of their own. Entry type:
 * {@link org.breadboard.platform.calibrate.Calibrate}. One thread.
 */
package org.breadboard.platform.calibrate;
