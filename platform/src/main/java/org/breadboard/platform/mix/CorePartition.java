package org.breadboard.platform.mix;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.breadboard.platform.yaml.Where;

/**
 * Which cores of every node each tenant has. Ranges are given first; then each tenant that only says how many it wants
 * takes the lowest free ones, in turn. Where nobody says anything all get as many, and the first ones one more if that
 * does not come out even.
 */
final class CorePartition {
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,6}");
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,6})\\s*-\\s*([0-9]{1,6})");
    private static final int FREE = -1;

    private final List<Wish> wishes;
    private final int[] owner;

    /**
     * What a tenant asks for.
     *
     * @param text ranges separated by commas, a count, or null for nothing
     * @param where where that is said; or, for nothing, where the tenant is
     */
    record Wish(String tenant, String text, Where where) {
        boolean isCount() {
            return COUNT.matcher(text.strip()).matches();
        }
    }

    private CorePartition(List<Wish> wishes, int threads) {
        this.wishes = wishes;
        owner = new int[threads];
        Arrays.fill(owner, FREE);
    }

    /** The cores of each, in ascending order, or a refusal. */
    static List<List<Integer>> of(List<Wish> wishes, int threads) {
        CorePartition partition = new CorePartition(wishes, threads);
        if (wishes.stream().allMatch(wish -> wish.text() == null)) {
            partition.shareOut();
        } else {
            partition.grant();
        }
        List<List<Integer>> cores = new ArrayList<>();
        for (int tenant = 0; tenant < wishes.size(); tenant++) {
            cores.add(partition.cores(tenant));
        }
        return cores;
    }

    private void shareOut() {
        int share = owner.length / wishes.size();
        int more = owner.length % wishes.size();
        if (share == 0) {
            Wish last = wishes.get(wishes.size() - 1);
            throw last.where()
                    .refuse("tenant '" + last.tenant() + "' is left without a core: " + wishes.size()
                            + " tenants share the " + owner.length + " of a node (cluster.threads).");
        }
        int core = 0;
        for (int tenant = 0; tenant < wishes.size(); tenant++) {
            for (int end = core + share + (tenant < more ? 1 : 0); core < end; core++) {
                owner[core] = tenant;
            }
        }
    }

    private void grant() {
        for (Wish wish : wishes) {
            if (wish.text() == null) {
                throw wish.where()
                        .refuse("tenant '" + wish.tenant() + "' has no cores, while others have some; say workload."
                                + wish.tenant() + ".cores, or leave it out for all.");
            }
        }
        for (int tenant = 0; tenant < wishes.size(); tenant++) {
            if (!wishes.get(tenant).isCount()) {
                grantRanges(tenant, wishes.get(tenant));
            }
        }
        for (int tenant = 0; tenant < wishes.size(); tenant++) {
            if (wishes.get(tenant).isCount()) {
                grantCount(tenant, wishes.get(tenant));
            }
        }
        List<Integer> idle = cores(FREE);
        if (!idle.isEmpty()) {
            throw wishes.get(0)
                    .where()
                    .refuse((idle.size() == 1 ? "core " + idle.get(0) + " is" : "cores " + text(idle) + " are")
                            + " left without a workload: a node has " + owner.length + " (cluster.threads).");
        }
    }

    private void grantRanges(int tenant, Wish wish) {
        for (String part : wish.text().split(",", -1)) {
            Matcher range = RANGE.matcher(part.strip());
            if (!range.matches() || Integer.parseInt(range.group(1)) > Integer.parseInt(range.group(2))) {
                throw wish.where()
                        .refuse("'workload." + wish.tenant() + ".cores' takes how many cores, such as 5, or which, such"
                                + " as 0-4 or 0-1,8-9, not '" + wish.text() + "'.");
            }
            int last = Integer.parseInt(range.group(2));
            if (last >= owner.length) {
                throw wish.where()
                        .refuse("tenant '" + wish.tenant() + "' asks for core " + last + ", but a node has "
                                + owner.length + ", from 0 to " + (owner.length - 1) + " (cluster.threads).");
            }
            for (int core = Integer.parseInt(range.group(1)); core <= last; core++) {
                if (owner[core] != FREE) {
                    throw wish.where().refuse(taken(core, tenant));
                }
                owner[core] = tenant;
            }
        }
    }

    private String taken(int core, int tenant) {
        String own = wishes.get(tenant).tenant();
        return owner[core] == tenant
                ? "tenant '" + own + "' asks for core " + core + " twice."
                : "core " + core + " cannot be both of tenant '"
                        + wishes.get(owner[core]).tenant() + "' and of tenant '" + own + "'.";
    }

    private void grantCount(int tenant, Wish wish) {
        int count = Integer.parseInt(wish.text().strip());
        List<Integer> free = cores(FREE);
        if (count == 0) {
            throw wish.where().refuse("tenant '" + wish.tenant() + "' asks for 0 cores; it needs at least one.");
        }
        if (count > free.size()) {
            throw wish.where()
                    .refuse("tenant '" + wish.tenant() + "' asks for " + count + (count == 1 ? " core" : " cores")
                            + ", but of a node's " + owner.length + " (cluster.threads) "
                            + (free.isEmpty() ? "none is" : "only " + free.size() + (free.size() == 1 ? " is" : " are"))
                            + " free.");
        }
        free.subList(0, count).forEach(core -> owner[core] = tenant);
    }

    private List<Integer> cores(int tenant) {
        List<Integer> cores = new ArrayList<>();
        for (int core = 0; core < owner.length; core++) {
            if (owner[core] == tenant) {
                cores.add(core);
            }
        }
        return cores;
    }

    /** Cores as ranges. */
    static String text(List<Integer> cores) {
        StringBuilder text = new StringBuilder();
        for (int first = 0; first < cores.size(); ) {
            int last = first;
            while (last + 1 < cores.size() && cores.get(last + 1) == cores.get(last) + 1) {
                last++;
            }
            text.append(text.isEmpty() ? "" : ",")
                    .append(cores.get(first))
                    .append('-')
                    .append(cores.get(last));
            first = last + 1;
        }
        return text.toString();
    }
}
