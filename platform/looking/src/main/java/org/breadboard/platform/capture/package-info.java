/**
 * Packets of a run as other tools read them. Entry type: {@link org.breadboard.platform.capture.CaptureRecorder}, which
 * gathers them while a run is recorded; {@link org.breadboard.platform.capture.PcapngFile} writes them. What a packet
 * looks like is said by the plug-in of the hardware that sent it. One thread.
 */
package org.breadboard.platform.capture;
