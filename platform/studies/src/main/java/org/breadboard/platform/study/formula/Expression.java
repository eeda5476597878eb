// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.formula;

import java.util.function.Consumer;
import org.breadboard.platform.study.outcome.PointTable;
import org.breadboard.platform.study.outcome.Selection;
import org.breadboard.platform.study.outcome.Values;

/** A claim's formula over the points of a study. Immutable. An {@link ExpressionParser} makes it. */
public abstract class Expression {
    Expression() {}

    /**
     * Computes it.
     *
     * @throws org.breadboard.platform.study.outcome.UnknownFigureException if the points do not have what it needs
     */
    public abstract Values evaluate(PointTable points);

    /** Shows every selection of points in it. */
    public abstract void selections(Consumer<Selection> visitor);
}
