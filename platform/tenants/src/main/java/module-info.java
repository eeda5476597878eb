/** Several workloads, or several protocols, side by side on one cluster, as one. */
module org.breadboard.platform.tenants {
    requires transitive org.breadboard.api;

    exports org.breadboard.platform.tenants;
}
