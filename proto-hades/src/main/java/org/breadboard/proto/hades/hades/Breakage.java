package org.breadboard.proto.hades.hades;

/** What a run can break on purpose, to see its check fail; what the hardware can break is a parameter of its own. */
enum Breakage {
    /** Nothing. */
    NONE,
    /** HADES-H commits without looking at its own node's versions again. */
    SKIP_LOCAL_VALIDATION,
    /** HADES-H writes to other nodes without moving versions. */
    KEEP_VERSIONS,
    /** HADES-H does not tell the NIC what it has read on its own node. */
    HIDE_READS
}
