package org.breadboard.platform.cluster;

import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.pipeline.PipelineProgramType;

/**
 * What machines and switches are.
 *
 * @param machine the hardware of every machine
 * @param switches the hardware of every switch, or null: they only forward, and take no time
 * @param program what the switches run, or null
 */
public record Equipment(HardwareType machine, HardwareType switches, PipelineProgramType program) {}
