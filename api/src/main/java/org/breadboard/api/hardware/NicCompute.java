package org.breadboard.api.hardware;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/** General-purpose cores on a NIC, with their own memory and a DMA engine to the host's (Xenic 3). */
public interface NicCompute extends Capability {
    /** How many cores there are. */
    int cores();

    /** Puts a program on a core. Only while building. */
    Stage core(int index, StageProgram program);

    /** How much on-board memory is left. */
    long freeMemoryBytes();

    /** Opens a core's DMA queue to host memory. Only while building. */
    Dma dma(Stage core);

    /** Asynchronous, vectored DMA between a core and host memory (Xenic 3.5, 4.3.1). Used by the core's thread only. */
    interface Dma {
        /** How many elements one vector holds. */
        int vectorSlots();

        /** Adds a read to the vector; false if it is full. The completion is the message with the bytes that were read. */
        boolean read(Step step, Task task, Region host, long address, Message into, int lengthBytes);

        /** Adds a write of the message's bytes to the vector; false if it is full. */
        boolean write(Step step, Task task, Region host, long address, Message from);

        /** Submits the vectors; nothing happens if they are empty. False if the engine's queue is full. */
        boolean submit(Step step);
    }
}
