/**
 * SmartNICs' packets byte by byte, for captures. Entry type:
 * {@link org.breadboard.hw.smartnic.capture.SmartNicCapture}. It reads what is on the link, and no NIC knows of it. One
 * thread.
 */
package org.breadboard.hw.smartnic.capture;
