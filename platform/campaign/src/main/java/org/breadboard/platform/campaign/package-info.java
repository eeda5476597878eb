/** Campaigns: many small runs whose protocol, workload, sizes and faults follow from a seed, each verified. */
package org.breadboard.platform.campaign;
