# reenact: two commands do everything, set-up included.
#
#   make demo    the main job, on a fixture of ours
#   make test    all tests; closes with "N passed, N failed"
#
#   make bench   the figures of docs/benchmarks.md
#   make san     all tests in the build with ASan and UBSan
#   make fuzz    every fuzzer for SECONDS=60 (FUZZER=name: one of them)
#   make install PREFIX=/usr/local
#
# Variants are built beside each other, out of the source tree:
#   make                 build/release/reenact
#   make DEBUG=1         build/debug/reenact   (no optimisation, assertions)
#   make SAN=1           build/san/reenact     (ASan and UBSan)
#   make CC=clang ...    another compiler
#   make V=1 ...         shows the commands

VARIANT := $(if $(FUZZ),fuzz,$(if $(SAN),san,$(if $(DEBUG),debug,release)))
B := build/$(VARIANT)
CC := $(if $(FUZZ),clang,gcc)
Q := $(if $(V),,@)
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --no-print-directory -j$(shell nproc)
endif

PACKAGES := zlib expat gumbo libcmark-gfm jansson sqlite3 icu-uc icu-i18n libutf8proc \
            cairo freetype2 harfbuzz libpng libjpeg libwebp libcrypto libssl libxxhash liblz4

# -fwrapv: Java's integers wrap. PIE: the program must not lie in the lowest 2 GB, where
# the machine keeps its heap.
BASE_FLAGS := -std=gnu17 -Isrc -g -fno-strict-aliasing -fwrapv -fPIE -fno-plt \
              -Wall -Wextra -Wshadow -Wno-unused-parameter -Wno-missing-field-initializers -Werror=implicit-function-declaration
# Every instruction of the interpreter must end in a jump of its own: shared ones cannot be predicted.
# (clang does so by itself and does not know these flags.)
FLAGS_vm/interp := $(if $(findstring gcc,$(CC)),-fno-gcse -fno-crossjumping -fno-tree-tail-merge --param=max-goto-duplication-insns=32)
OPT_release := -O2 -DNDEBUG
OPT_debug := -O0
OPT_san := -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
OPT_fuzz := -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
LINK_san := -fsanitize=address,undefined
LINK_fuzz := -fsanitize=fuzzer,address,undefined
CFLAGS = $(BASE_FLAGS) $(OPT_$(VARIANT)) $(if $(CI),-Werror) $(PACKAGE_CFLAGS)
LDFLAGS = -pie $(LINK_$(VARIANT))
LDLIBS = $(PACKAGE_LIBS) -lcmark-gfm-extensions -lstemmer -lm -lpthread -ldl

SOURCES := $(wildcard src/*/*.c src/*/*/*.c)
OBJECTS := $(SOURCES:src/%.c=$(B)/obj/%.o)
LIBRARY := $(B)/libreenact.a
MAIN := $(B)/obj/cli/main.o

UNIT_TESTS := $(patsubst tests/unit/%.c,$(B)/unit/%,$(wildcard tests/unit/*.c))
FUZZERS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))

.PHONY: all demo test san bench fuzz install clean unit replays fuzzers boot test-files test-apps
all: $(B)/reenact

# ---- the program ----

# Objects are built only after the system packages are there, and anew when the flags change.
$(B)/obj/%.o: src/%.c Makefile | build/packages.stamp
	@mkdir -p $(@D)
	@echo "  cc $<"
	$(Q)$(CC) $(CFLAGS) $(FLAGS_$*) -MMD -MP -c -o $@ $<

# The trained files are embedded by the assembler, which tells make nothing of it.
$(B)/obj/text/weights.o: $(wildcard data/*)

$(LIBRARY): $(filter-out $(MAIN),$(OBJECTS))
	@rm -f $@
	$(Q)ar rcs $@ $^

$(B)/reenact: $(MAIN) $(LIBRARY)
	@echo "  link $@"
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# ---- tests ----

$(B)/unit/%: tests/unit/%.c $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  cc $<"
	$(Q)$(CC) $(CFLAGS) -UNDEBUG -Itests/unit -MMD -MP $(LDFLAGS) -o $@ $< $(LIBRARY) $(LDLIBS) -lcmocka

# A fuzzer's seed corpus as a unit test: the same file with a driver of ours.
REPLAY := tests/fuzz/replay.c tests/fuzz/failing_memory.c
$(B)/replay/%: tests/fuzz/%.c $(REPLAY) $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  cc $<"
	$(Q)$(CC) $(CFLAGS) -UNDEBUG -MMD -MP $(LDFLAGS) -o $@ $(REPLAY) $< $(LIBRARY) $(LDLIBS)

unit: $(UNIT_TESTS)

# Programs run by hand or by bench/.
$(B)/tools/%: tests/tools/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -MMD -MP $(LDFLAGS) -o $@ $< $(LIBRARY) $(LDLIBS)
replays: $(FUZZERS:%=$(B)/replay/%)

gallery: $(B)/reenact boot
	$(Q)BUILD=$(B) bench/gallery
.PHONY: gallery

test: $(B)/reenact unit replays $(B)/tools/hostile boot test-files test-apps
	$(Q)BUILD=$(B) tests/run $(SUITES)

san:
	$(Q)$(MAKE) SAN=1 test

bench: $(B)/reenact replays $(B)/tools/bench_snapshot $(B)/tools/hostile boot test-files
	$(Q)BUILD=$(B) bench/run

# ---- fuzzing: clang and libFuzzer, in a build of its own ----

SECONDS := 60

fuzz:
	$(Q)$(MAKE) FUZZ=1 fuzzers
	$(Q)tests/fuzz/run $(SECONDS) $(FUZZER)

fuzzers: $(FUZZERS:%=build/fuzz/%)

build/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(LIBRARY)
	@echo "  cc $<"
	$(Q)$(CC) $(CFLAGS) -MMD -MP $(LDFLAGS) -o $@ $< $(LIBRARY) $(LDLIBS)

# ---- set-up: nothing happens when it was done before ----

demo: $(B)/reenact boot test-files
	$(Q)BUILD=$(B) scripts/demo

boot: | build/packages.stamp
	@scripts/setup-boot boot-files.txt boot

test-files: | build/packages.stamp
	@scripts/setup-boot test-files.txt test

# Apps of ours that tests read.
test-apps: boot test-files
	@tests/graph/make-app

build/packages.stamp: scripts/packages.txt scripts/setup-packages
	@mkdir -p build
	@scripts/setup-packages
	@touch $@

# The packages' flags, asked for once.
build/packages.mk: build/packages.stamp Makefile
	@echo "PACKAGE_CFLAGS := $$(pkg-config --cflags $(PACKAGES))" >$@
	@echo "PACKAGE_LIBS := $$(pkg-config --libs $(PACKAGES))" >>$@

ifneq ($(MAKECMDGOALS),clean)
include build/packages.mk
endif

# ---- install ----

PREFIX := /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share

install: build/release/reenact
	install -D -m 755 $< $(DESTDIR)$(PREFIX)/bin/reenact
	install -d $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions
	$< help --man >$(SHARE)/man/man1/reenact.1
	$< help --completions=bash >$(SHARE)/bash-completion/completions/reenact
	$< help --completions=zsh >$(SHARE)/zsh/site-functions/_reenact

clean:
	rm -rf build

-include $(shell find $(B) -name '*.d' 2>/dev/null)
