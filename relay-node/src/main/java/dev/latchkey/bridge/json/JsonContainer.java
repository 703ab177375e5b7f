package dev.latchkey.bridge.json;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An array or an object that is being read or written. Values are containers, or strings that hold a scalar as it will be
 * written.
 */
sealed interface JsonContainer {
    /** Takes in the next value. */
    void add(Object value);

    boolean isObject();

    /** The values in the order in which they are written; in an object each with its name. */
    Iterator<Map.Entry<String, Object>> members();

    /** An array. */
    final class Elements implements JsonContainer {
        private final List<Object> values = new ArrayList<>();

        @Override
        public void add(Object value) {
            values.add(value);
        }

        @Override
        public boolean isObject() {
            return false;
        }

        @Override
        public Iterator<Map.Entry<String, Object>> members() {
            return values.stream()
                    .<Map.Entry<String, Object>>map(value -> Map.entry("", value))
                    .iterator();
        }
    }

    /** An object. A name that is put again keeps its place and takes the later value, in both maps. */
    final class Members implements JsonContainer {
        /** The largest array index of ECMA-262. */
        private static final long LAST_INDEX = (1L << 32) - 2;

        private final TreeMap<Long, Object> indexed = new TreeMap<>();
        private final LinkedHashMap<String, Object> named = new LinkedHashMap<>();
        private String name;

        /** The name of the next value. */
        void name(String next) {
            name = next;
        }

        @Override
        public void add(Object value) {
            if (isIndex(name)) {
                indexed.put(Long.valueOf(name), value);
            } else {
                named.put(name, value);
            }
        }

        @Override
        public boolean isObject() {
            return true;
        }

        @Override
        public Iterator<Map.Entry<String, Object>> members() {
            Iterator<Map.Entry<Long, Object>> first = indexed.entrySet().iterator();
            Iterator<Map.Entry<String, Object>> then = named.entrySet().iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return first.hasNext() || then.hasNext();
                }

                @Override
                public Map.Entry<String, Object> next() {
                    if (!first.hasNext()) {
                        return then.next();
                    }
                    Map.Entry<Long, Object> index = first.next();
                    return Map.entry(String.valueOf(index.getKey()), index.getValue());
                }
            };
        }

        /** Whether it is written as the number that it is, so without a sign or a leading zero. */
        private static boolean isIndex(String name) {
            int length = name.length();
            if (length == 0 || length > 10 || length > 1 && name.charAt(0) == '0') {
                return false;
            }
            for (int i = 0; i < length; i++) {
                if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                    return false;
                }
            }
            return Long.parseLong(name) <= LAST_INDEX;
        }
    }
}
