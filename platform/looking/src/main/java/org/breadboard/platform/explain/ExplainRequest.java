// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.explain;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.breadboard.platform.console.OutputFormat;

/**
 * What {@code explain} is asked to do.
 *
 * @param mix the name of a mix, or the path of a YAML file
 * @param overrides {@code key=value}, in the order given; the last one of a key wins
 * @param transaction the transaction as verdicts name it, or nothing: a typical one
 * @param svg where to draw it as a picture, too; overwritten
 * @param output the form of what is printed
 */
public record ExplainRequest(
        String mix, List<String> overrides, OptionalLong transaction, Optional<Path> svg, OutputFormat output) {}
