"""Output lengths: a distribution through published percentiles, rescaled to a run's own mean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_GRID = (np.arange(20_000) + 0.5) / 20_000


def mean_held(mean_tokens: float, deviation: float, input_tokens: float) -> float:
    """Mean tokens in the cache of a request in flight, its input with it.

    A long answer is in flight for longer, so on average half of E[L^2] / E[L] is there already.
    """
    return input_tokens + (mean_tokens**2 + deviation**2) / (2 * mean_tokens)


@dataclass(frozen=True)
class Lengths:
    """A quantile function through ``tokens`` at ``shares`` (both ascending, shares from 0 to 1).

    Between two points it is straight in the logarithm of the length (``interpolation`` log) or in the length itself
    (linear). No percentile between the points is known.
    """

    shares: tuple[float, ...]
    tokens: tuple[float, ...]
    interpolation: str = "log"

    def quantile(self, share: np.ndarray) -> np.ndarray:
        """Length in tokens (not rounded) at each of ``share``."""
        if self.interpolation == "linear":
            return np.interp(share, self.shares, self.tokens)
        return np.exp(np.interp(share, self.shares, np.log(self.tokens)))

    def moments(self) -> tuple[float, float]:
        """Mean and standard deviation in tokens."""
        values = self.quantile(_GRID)
        return float(values.mean()), float(values.std())

    def held(self, input_tokens: float, output_tokens: float) -> float:
        """Mean tokens in the cache of a request in flight, outputs scaled to a mean of ``output_tokens``."""
        mean, deviation = self.moments()
        return mean_held(output_tokens, deviation * output_tokens / mean, input_tokens)

    def draw(self, uniform: np.ndarray, mean: float, cap: float | None = None) -> np.ndarray:
        """Whole lengths of at least 2 tokens for ``uniform`` (between 0 and 1), their mean within a token of ``mean``.

        All are multiplied by one factor; none exceeds ``cap`` (default: the longest of ``tokens``).
        """
        longest = self.tokens[-1] if cap is None else cap
        plain = self.quantile(uniform)
        factor = 1.0
        for _ in range(30):  # a cut at the cap lowers the mean: a few steps bring it back
            capped = np.clip(plain * factor, 2, longest)
            factor *= mean / float(capped.mean())
        return np.rint(np.clip(plain * factor, 2, longest)).astype(np.int64)
