/**
 * NOCC (Jepsen et al., NetCompute 2018), its baseline OCC, and NOCC's program for switches. The entry is
 * {@link org.breadboard.proto.nocc.NoccPlugin}.
 */
package org.breadboard.proto.nocc;
