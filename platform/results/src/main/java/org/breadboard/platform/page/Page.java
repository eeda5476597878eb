// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.ChartPicture;

/**
 * A page that needs nothing but itself: no file, no network. Everything that is not markup of ours is escaped, and a
 * policy in the page lets a browser run its own script only, and fetch nothing. Good on screens, light and dark, and in
 * print; without scripts, too. It has its {@link Exhibit exhibits} as data in it.
 */
public final class Page {
    private static final String CHARTS = resource("charts.js");
    private static final String STYLE = resource("page.css");
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:;"
            + " base-uri 'none'; form-action 'none'; script-src ";
    /** A page with fewer sections needs no list of them. */
    private static final int SECTIONS_TO_LIST = 4;

    private final StringBuilder body = new StringBuilder();
    private final List<String> sections = new ArrayList<>();
    private final List<Exhibit> exhibits = new ArrayList<>();
    private final String title;
    private String top = "";

    /** An empty page. */
    public Page(String title) {
        this.title = title;
    }

    /**
     * A big number.
     *
     * @param caption what it is
     */
    public record Tile(String value, String caption) {}

    /** Text that shows as it is. */
    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private Page raw(String markup) {
        body.append(markup).append('\n');
        return this;
    }

    /** Sets the headline and the line below it, on top of the page. */
    public Page head(String headline, String sub) {
        top = "<h1>" + escape(headline) + "</h1><p class=\"sub\">" + escape(sub) + "</p>\n";
        return this;
    }

    /** Adds a section's heading. */
    public Page section(String heading) {
        sections.add(heading);
        return raw("<h2 id=\"s" + sections.size() + "\">" + escape(heading) + "</h2>");
    }

    /** Adds a paragraph; {@code style} is good, bad, sub, or {@code ""}. */
    public Page note(String style, String text) {
        return raw("<p class=\"" + escape(style) + "\">" + escape(text) + "</p>");
    }

    /** Adds lines that people copy, as they are. */
    public Page code(String text) {
        return raw("<pre>" + escape(text) + "</pre>");
    }

    /** Adds big numbers, side by side; nothing where there are none. */
    public Page tiles(List<Tile> tiles) {
        if (tiles.isEmpty()) {
            return this;
        }
        StringBuilder markup = new StringBuilder("<div class=\"tiles\">");
        tiles.forEach(tile -> markup.append("<div class=\"tile\"><b>")
                .append(escape(tile.value()))
                .append("</b><span>")
                .append(escape(tile.caption()))
                .append("</span></div>"));
        return raw(markup.append("</div>").toString());
    }

    /** Adds a table; where a section has several, its name tells it from the others. */
    public Page table(PageTable table) {
        return table("", table);
    }

    /** The same with a name beside that of its section. */
    public Page table(String name, PageTable table) {
        show(name, table);
        return raw(table.markup());
    }

    /** Adds a table that is folded up until somebody opens it; in print it is not. */
    public Page folded(String summary, PageTable table) {
        show(sections.isEmpty() ? summary : "", table);
        return raw("<details><summary>" + escape(summary) + "</summary>" + table.markup() + "</details>");
    }

    private void show(String name, PageTable table) {
        String section = sections.isEmpty() ? title : sections.get(sections.size() - 1);
        exhibits.add(
                new Exhibit(name.isEmpty() ? section : sections.isEmpty() ? name : section + ": " + name, null, table));
    }

    /** Adds a plot. */
    public Page chart(Chart chart) {
        exhibits.add(new Exhibit(chart.title(), chart, null));
        return raw("<figure>" + ChartPicture.inPage(chart) + "</figure>");
    }

    /** The page's text. */
    public String text() {
        boolean charts = exhibits.stream().anyMatch(each -> each.chart() != null);
        String scripts = Exhibit.element(exhibits) + (charts ? "<script>" + CHARTS + "</script>\n" : "");
        String policy = POLICY + (charts ? hash(CHARTS) : "'none'");
        return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                + "<meta name=\"color-scheme\" content=\"light dark\">\n"
                + "<link rel=\"icon\" href=\"data:,\">\n<title>" + escape(title) + "</title>\n<style>\n" + STYLE
                + "</style></head><body>\n" + top + list() + body + scripts + "</body></html>\n";
    }

    private String list() {
        if (sections.size() < SECTIONS_TO_LIST) {
            return "";
        }
        StringBuilder list = new StringBuilder("<nav>");
        for (int i = 0; i < sections.size(); i++) {
            list.append("<a href=\"#s")
                    .append(i + 1)
                    .append("\">")
                    .append(escape(sections.get(i)))
                    .append("</a> ");
        }
        return list.append("</nav>\n").toString();
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + '\'';
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
