/**
 * TATP, the telecommunication application transaction processing benchmark (Neuvonen, Wolski, Manner and Raatikka,
 * 2009), with the tables and sizes of FaSST 6.2. Entry type: {@link org.breadboard.workloads.tatp.Tatp}. All but the
 * generators is immutable.
 */
package org.breadboard.workloads.tatp;
