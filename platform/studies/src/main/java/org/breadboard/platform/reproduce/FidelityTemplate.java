// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.breadboard.api.RefusedException;

/**
 * A page whose words are written by hand and whose numbers are not. Between double braces stand
 *
 * <ul>
 *   <li>a claim, perhaps with what it is divided by, and a pattern of {@link DecimalFormat}: {@code CLAIM/1000 0.00}; a
 *       no is bold
 *   <li>{@code error CLAIM …}: the errors in percent, bold above 15%; {@code CLAIM@3.43} is the error against a number
 *       that the paper has for something else
 *   <li>{@code spread CLAIM …}: the spreads in percent
 * </ul>
 *
 * {@code error-range} and {@code spread-range} give the least and the most of several. {@code predictions} is a table
 * of all that a paper published and the model predicts, {@code agreeing} how many of them agree, {@code agreeing PAPER}
 * of one paper. Immutable.
 */
final class FidelityTemplate {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([^{}]+)}}");
    /** From here on an error says more as how many times as much. */
    private static final double TIMES = 2;
    /** From here on an error has no decimals. */
    private static final double COARSE = 0.2;

    private static final String PLAIN = "0.###";
    private static final Set<String> WORDS = Set.of("error", "error-range", "spread", "spread-range");
    private static final String PREDICTIONS = "predictions";
    private static final String AGREEING = "agreeing";
    private static final MathContext DIGITS = new MathContext(3);

    private final String text;

    FidelityTemplate(String text) {
        this.text = text;
    }

    /** All claims that it wants, in its order. */
    Set<String> claims() {
        Set<String> claims = new LinkedHashSet<>();
        PLACE.matcher(text).results().forEach(place -> claims.addAll(claims(place.group(1))));
        return claims;
    }

    private static List<String> claims(String place) {
        List<String> words = new ArrayList<>(words(place));
        if (words.get(0).equals(PREDICTIONS) || words.get(0).equals(AGREEING)) {
            return List.of();
        }
        if (WORDS.contains(words.get(0))) {
            return words.stream().skip(1).map(word -> before(word, '@')).toList();
        }
        return List.of(before(words.get(0), '/'));
    }

    private static String before(String word, char mark) {
        return word.indexOf(mark) < 0 ? word : word.substring(0, word.indexOf(mark));
    }

    /** The number behind a mark; NaN if there is none. */
    private static double behind(String word, char mark) {
        return word.indexOf(mark) < 0 ? Double.NaN : Double.parseDouble(word.substring(word.indexOf(mark) + 1));
    }

    private static List<String> words(String place) {
        return List.of(place.strip().split("\\s+", -1));
    }

    /**
     * The page.
     *
     * @throws RefusedException if a claim has no value, or not one that its place can show
     */
    String fill(Map<String, ClaimValue> values) {
        return PLACE.matcher(text).replaceAll(place -> Matcher.quoteReplacement(fill(place, values)));
    }

    private String fill(MatchResult place, Map<String, ClaimValue> values) {
        List<String> words = words(place.group(1));
        List<ClaimValue> wanted = new ArrayList<>();
        for (String claim : claims(place.group(1))) {
            ClaimValue value = values.get(claim);
            if (value == null) {
                throw refused(place, "there is no value of '" + claim + "'");
            }
            wanted.add(value);
        }
        try {
            return switch (words.get(0)) {
                case PREDICTIONS -> predictions(values);
                case AGREEING -> agreeing(values, words.size() > 1 ? words.get(1) : null);
                case "error" -> errors(wanted, words.subList(1, words.size()));
                case "error-range" ->
                    range(wanted.stream().map(ClaimValue::error).toList(), "");
                case "spread" -> spreads(wanted);
                case "spread-range" ->
                    range(wanted.stream().map(ClaimValue::spread).toList(), "± ");
                default -> value(wanted.get(0), behind(words.get(0), '/'), words.size() > 1 ? words.get(1) : PLAIN);
            };
        } catch (IllegalArgumentException wrong) {
            throw refused(place, "it cannot be shown (" + wrong.getMessage() + ")");
        }
    }

    private RefusedException refused(MatchResult place, String why) {
        long line = text.substring(0, place.start()).lines().count();
        return new RefusedException(
                "The page's template, line " + line + ", wants '" + place.group() + "', but " + why + ".");
    }

    private static String value(ClaimValue value, double divisor, String pattern) {
        if (value.answer()) {
            return value.model().equals("no") ? "**no**" : value.model();
        }
        return signed(new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(Double.isNaN(divisor) ? value.number() : value.number() / divisor));
    }

    private static String errors(List<ClaimValue> values, List<String> words) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            double against = behind(words.get(i), '@');
            parts.add(error(
                    Double.isNaN(against)
                            ? values.get(i).error()
                            : values.get(i).number() / against - 1));
        }
        return shared(parts);
    }

    private static String error(double error) {
        if (Double.isNaN(error)) {
            return "–";
        }
        if (error >= TIMES) {
            return String.format(Locale.ROOT, "**× %.1f**", error + 1);
        }
        boolean coarse = Math.abs(error) >= COARSE;
        String percent = signed(String.format(Locale.ROOT, coarse ? "%+.0f%%" : "%+.1f%%", error * 100));
        String zero = percent.endsWith("0.0%") && percent.length() == "+0.0%".length() ? "0.0%" : percent;
        return Math.abs(error) > ClaimValue.AGREES ? "**" + zero + "**" : zero;
    }

    /** Of plain percentages one behind the other, only the last has its sign. */
    private static String shared(List<String> parts) {
        StringBuilder joined = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            boolean next = i + 1 < parts.size();
            String part = parts.get(i);
            boolean both = next && !part.contains("*") && !parts.get(i + 1).contains("*") && part.endsWith("%");
            joined.append(both ? part.substring(0, part.length() - 1) : part).append(next ? " / " : "");
        }
        return joined.toString();
    }

    private static String spreads(List<ClaimValue> values) {
        List<String> parts = values.stream()
                .map(value ->
                        Double.isNaN(value.spread()) ? "–" : String.format(Locale.ROOT, "%.1f%%", value.spread() * 100))
                .toList();
        if (parts.stream().allMatch(part -> part.equals("–"))) {
            return "–";
        }
        return parts.contains("–")
                ? String.join(
                        " / ",
                        parts.stream()
                                .map(part -> part.equals("–") ? part : "± " + part)
                                .toList())
                : "± " + shared(parts);
    }

    private static String agreeing(Map<String, ClaimValue> values, String paper) {
        List<ClaimValue> predictions = values.values().stream()
                .filter(value ->
                        value.predicts() && (paper == null || value.claim().startsWith(paper + "-")))
                .toList();
        return predictions.stream().filter(ClaimValue::agrees).count() + " of " + predictions.size();
    }

    private static String predictions(Map<String, ClaimValue> values) {
        StringBuilder table = new StringBuilder(
                "| claim | what | paper | here | error | range | agrees |\n" + "|---|---|---|---|---|---|---|");
        values.values().stream()
                .filter(ClaimValue::predicts)
                .forEach(value -> table.append("\n| `")
                        .append(String.join(
                                " | ",
                                value.claim() + "`",
                                value.quantity(),
                                value.published(),
                                value.answer() ? value(value, Double.NaN, PLAIN) : threeDigits(value.number()),
                                value.answer() ? "" : error(value.error()),
                                between(value),
                                value.agrees() ? "yes" : "**no**"))
                        .append(" |"));
        return table.toString();
    }

    /** What assumptions leave of a value. */
    private static String between(ClaimValue value) {
        if (value.range().isEmpty() || value.answer()) {
            return value.range();
        }
        String[] shares = value.range().split(" ", 2);
        return threeDigits(value.number() * Double.parseDouble(shares[0])) + " to "
                + threeDigits(value.number() * Double.parseDouble(shares[1]));
    }

    private static String threeDigits(double number) {
        return signed(new BigDecimal(number).round(DIGITS).stripTrailingZeros().toPlainString());
    }

    private static String range(List<Double> values, String sign) {
        double least = values.stream().mapToDouble(each -> each).min().orElseThrow();
        double most = values.stream().mapToDouble(each -> each).max().orElseThrow();
        if (Double.isNaN(least + most)) {
            throw new IllegalArgumentException("one of them is not known");
        }
        String format = sign.isEmpty() ? "%+.1f" : "%.1f";
        String from = signed(String.format(Locale.ROOT, format, least * 100));
        String to = signed(String.format(Locale.ROOT, format, most * 100));
        return sign + zero(from) + " to " + zero(to) + "%";
    }

    private static String zero(String text) {
        return text.equals("+0.0") || text.equals("−0.0") ? "0.0" : text;
    }

    /** With the sign that stands as high as a plus. */
    private static String signed(String number) {
        return number.replace('-', '−');
    }
}
