"""From a claim to its verdict: evaluate what it asks, judge the answers, keep the evidence, record the result."""
