/**
 * The language of claims: arithmetic, comparisons and functions over figures at points. Entry type:
 * {@link org.breadboard.platform.study.formula.ExpressionParser}. A parsed formula is immutable; any thread.
 */
package org.breadboard.platform.study.formula;
