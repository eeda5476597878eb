/** Xenic on SmartNICs, and the stores of its Table 2. */
module org.breadboard.proto.xenic {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            org.breadboard.proto.xenic.XenicPlugin;
}
