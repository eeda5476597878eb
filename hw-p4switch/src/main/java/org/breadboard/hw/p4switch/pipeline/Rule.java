package org.breadboard.hw.p4switch.pipeline;

import java.util.List;

/**
 * What a stage does with the packets of which some conditions hold.
 *
 * @param conditions all of them
 * @param kind one of {@link Pipeline}'s
 * @param body what it does, in the interpreter's words
 */
record Rule(List<FieldCondition> conditions, int kind, Code body) {}
