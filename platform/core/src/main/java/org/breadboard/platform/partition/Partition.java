// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.breadboard.platform.yaml.Where;

/**
 * Which of the numbered things of a whole each owner has: cores of every node, nodes of a cluster. Ranges are given
 * first; then each owner that only says how many it wants takes the lowest free ones, in turn.
 */
public final class Partition {
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,6}");
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,6})\\s*-\\s*([0-9]{1,6})");
    private static final int FREE = -1;

    private final Words words;
    private final List<Wish> wishes;
    private final int[] owner;

    /**
     * What owners, things and the whole are called.
     *
     * @param owner such as {@code tenant}
     * @param thing such as {@code core}; several have an s
     * @param whole such as {@code a node}
     * @param limit the key that says how many there are
     * @param group the first word of the key that says which an owner has; the last one is that of things
     */
    public record Words(String owner, String thing, String whole, String limit, String group) {
        private String key(Wish wish) {
            return group + "." + wish.owner() + "." + thing + "s";
        }

        private String many(int count) {
            return count + " " + thing + (count == 1 ? "" : "s");
        }
    }

    /**
     * What an owner asks for.
     *
     * @param text ranges separated by commas, a count, or null for nothing
     * @param where where that is said; or, for nothing, where the owner is
     */
    public record Wish(String owner, String text, Where where) {
        private boolean isCount() {
            return COUNT.matcher(text.strip()).matches();
        }
    }

    private Partition(Words words, List<Wish> wishes, int things) {
        this.words = words;
        this.wishes = wishes;
        owner = new int[things];
        Arrays.fill(owner, FREE);
    }

    /**
     * All things, each given to one owner, in ascending order, or a refusal. Where nobody says anything all get as
     * many, and the first ones one more if that does not come out even.
     */
    public static List<List<Integer>> whole(Words words, List<Wish> wishes, int things) {
        Partition partition = new Partition(words, wishes, things);
        if (wishes.stream().allMatch(wish -> wish.text() == null)) {
            partition.shareOut();
        } else {
            partition.grant();
            partition.refuseIdle();
        }
        return partition.shares();
    }

    /** What each asks for, in ascending order, or a refusal; the rest is nobody's. */
    public static List<List<Integer>> part(Words words, List<Wish> wishes, int things) {
        Partition partition = new Partition(words, wishes, things);
        partition.grant();
        return partition.shares();
    }

    private void shareOut() {
        int share = owner.length / wishes.size();
        int more = owner.length % wishes.size();
        if (share == 0) {
            Wish last = wishes.get(wishes.size() - 1);
            throw last.where()
                    .refuse(name(last) + " is left without a " + words.thing() + ": " + wishes.size() + " "
                            + words.owner() + "s share the " + owner.length + " of " + words.whole() + limit() + ".");
        }
        int thing = 0;
        for (int wish = 0; wish < wishes.size(); wish++) {
            for (int end = thing + share + (wish < more ? 1 : 0); thing < end; thing++) {
                owner[thing] = wish;
            }
        }
    }

    private void grant() {
        for (Wish wish : wishes) {
            if (wish.text() == null) {
                throw wish.where()
                        .refuse(name(wish) + " has no " + words.thing() + "s, while others have some; say "
                                + words.key(wish) + ", or leave it out for all.");
            }
        }
        for (int wish = 0; wish < wishes.size(); wish++) {
            if (!wishes.get(wish).isCount()) {
                grantRanges(wish, wishes.get(wish));
            }
        }
        for (int wish = 0; wish < wishes.size(); wish++) {
            if (wishes.get(wish).isCount()) {
                grantCount(wish, wishes.get(wish));
            }
        }
    }

    private void refuseIdle() {
        List<Integer> idle = things(FREE);
        if (!idle.isEmpty()) {
            throw wishes.get(0)
                    .where()
                    .refuse((idle.size() == 1
                                    ? words.thing() + " " + idle.get(0) + " is"
                                    : words.thing() + "s " + text(idle) + " are")
                            + " left without a " + words.group() + ": " + words.whole() + " has " + owner.length
                            + limit() + ".");
        }
    }

    private void grantRanges(int index, Wish wish) {
        for (String part : wish.text().split(",", -1)) {
            Matcher range = RANGE.matcher(part.strip());
            if (!range.matches() || Integer.parseInt(range.group(1)) > Integer.parseInt(range.group(2))) {
                throw wish.where()
                        .refuse("'" + words.key(wish) + "' takes how many " + words.thing()
                                + "s, such as 5, or which, such as 0-4 or 0-1,8-9, not '" + wish.text() + "'.");
            }
            int last = Integer.parseInt(range.group(2));
            if (last >= owner.length) {
                throw wish.where()
                        .refuse(name(wish) + " asks for " + words.thing() + " " + last + ", but " + words.whole()
                                + " has " + owner.length + ", from 0 to " + (owner.length - 1) + limit() + ".");
            }
            for (int thing = Integer.parseInt(range.group(1)); thing <= last; thing++) {
                if (owner[thing] != FREE) {
                    throw wish.where().refuse(taken(thing, index));
                }
                owner[thing] = index;
            }
        }
    }

    private String taken(int thing, int index) {
        Wish own = wishes.get(index);
        return owner[thing] == index
                ? name(own) + " asks for " + words.thing() + " " + thing + " twice."
                : words.thing() + " " + thing + " cannot be both of " + name(wishes.get(owner[thing])) + " and of "
                        + name(own) + ".";
    }

    private void grantCount(int index, Wish wish) {
        int count = Integer.parseInt(wish.text().strip());
        List<Integer> free = things(FREE);
        if (count == 0) {
            throw wish.where().refuse(name(wish) + " asks for 0 " + words.thing() + "s; it needs at least one.");
        }
        if (count > free.size()) {
            throw wish.where()
                    .refuse(name(wish) + " asks for " + words.many(count) + ", but of " + words.whole() + "'s "
                            + owner.length + limit() + " "
                            + (free.isEmpty() ? "none is" : "only " + free.size() + (free.size() == 1 ? " is" : " are"))
                            + " free.");
        }
        free.subList(0, count).forEach(thing -> owner[thing] = index);
    }

    private String name(Wish wish) {
        return words.owner() + " '" + wish.owner() + "'";
    }

    private String limit() {
        return " (" + words.limit() + ")";
    }

    private List<List<Integer>> shares() {
        List<List<Integer>> shares = new ArrayList<>();
        for (int wish = 0; wish < wishes.size(); wish++) {
            shares.add(things(wish));
        }
        return shares;
    }

    private List<Integer> things(int of) {
        List<Integer> things = new ArrayList<>();
        for (int thing = 0; thing < owner.length; thing++) {
            if (owner[thing] == of) {
                things.add(thing);
            }
        }
        return things;
    }

    /** Numbers in ascending order as ranges. */
    public static String text(List<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        for (int first = 0; first < numbers.size(); ) {
            int last = first;
            while (last + 1 < numbers.size() && numbers.get(last + 1) == numbers.get(last) + 1) {
                last++;
            }
            text.append(text.isEmpty() ? "" : ",")
                    .append(numbers.get(first))
                    .append('-')
                    .append(numbers.get(last));
            first = last + 1;
        }
        return text.toString();
    }
}
