/**
 * What on-path cores have besides: a DMA engine to the memory of their host
 * ({@link org.breadboard.hw.smartnic.dma.OnPathCores}), and the bytes of PCIe that it shares with packets.
 *
 * <p>A DMA queue and its vectors belong to the thread of their core.
 */
package org.breadboard.hw.smartnic.dma;
