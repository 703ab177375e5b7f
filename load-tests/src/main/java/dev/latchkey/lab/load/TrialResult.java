package dev.latchkey.lab.load;

import dev.latchkey.lab.history.OwnershipTimeline;
import dev.latchkey.lab.history.Verdict;
import java.util.OptionalLong;

/**
 * What came out of a trial.
 *
 * @param owners who owned which shard when
 * @param uncommitted records that a reader of uncommitted ones saw beyond the committed: of aborted transactions;
 *     empty where the broker has no such thing
 * @param failedTransactions of the writers, told or not by the database
 */
record TrialResult(
        TrialPlan plan,
        TrialFigures figures,
        Verdict verdict,
        OwnershipTimeline owners,
        OptionalLong uncommitted,
        long failedTransactions) {}
