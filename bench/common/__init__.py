"""What all families of benchmarks share: running, measuring, checking answers, tables, results, plots."""
