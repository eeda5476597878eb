/**
 * Ten minutes for a newcomer, step by step. Entry type: {@link org.breadboard.shell.tutorial.Tutorial}. One thread, the
 * verb's.
 */
package org.breadboard.shell.tutorial;
