/**
 * HADES and HADES-H (HADES V). One transaction's way: {@code HadesTransaction} runs the logic and asks for one record
 * after another, {@code LocalPart} on its own node, {@code RemotePart} on others; then {@code Commit} goes through the
 * steps of Table II with the hardware's {@link org.breadboard.api.hardware.ConflictTracking.Tracker}.
 */
package org.breadboard.proto.hades.hades;
