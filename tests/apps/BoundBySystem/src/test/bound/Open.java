package test.bound;

public class Open extends Job {
}
