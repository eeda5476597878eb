/**
 * RPCs of DrTM+H handled on cores of off-path SmartNICs, which reach the records of their host by verbs. Entry types:
 * {@link org.breadboard.proto.drtm.nic.NicServer}, which serves on a core, and
 * {@link org.breadboard.proto.drtm.nic.CorePost}, by which a host thread asks. Each object belongs to one thread.
 */
package org.breadboard.proto.drtm.nic;
