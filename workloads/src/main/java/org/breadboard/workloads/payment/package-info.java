/** TPC-C's payment alone, as key-value pairs of the columns that it touches (NOCC 4). */
package org.breadboard.workloads.payment;
