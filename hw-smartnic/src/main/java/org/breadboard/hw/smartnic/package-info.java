/** SmartNICs: cores, on-board memory, DMA engine, PCIe, aggregation. The entry is {@link org.breadboard.hw.smartnic.SmartNicPlugin}. */
package org.breadboard.hw.smartnic;
