/**
 * HADES's software baseline SW-Impl, and the tables that the HADES protocols share. The entry is
 * {@link org.breadboard.proto.hades.HadesPlugin}.
 */
package org.breadboard.proto.hades;
