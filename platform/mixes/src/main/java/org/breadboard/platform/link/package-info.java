/**
 * Whether a plug-in's class files fit the Breadboard that is here: {@link org.breadboard.platform.link.LinkCheck} looks
 * up what they name of api, kit and platform, and constructs nothing. It is for one thread at a time.
 */
package org.breadboard.platform.link;
