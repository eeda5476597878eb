/**
 * Pages for people that need nothing but themselves: {@link org.breadboard.platform.page.Page} takes headings, notes,
 * {@link org.breadboard.platform.page.PageTable tables} and {@link org.breadboard.platform.chart.Chart plots}, which a
 * browser draws as SVG and saves as SVG or CSV by a click. It knows nothing of runs and studies. One thread at a time.
 */
package org.breadboard.platform.page;
