/**
 * What goes with what: protocol, data sheet, switch program and workload, asked of the code that runs mixes. Entry
 * type: {@link org.breadboard.platform.combine.Question}. For one thread each.
 */
package org.breadboard.platform.combine;
