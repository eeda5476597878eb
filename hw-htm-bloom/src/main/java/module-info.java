/** Bloom filters over cache lines, as HADES keeps them beside the directory and in the NIC. */
module org.breadboard.hw.htmbloom {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            org.breadboard.hw.htmbloom.HtmBloomPlugin;
}
