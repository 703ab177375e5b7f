/**
 * What a run measured, and the report of it: one self-contained HTML page and a JSON file with the same data.
 *
 * <p>{@link dev.latchkey.lab.report.RunLog} collects, from any thread; {@link dev.latchkey.lab.report.Sampler} feeds it once
 * a second from {@link dev.latchkey.lab.report.Probe}s; {@link dev.latchkey.lab.report.Report} writes both files. The shape
 * of the JSON is {@link dev.latchkey.lab.report.RunData}.
 */
package dev.latchkey.lab.report;
