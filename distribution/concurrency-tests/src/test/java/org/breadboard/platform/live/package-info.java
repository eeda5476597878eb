/**
 * What one thread of the live runtime may see of what another did, tried by jcstress: each class is a case, whose
 * actors run at once and whose outcomes are listed. A case is of the code that ships, never of a copy.
 */
package org.breadboard.platform.live;
