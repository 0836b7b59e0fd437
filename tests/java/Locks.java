// ReentrantLock, conditions, read-write locks and LockSupport: holds, fairness, interruptible and timed waits.
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

public class Locks {
    static int readers, maxReaders;

    public static void main(String[] args) throws Exception {
        final ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.lock();
        System.out.println(
                lock.getHoldCount()
                        + " "
                        + lock.isHeldByCurrentThread()
                        + " "
                        + lock.isLocked()
                        + " "
                        + lock.tryLock());
        lock.unlock();
        lock.unlock();
        lock.unlock();
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("IllegalMonitorStateException");
        }
        final Condition notEmpty = lock.newCondition();
        final Queue<Integer> queue = new LinkedList<Integer>();
        final StringBuffer got = new StringBuffer();
        Thread consumer =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            for (int i = 0; i < 5; i++) {
                                lock.lock();
                                try {
                                    while (queue.isEmpty()) notEmpty.await();
                                    got.append(queue.remove());
                                } finally {
                                    lock.unlock();
                                }
                            }
                        } catch (InterruptedException e) {
                        }
                    }
                };
        consumer.start();
        for (int i = 0; i < 5; i++) {
            lock.lock();
            try {
                queue.add(i);
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
            Thread.yield();
        }
        consumer.join();
        System.out.println(got);
        lock.lock();
        System.out.println(
                notEmpty.await(5, TimeUnit.MILLISECONDS) + " " + (notEmpty.awaitNanos(1000) <= 0));
        final String[] result = new String[2];
        Thread timed =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            result[0] = "timed " + lock.tryLock(5, TimeUnit.MILLISECONDS);
                        } catch (InterruptedException e) {
                        }
                    }
                };
        timed.start();
        timed.join();
        Thread stuck =
                new Thread() {
                    @Override
                    public void run() {
                        try {
                            lock.lockInterruptibly();
                        } catch (InterruptedException e) {
                            result[1] = "interrupted";
                        }
                    }
                };
        stuck.start();
        while (!lock.hasQueuedThread(stuck)) Thread.sleep(1);
        stuck.interrupt();
        stuck.join();
        lock.unlock();
        System.out.println(result[0] + " " + result[1]);
        final ReentrantReadWriteLock rw = new ReentrantReadWriteLock(true);
        final int[] value = {0};
        Thread[] ts = new Thread[5];
        for (int i = 0; i < ts.length; i++) {
            final boolean writer = i < 2;
            ts[i] =
                    new Thread() {
                        @Override
                        public void run() {
                            for (int k = 0; k < 20; k++)
                                if (writer) {
                                    rw.writeLock().lock();
                                    int v = value[0];
                                    Thread.yield();
                                    value[0] = v + 1;
                                    rw.writeLock().unlock();
                                } else {
                                    rw.readLock().lock();
                                    if (value[0] < 0) throw new Error();
                                    Thread.yield();
                                    rw.readLock().unlock();
                                }
                        }
                    };
            ts[i].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(value[0]);
        rw.writeLock().lock();
        rw.readLock().lock();
        rw.writeLock().unlock();
        System.out.println(
                rw.getReadLockCount() + " " + rw.isWriteLocked() + " " + rw.writeLock().tryLock());
        rw.readLock().unlock();
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.parkNanos(1000000);
        final Thread[] parked = new Thread[1];
        parked[0] =
                new Thread() {
                    @Override
                    public void run() {
                        LockSupport.park();
                        result[0] = "unparked";
                    }
                };
        parked[0].start();
        while (parked[0].getState() != Thread.State.WAITING) Thread.sleep(1);
        LockSupport.unpark(parked[0]);
        parked[0].join();
        System.out.println(result[0]);
        Thread.currentThread().interrupt();
        LockSupport.park();
        System.out.println("park returns when interrupted: " + Thread.interrupted());
    }
}
