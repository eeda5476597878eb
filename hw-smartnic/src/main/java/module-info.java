/** SmartNICs: cores, on-board memory, DMA engine, PCIe, aggregation. */
module org.breadboard.hw.smartnic {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            org.breadboard.hw.smartnic.SmartNicPlugin;
}
