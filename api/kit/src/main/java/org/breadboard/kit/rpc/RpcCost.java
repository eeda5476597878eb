// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * What calls between host threads cost the CPU, without what the device charges and without the handler. FaSST gives
 * the numbers; a protocol declares those that it charges, with its own default and sentence where these differ.
 *
 * @param switchNs a switch between coroutines, in ns
 * @param messageNs a message sent or received, in ns
 * @param entryNs a request, over both sides, in ns
 */
public record RpcCost(double switchNs, double messageNs, double entryNs) {
    /** A switch between coroutines. */
    public static final Setting<Double> SWITCH_NS = Setting.number(
            "switchNs",
            "ns",
            14.5,
            0,
            1e6,
            "CPU per switch between coroutines (published 13-20, FaSST 4.1; derived with the doorbell from Fig. 4,"
                    + " batch 1 against 3 and 11)");

    /** A message sent or received. */
    public static final Setting<Double> MESSAGE_NS = Setting.number(
            "messageNs",
            "ns",
            16,
            0,
            1e6,
            "CPU of the RPC layer per message sent or received (derived: FaSST Fig. 4's 222 ns per RPC without the"
                    + " device's share; the split between messages and entries is assumed)");

    /** A request, over both sides. */
    public static final Setting<Double> ENTRY_NS = Setting.number(
            "entryNs",
            "ns",
            61,
            0,
            1e6,
            "CPU of the RPC layer per request, over both sides (derived: FaSST Fig. 4's 222 ns per RPC without the"
                    + " device's share; the split between messages and entries is assumed)");

    /** Of a run whose protocol declares all three. */
    public static RpcCost of(Settings settings) {
        return new RpcCost(settings.get(SWITCH_NS), settings.get(MESSAGE_NS), settings.get(ENTRY_NS));
    }
}
