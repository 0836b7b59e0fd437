# reenact: two commands do everything, set-up included.
#
#   make demo    the main job, on a fixture of ours
#   make test    all tests; closes with "N passed, N failed"
#
# Variants are built beside each other, out of the source tree:
#   make                 build/release/reenact
#   make DEBUG=1         build/debug/reenact   (no optimisation, assertions)
#   make SAN=1           build/san/reenact     (ASan and UBSan)
#   make CC=clang ...    another compiler

VARIANT := $(if $(SAN),san,$(if $(DEBUG),debug,release))
B := build/$(VARIANT)
CC := gcc

PACKAGES := zlib expat gumbo libcmark-gfm jansson sqlite3 icu-uc icu-i18n libutf8proc \
            cairo freetype2 harfbuzz libpng libjpeg libwebp libcrypto libssl libxxhash liblz4

# -fwrapv: Java's integers wrap. No PIE: the machine keeps addresses of its own
# functions in memory that is the same in every run.
BASE_FLAGS := -std=gnu17 -Isrc -g -fno-strict-aliasing -fwrapv -fno-pie -fno-plt \
              -Wall -Wextra -Wshadow -Wno-unused-parameter -Wno-missing-field-initializers -Werror=implicit-function-declaration
OPT_release := -O2 -DNDEBUG
OPT_debug := -O0
OPT_san := -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
CFLAGS = $(BASE_FLAGS) $(OPT_$(VARIANT)) $(if $(CI),-Werror) $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
LDFLAGS = -no-pie $(if $(SAN),-fsanitize=address$(comma)undefined)
LDLIBS = $(shell pkg-config --libs $(PACKAGES) 2>/dev/null) -lcmark-gfm-extensions -lstemmer -lm -lpthread -ldl
comma := ,

SOURCES := $(wildcard src/*/*.c src/*/*/*.c)
OBJECTS := $(SOURCES:src/%.c=$(B)/obj/%.o)
LIBRARY := $(B)/libreenact.a
MAIN := $(B)/obj/cli/main.o

UNIT_TESTS := $(patsubst tests/unit/%.c,$(B)/unit/%,$(wildcard tests/unit/*.c))

.PHONY: all clean unit
all: $(B)/reenact

# Objects are built only after the system packages are there.
$(B)/obj/%.o: src/%.c | build/packages.stamp
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(FLAGS_$*) -MMD -MP -c -o $@ $<

$(LIBRARY): $(filter-out $(MAIN),$(OBJECTS))
	@rm -f $@
	ar rcs $@ $^

$(B)/reenact: $(MAIN) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(B)/unit/%: tests/unit/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -UNDEBUG -MMD -MP $(LDFLAGS) -o $@ $< $(LIBRARY) $(LDLIBS) -lcmocka

unit: $(UNIT_TESTS)

build/packages.stamp: scripts/packages.txt scripts/setup-packages
	@mkdir -p build
	scripts/setup-packages
	@touch $@

clean:
	rm -rf build

-include $(shell find build/$(VARIANT) -name '*.d' 2>/dev/null)
