/**
 * HADES nodes' packets byte by byte, for captures. Entry type: {@link org.breadboard.hw.htmbloom.capture.HadesCapture}.
 * It reads what is on the link, and no NIC knows of it. One thread.
 */
package org.breadboard.hw.htmbloom.capture;
