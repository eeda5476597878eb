/**
 * What campaigns draw, as a contract's tests. Entry type: {@link org.breadboard.testkit.drawn.DrawnCases}. One thread.
 */
package org.breadboard.testkit.drawn;
