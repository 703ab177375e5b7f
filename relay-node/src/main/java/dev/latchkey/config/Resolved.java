package dev.latchkey.config;

import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/**
 * The value holds no <code>${NAME}</code> that the environment failed to fill. Substitution leaves an unset variable as
 * it stands, and a database would then be asked for the user <code>${DB_USER}</code>.
 */
@Documented
@Target(FIELD)
@Retention(RUNTIME)
@Constraint(validatedBy = Resolved.Validator.class)
@interface Resolved {
    String message() default
            "holds a variable that is not set in the environment; set it, or give a default as in $'{'NAME:-default'}'";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Takes a string or a {@link Secret}; null is left to other rules. */
    final class Validator implements ConstraintValidator<Resolved, Object> {
        @Override
        public boolean isValid(Object value, ConstraintValidatorContext context) {
            if (value == null) {
                return true;
            }
            String text = value instanceof Secret secret ? secret.reveal() : value.toString();
            int open = text.indexOf("${");
            return open < 0 || text.indexOf('}', open) < 0;
        }
    }
}
