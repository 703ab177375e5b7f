package dev.latchkey.lab.load;

/** What the relay publishes to, as {@code --sink} names it. */
enum Sink {
    kafka,
    rabbitmq
}
