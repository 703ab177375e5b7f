/**
 * The node's configuration: one class a concern, bound by Dropwizard from YAML, immutable once bound.
 *
 * <p>Fields carry the documented default; there are no setters, Jackson fills the fields and nothing changes them later.
 * A rule that concerns one value stands as an annotation at its field, one that concerns several in the class's
 * {@code rules} method. Every refusal names the key, the value (never a secret's), the rule and what to do. Unknown keys
 * are refused; a section whose keys are all commented out means its defaults.
 */
package dev.latchkey.config;
