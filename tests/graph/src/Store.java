package org.example.notes;

import android.view.View;

/** The frames that the tests aim at. */
class Store {
    static void open() { }
    static void clear() { }
    static void delete() { }
    static void copy() { }
    static View row() { return null; }
    static void remind() { }
    static void sync() { }
    static void touch() { }
    static void part() { }
    static void save() { }
    static void discard() { }
    static void print() { }
    static void mail() { }
    static void reveal() { }
    static void export() { }
    static void wipe() { }
    static void sent() { }
    static void bound() { }
    static void go() { }
    static void halt() { }
    static void pack() { }
    static void unused() { }
}
