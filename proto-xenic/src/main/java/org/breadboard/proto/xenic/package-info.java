/**
 * Xenic on SmartNICs, and its comparisons DrTM+H and DrTM+R. The entry is
 * {@link org.breadboard.proto.xenic.XenicPlugin}.
 */
package org.breadboard.proto.xenic;
