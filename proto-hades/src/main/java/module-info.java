/** HADES's software baseline SW-Impl, and the tables that the HADES protocols share. */
module org.breadboard.proto.hades {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            org.breadboard.proto.hades.HadesPlugin;
}
