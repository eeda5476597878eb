/** A plug-in for tests of what stands around plug-ins: it brings one of everything, and can misbehave on request. */
package org.breadboard.platform.toy;
