/**
 * NOCC's program for programmable switches (NOCC 2, 3). Entry type:
 * {@link org.breadboard.proto.nocc.program.NoccProgramType}. It is data; the pipeline that loads it does what it says.
 */
package org.breadboard.proto.nocc.program;
