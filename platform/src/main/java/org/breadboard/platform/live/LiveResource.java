package org.breadboard.platform.live;

import org.breadboard.api.runtime.Resource;

/** A resource that grants at once; each thread counts what it forwards, at this index. */
record LiveResource(int index, int node, String name) implements Resource {}
