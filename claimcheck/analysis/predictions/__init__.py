"""What a round of MLPerf Inference will bring, predicted from the rounds before it, and how well that did so far."""
