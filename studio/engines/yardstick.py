"""What this machine can do, in a process of its own: ``python -m studio.engines.yardstick 2`` says,
as JSON, how fast two threads multiply float32 matrices now (``gflops``: 10^9 multiplications and
additions a second) and in which ways the decoder can be run here (``kinds``)."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import time

from studio.engines import lighter

SIZE = 2048  # of the square matrices
SECONDS = 1.5


def gflops(threads: int) -> float:
    import torch

    if hasattr(os, "nice"):
        os.nice(5)  # as the worker is
    torch.set_num_threads(threads)
    left, right = torch.rand(SIZE, SIZE), torch.rand(SIZE, SIZE)
    product = left @ right  # the first one takes longer
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        torch.matmul(left, right, out=product)
        done += 1
    return done * 2 * SIZE**3 / (time.perf_counter() - began) / 1e9


def possible_kinds() -> list[str]:
    """Those of `studio.engines.kinds` that this processor and these packages allow."""
    half = ["half"] if lighter.can_be_half() else []
    onnx = ["onnx"] if importlib.util.find_spec("onnxruntime") is not None else []
    return ["torch", *half, *onnx]


if __name__ == "__main__":
    print(json.dumps({"gflops": gflops(int(sys.argv[1])), "kinds": possible_kinds()}))
