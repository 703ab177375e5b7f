package dev.latchkey;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

/** Dependencies point inward: adapters to ports, the lane to ports, everything else towards these. */
@AnalyzeClasses(packages = "dev.latchkey", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule coordinationKnowsNeitherHttpNorDatabaseNorBroker = noClasses()
            .that()
            .resideInAPackage("dev.latchkey.coordination..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.dropwizard..", "java.sql..", "javax.sql..", "org.apache.kafka..", "com.rabbitmq..");

    @ArchTest
    static final ArchRule theBridgeKnowsPortsOnly = noClasses()
            .that()
            .resideInAPackage("dev.latchkey.bridge")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.latchkey.bridge.postgres..",
                    "dev.latchkey.bridge.rabbitmq..",
                    "dev.latchkey.config..",
                    "dev.latchkey.coordination..",
                    "dev.latchkey.node..",
                    "io.dropwizard..",
                    "java.sql..",
                    "com.rabbitmq..");

    @ArchTest
    static final ArchRule theLaneKnowsPortsOnly = noClasses()
            .that()
            .resideInAPackage("dev.latchkey.lane..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.latchkey.outbox.postgres..",
                    "dev.latchkey.publish.kafka..",
                    "dev.latchkey.publish.rabbitmq..",
                    "dev.latchkey.config..",
                    "dev.latchkey.node..",
                    "dev.latchkey.admin..",
                    "io.dropwizard..",
                    "java.sql..",
                    "org.apache.kafka..",
                    "org.apache.curator..");

    @ArchTest
    static final ArchRule portsKnowNobody = noClasses()
            .that()
            .resideInAnyPackage("dev.latchkey.outbox", "dev.latchkey.publish", "dev.latchkey.failure")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.latchkey.outbox.postgres..",
                    "dev.latchkey.publish.kafka..",
                    "dev.latchkey.publish.rabbitmq..",
                    "dev.latchkey.lane..",
                    "dev.latchkey.config..",
                    "dev.latchkey.node..");

    @ArchTest
    static final ArchRule adaptersKnowOnlyTheirPorts = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.latchkey.outbox.postgres..",
                    "dev.latchkey.publish.kafka..",
                    "dev.latchkey.publish.rabbitmq..",
                    "dev.latchkey.bridge.postgres..",
                    "dev.latchkey.bridge.rabbitmq..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.latchkey.lane..", "dev.latchkey.node..", "dev.latchkey.admin..", "io.dropwizard..");

    @ArchTest
    static final ArchRule theTwoAdaptersDoNotKnowEachOther = SlicesRuleDefinition.slices()
            .matching("dev.latchkey.(outbox.postgres|publish.kafka|publish.rabbitmq)..")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule theBridgesTwoAdaptersDoNotKnowEachOther = SlicesRuleDefinition.slices()
            .matching("dev.latchkey.bridge.(postgres|rabbitmq)..")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule zooKeeperIsReachedThroughCoordinationOnly = noClasses()
            .that()
            .resideOutsideOfPackages("dev.latchkey.coordination..", "dev.latchkey.lab..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.curator..", "org.apache.zookeeper..");
}
