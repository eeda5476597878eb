/**
 * What can be said of one thing that a user can name: {@link org.breadboard.platform.describe.Describer} asks the thing
 * itself, and {@link org.breadboard.platform.describe.Description} prints it. Any thread.
 */
package org.breadboard.platform.describe;
