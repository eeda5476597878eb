/** A workload that moves coins between purses. The entry is {@link ${package}.TransferPlugin}. */
package ${package};
