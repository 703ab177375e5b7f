package dev.latchkey.lab.report;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Draws curves from histograms. */
final class PercentileCurves {
    private static final int STEPS_PER_HALVING = 5;
    private static final double MICROS_PER_MILLI = 1_000;

    private PercentileCurves() {}

    static RunData.PercentileCurve of(String name, String basis, Histogram micros) {
        List<Double> percentiles = new ArrayList<>();
        List<Double> millis = new ArrayList<>();
        for (HistogramIterationValue step : micros.percentiles(STEPS_PER_HALVING)) {
            percentiles.add(step.getPercentileLevelIteratedTo());
            millis.add(step.getValueIteratedTo() / MICROS_PER_MILLI);
        }
        return new RunData.PercentileCurve(name, basis, micros.getTotalCount(), percentiles, millis);
    }
}
