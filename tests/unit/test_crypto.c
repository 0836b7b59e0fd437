/* libcore: what the natives over OpenSSL share. A machine is opened once; its random numbers come from seed 7. */
#include "libcore/crypto.h"

#include <openssl/objects.h>
#include <openssl/rand.h>
#include <setjmp.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static Thread *t;

static int open_machine(void **state)
{
    Vm *vm;
    VmOptions options = { .seed = 7 };
    if (libcore_open(&vm, &options))
        return -1;
    t = vm_main_thread(vm);
    return 0;
}

static void assert_thrown(const char *class_name)
{
    const Object *thrown = vm_take_exception(t);
    assert_non_null(thrown);
    assert_string_equal(object_class(thrown)->name->text, class_name);
}

static void a_handle_is_a_small_number_that_is_used_again(void **state)
{
    int a, b;
    i64 first = peer_add(t, PEER_BIO, &a), second = peer_add(t, PEER_BIO, &b);
    assert_int_equal(second, first + 1);
    assert_ptr_equal(peer(t, first, PEER_BIO), &a);
    assert_ptr_equal(peer_take(t, first, PEER_BIO), &a);
    assert_int_equal(peer_add(t, PEER_BIO, &b), first);
    peer_take(t, first, PEER_BIO);
    peer_take(t, second, PEER_BIO);
}

static void a_stale_or_forged_handle_throws(void **state)
{
    int a;
    i64 handle = peer_add(t, PEER_BIO, &a);
    const i64 wrong[] = { 0, -1, handle + 1000, INT64_MAX, INT64_MIN };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_null(peer(t, wrong[i], PEER_BIO));
        assert_thrown("java/lang/NullPointerException");
        assert_null(peer_take(t, wrong[i], PEER_BIO));
        assert_null(t->exception);
    }
    assert_null(peer(t, handle, PEER_KEY));
    assert_thrown("java/lang/NullPointerException");
    peer_take(t, handle, PEER_BIO);
    assert_false(peer_is(t, handle, PEER_BIO));
    assert_null(peer(t, handle, PEER_BIO));
    assert_thrown("java/lang/NullPointerException");
}

static void a_part_of_a_peer_names_both(void **state)
{
    i64 whole;
    assert_int_equal(peer_split(peer_part(77, 3), &whole), 3);
    assert_int_equal(whole, 77);
    assert_int_equal(peer_split(77, &whole), -1);
    assert_int_equal(whole, 77);
}

static void numbers_go_both_ways_in_twos_complement(void **state)
{
    static const struct {
        const char *decimal;
        u8 bytes[4];
        i32 size;
    } cases[] = {
        { "0", { 0 }, 1 }, { "1", { 1 }, 1 }, { "127", { 127 }, 1 }, { "128", { 0, 128 }, 2 }, { "255", { 0, 255 }, 2 },
        { "-1", { 255 }, 1 }, { "-127", { 129 }, 1 }, { "-129", { 255, 127 }, 2 }, { "-65536", { 255, 0, 0 }, 3 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Object *bytes = crypto_bytes(t, cases[i].bytes, (size_t)cases[i].size);
        BIGNUM *number = crypto_bignum(t, bytes);
        char *text = BN_bn2dec(number);
        assert_string_equal(text, cases[i].decimal);
        const Object *back = crypto_bignum_bytes(t, number);
        assert_int_equal(ARRAY_LENGTH(back), cases[i].size);
        assert_memory_equal(ARRAY_I8(back), cases[i].bytes, (size_t)cases[i].size);
        OPENSSL_free(text);
        BN_free(number);
    }
    assert_null(crypto_bignum(t, NULL));
    assert_null(t->exception);
}

/* Two children of one moment draw the same, whichever way they ask. */
static u64 drawn_in_a_child(bool by_openssl)
{
    int pipe_ends[2];
    u64 number = 0;
    assert_int_equal(pipe(pipe_ends), 0);
    pid_t child = fork();
    if (!child) {
        if (by_openssl)
            RAND_priv_bytes((u8 *)&number, sizeof number);
        else
            crypto_random(t->vm, (u8 *)&number, sizeof number);
        _exit(write(pipe_ends[1], &number, sizeof number) != sizeof number);
    }
    assert_int_equal(read(pipe_ends[0], &number, sizeof number), sizeof number);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    return number;
}

static void openssl_takes_its_random_bytes_from_the_machine(void **state)
{
    crypto_start(t);
    u64 ours = drawn_in_a_child(false), theirs = drawn_in_a_child(true);
    assert_int_equal(ours, theirs);
    assert_int_not_equal(ours, 0);
    u64 skipped;
    crypto_random(t->vm, (u8 *)&skipped, sizeof skipped);
    assert_int_not_equal(drawn_in_a_child(true), ours);
}

static void an_error_of_openssl_becomes_the_right_exception(void **state)
{
    crypto_start(t);
    ERR_raise(ERR_LIB_BN, BN_R_DIV_BY_ZERO);
    assert_null(crypto_throw_arithmetic(t));
    assert_thrown("java/lang/ArithmeticException");
    ERR_raise(ERR_LIB_EVP, EVP_R_BAD_DECRYPT);
    assert_null(crypto_throw(t, "java/lang/RuntimeException", "here"));
    assert_thrown("javax/crypto/BadPaddingException");
    assert_null(crypto_throw(t, "java/io/IOException", "here"));
    assert_thrown("java/io/IOException");
    assert_int_equal(ERR_peek_error(), 0);
}

static void a_range_outside_of_an_array_throws(void **state)
{
    const Object *array = crypto_bytes(t, "12345678", 8);
    assert_true(crypto_range(t, array, 0, 8));
    assert_true(crypto_range(t, array, 8, 0));
    const i32 wrong[][2] = { { -1, 1 }, { 0, 9 }, { 9, 0 }, { 1, INT32_MAX }, { 0, -1 }, { INT32_MAX, INT32_MAX } };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_false(crypto_range(t, array, wrong[i][0], wrong[i][1]));
        assert_thrown("java/lang/ArrayIndexOutOfBoundsException");
    }
}

static void an_algorithm_is_known_by_its_number(void **state)
{
    assert_int_equal(EVP_MD_get_size(crypto_digest(t, NID_sha256)), 32);
    assert_ptr_equal(crypto_digest(t, NID_sha256), crypto_digest(t, NID_sha256));
    assert_int_equal(EVP_CIPHER_get_key_length(crypto_cipher(t, NID_aes_256_cbc)), 32);
    assert_null(crypto_digest(t, 0));
    assert_thrown("java/lang/NullPointerException");
    assert_null(crypto_digest(t, NID_aes_256_cbc));
    assert_thrown("java/lang/NullPointerException");
    assert_null(crypto_cipher(t, INT64_MAX));
    assert_thrown("java/lang/NullPointerException");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_handle_is_a_small_number_that_is_used_again),
        cmocka_unit_test(a_stale_or_forged_handle_throws),
        cmocka_unit_test(a_part_of_a_peer_names_both),
        cmocka_unit_test(numbers_go_both_ways_in_twos_complement),
        cmocka_unit_test(openssl_takes_its_random_bytes_from_the_machine),
        cmocka_unit_test(an_error_of_openssl_becomes_the_right_exception),
        cmocka_unit_test(a_range_outside_of_an_array_throws),
        cmocka_unit_test(an_algorithm_is_known_by_its_number),
    };
    int failed = cmocka_run_group_tests(tests, open_machine, NULL);
    if (t)
        vm_exit(t->vm, failed);     /* which tells the leak checker what the machine holds */
    return failed;
}
