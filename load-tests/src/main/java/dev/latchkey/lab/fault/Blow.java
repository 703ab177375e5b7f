package dev.latchkey.lab.fault;

import java.time.Duration;

/**
 * Everything that is drawn for one strike of a fault.
 *
 * @param node whom it strikes, counted from 0; also chooses the server where there are several
 * @param length how long it lasts
 */
public record Blow(int node, Duration length) {}
