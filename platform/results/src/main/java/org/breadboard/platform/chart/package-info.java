/**
 * Plots: {@link org.breadboard.platform.chart.Chart} is one as data, and
 * {@link org.breadboard.platform.chart.ChartPicture} draws it as SVG and PDF. It knows nothing of pages, runs and
 * studies. Drawing needs no screen, font or library, and the same plot gives the same bytes on every machine. What is
 * public is immutable; any thread.
 */
package org.breadboard.platform.chart;
