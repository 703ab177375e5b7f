package dev.latchkey.lab.workload;

import java.util.SplittableRandom;

/** Payloads of very different sizes: absent, empty, the largest, and in between every order of magnitude alike. One thread. */
final class PayloadSizes {
    private static final int SPECIAL_ONE_IN = 25;

    private final SplittableRandom random;
    private final int largest;
    /** Letters that don't repeat: half of them at least survives compression. */
    private final String letters;

    PayloadSizes(SplittableRandom random, int largest) {
        this.random = random;
        this.largest = largest;
        this.letters = random.ints(2L * largest, 'a', 'z' + 1)
                .collect(StringBuilder::new, (text, letter) -> text.append((char) letter), StringBuilder::append)
                .toString();
    }

    String next() {
        return switch (random.nextInt(SPECIAL_ONE_IN)) {
            case 0 -> null;
            case 1 -> "";
            case 2 -> ofSize(largest);
            default -> ofSize((int) Math.pow(largest, random.nextDouble()));
        };
    }

    private String ofSize(int bytes) {
        int from = random.nextInt(letters.length() - bytes + 1);
        return letters.substring(from, from + bytes);
    }
}
