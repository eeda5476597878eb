/** Xenic on SmartNICs, and the stores of its Table 2. The entry is {@link org.breadboard.proto.xenic.XenicPlugin}. */
package org.breadboard.proto.xenic;
