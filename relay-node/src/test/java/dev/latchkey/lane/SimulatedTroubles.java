package dev.latchkey.lane;

import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * How large a schedule's cluster is and what happens to it. Each schedule has some kinds of trouble and not others: where
 * everything happens at once, hardly anything gets far enough to go wrong in an interesting way.
 *
 * @param keys most keys but one that writers share
 * @param pause chance that a call is paused, in thousandths
 * @param longestPause in steps of the others
 * @param kill chance that a process dies in a call, likewise
 * @param loss chance that a request or an answer gets lost, likewise
 * @param poison chance that an event can't be published, likewise
 * @param weights how often each kind of step is taken, by its place in {@link Step}
 */
record SimulatedTroubles(
        int nodes,
        int lanes,
        int writers,
        int keys,
        boolean pausesWhenUncertain,
        int pause,
        int longestPause,
        int kill,
        int loss,
        int poison,
        int[] weights) {

    /** What may come next. */
    enum Step {
        /** Writers go on. */
        WRITE(180),
        /** A lane has a turn. */
        TURN(120),
        /** A node's coordinator does the next of what it has to do. */
        HEAR(50),
        /** A recovery goes on. */
        RECOVER(24),
        /** A free shard gets a leader. */
        ASSIGN(20),
        /** A request that was given up reaches its server. */
        ARRIVE(10),
        /** A node is started again, or in contact again. */
        RETURN(10),
        /** A shard is to go to another node. */
        MOVE(10),
        /** A node leaves in order. */
        LEAVE(3),
        /** A session ends; its node doesn't know. */
        EXPIRE(6),
        /** Contact is lost for a moment. */
        SUSPEND(5),
        /** A process is killed. */
        KILL(3),
        /** One kind of call of one node fails for some time. */
        AIL(6);

        private final int weight;

        Step(int weight) {
            this.weight = weight;
        }
    }

    static SimulatedTroubles drawn(RandomGenerator random) {
        return new SimulatedTroubles(
                1 + random.nextInt(3),
                1 + random.nextInt(2),
                1 + random.nextInt(4),
                random.nextInt(4),
                random.nextInt(4) == 0,
                chance(random, 60),
                random.nextBoolean() ? 40 : 250,
                chance(random, 25),
                chance(random, 60),
                random.nextInt(4) == 0 ? 5 : 0,
                weights(random));
    }

    private static int chance(RandomGenerator random, int most) {
        return random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(most);
    }

    /** Of the troubles some are left out, and some come much more often than is natural. */
    private static int[] weights(RandomGenerator random) {
        int[] weights = new int[Step.values().length];
        for (Step step : Step.values()) {
            boolean trouble = step.compareTo(Step.RETURN) > 0;
            int factor = trouble ? Math.max(0, random.nextInt(6) - 1) : 1 + random.nextInt(3);
            weights[step.ordinal()] = step.weight * factor;
        }
        return weights;
    }

    Step next(RandomGenerator random) {
        int dice = random.nextInt(IntStream.of(weights).sum());
        int step = 0;
        while (dice >= weights[step]) {
            dice -= weights[step++];
        }
        return Step.values()[step];
    }

    boolean pauses(RandomGenerator random) {
        return happens(random, pause);
    }

    boolean kills(RandomGenerator random) {
        return happens(random, kill);
    }

    boolean loses(RandomGenerator random) {
        return happens(random, loss);
    }

    boolean poisons(RandomGenerator random) {
        return happens(random, poison);
    }

    private static boolean happens(RandomGenerator random, int thousandths) {
        return thousandths > 0 && random.nextInt(1000) < thousandths;
    }
}
