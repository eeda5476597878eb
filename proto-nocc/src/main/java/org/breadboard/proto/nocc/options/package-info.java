/**
 * What a mix says of NOCC, and who is where. Entry type: {@link org.breadboard.proto.nocc.options.NoccOptions}.
 * Immutable.
 */
package org.breadboard.proto.nocc.options;
