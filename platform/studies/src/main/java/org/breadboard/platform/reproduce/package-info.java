/**
 * All shipped studies at once, and the page about how close they come to the papers. Entry type:
 * {@link org.breadboard.platform.reproduce.Reproduce}. One thread.
 */
package org.breadboard.platform.reproduce;
