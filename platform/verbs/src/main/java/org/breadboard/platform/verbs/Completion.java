// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.breadboard.platform.catalogue.Kind;

/**
 * What somebody has typed behind a verb when they pressed TAB, and what a verb offers for it: words, files, or both.
 * Whoever asked drops what does not go on as the typed word begins. For one thread and one question.
 */
public final class Completion {
    private final Names names;
    private final List<String> verbs;
    private final List<String> words;
    private final String option;
    private final String typed;
    private final List<Offer> offers = new ArrayList<>();
    private Files files = Files.NONE;

    /** Which files may stand there. */
    public enum Files {
        /** None. */
        NONE,
        /** All files, and folders. */
        ALL,
        /** Folders alone. */
        FOLDERS,
        /** YAML files, and the folders that hold them once a path is begun. */
        YAML
    }

    /**
     * A word that may stand there.
     *
     * @param whole whether the word ends there, or more is typed behind
     */
    public record Offer(String word, boolean whole) {}

    /**
     * A question.
     *
     * @param names what things are called
     * @param verbs all verbs
     * @param words all words behind the verb but the one that is typed
     * @param option the long name of the option that takes the word, or {@code ""}
     * @param typed what there is of the word
     */
    public Completion(Names names, List<String> verbs, List<String> words, String option, String typed) {
        this.names = names;
        this.verbs = List.copyOf(verbs);
        this.words = List.copyOf(words);
        this.option = option;
        this.typed = typed;
    }

    /** All words behind the verb but the one that is typed. */
    public List<String> words() {
        return words;
    }

    /** One of them, or {@code ""} if there are not so many. */
    public String word(int index) {
        return index < words.size() ? words.get(index) : "";
    }

    /** Whether the first word behind the verb is typed. */
    public boolean first() {
        return words.isEmpty() && option.isEmpty();
    }

    /** Whether the second word is typed, and the first was this one. */
    public boolean after(String action) {
        return option.isEmpty() && words.equals(List.of(action));
    }

    /** The long name of the option that takes the word, such as {@code --seed}, or {@code ""}. */
    public String option() {
        return option;
    }

    /** What there is of the word. */
    public String typed() {
        return typed;
    }

    /** What things are called. */
    public Names names() {
        return names;
    }

    /** All verbs. */
    public List<String> verbs() {
        return verbs;
    }

    /** Offers words. */
    public void offer(Collection<String> them) {
        them.forEach(word -> offers.add(new Offer(word, true)));
    }

    /** Offers words. */
    public void offer(String... them) {
        offer(List.of(them));
    }

    /** Offers the names of some kinds. */
    public void offer(Kind... kinds) {
        for (Kind kind : kinds) {
            offer(names().of(kind));
        }
    }

    /** Offers files. */
    public void offer(Files these) {
        files = these;
    }

    /** Offers a mix: the name of one, or a file. */
    public void offerMix() {
        offer(Kind.MIXES);
        offer(Files.YAML);
    }

    /** Offers what may end a list with commas of which a part is typed. */
    public void offerListed(List<String> them) {
        listed(typed, them).forEach(word -> offer(word));
    }

    private static Stream<String> listed(String typed, List<String> words) {
        String before = typed.substring(0, typed.lastIndexOf(',') + 1);
        List<String> there = List.of(before.split(",", -1));
        return words.stream().filter(word -> !there.contains(word)).map(word -> before + word);
    }

    /** Offers a key of a mix for {@code --set}, or a value of the key that is typed, after what is set before. */
    public void offerSet(String mix) {
        List<String> before = new ArrayList<>();
        for (int index = 0; index < words.size() - 1; index++) {
            if (words.get(index).equals("--set") && words.get(index + 1).indexOf('=') > 0) {
                before.add(words.get(index + 1));
            }
        }
        int end = typed.indexOf('=');
        if (end <= 0) {
            names().settableKeys(mix, before).forEach(key -> offers.add(new Offer(key + '=', false)));
            return;
        }
        String key = typed.substring(0, end);
        listed(typed.substring(end + 1), names().words(key, mix, before)).forEach(word -> offer(key + '=' + word));
    }

    /** The words that were offered, in that order. */
    public List<Offer> offers() {
        return List.copyOf(offers);
    }

    /** The files that were offered. */
    public Files files() {
        return files;
    }
}
