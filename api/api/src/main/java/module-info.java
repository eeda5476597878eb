/**
 * What plug-ins of Breadboard see. What runtimes alone do with messages and tasks is
 * {@code org.breadboard.api.runtime.spi}.
 */
@SuppressWarnings("module") // the platform and the testkit are built later
module org.breadboard.api {
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;

    exports org.breadboard.api;
    exports org.breadboard.api.hardware;
    exports org.breadboard.api.memory;
    exports org.breadboard.api.observe;
    exports org.breadboard.api.pipeline;
    exports org.breadboard.api.protocol;
    exports org.breadboard.api.runtime;
    exports org.breadboard.api.store;
    exports org.breadboard.api.txn;
    exports org.breadboard.api.workload;
    exports org.breadboard.api.runtime.spi to
            org.breadboard.platform.core,
            org.breadboard.platform.live,
            org.breadboard.platform.looking,
            org.breadboard.testkit;
}
