// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.osgi.annotation.versioning.ConsumerType;

/** Cores in the path between wire and host, with a DMA engine to the host's memory: an on-path SmartNIC (Xenic 3). */
@ConsumerType
public interface NicCompute extends NicCores {
    /** Opens a core's DMA queue to host memory. Reserves the core's ring. Only while building. */
    Dma dma(Stage core);

    /** Asynchronous, vectored DMA between a core and host memory (Xenic 3.5, 4.3.1). Used by the core's thread only. */
    @ConsumerType
    interface Dma {
        /** How many elements one vector holds; there is one vector of reads and one of writes. */
        int vectorSlots();

        /**
         * Adds a read to the vector; false if it is full. The completion is the message with the bytes that were read,
         * to the current attempt of {@code task}; without a {@code task}, nobody is told.
         *
         * @throws IllegalArgumentException if the range is not inside {@code host}, or {@code host} is not host memory
         */
        boolean read(Step step, Task task, Region host, long address, Message into, int lengthBytes);

        /** Adds a write of the message's bytes to the vector; false if it is full. Completes as a read does. */
        boolean write(Step step, Task task, Region host, long address, Message from);

        /**
         * Submits the vectors, and charges the core once for each; nothing happens if they are empty. False if too many
         * vectors of this core are in flight: these complete by themselves, and the vectors stay gathered.
         */
        boolean submit(Step step);
    }
}
