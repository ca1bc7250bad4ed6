"""A small model of an LLM server under a Server load: continuous batching, one engine step at a time.

``engine``: the compiled loop; ``simulate``: a run of one deployment, and the highest load that keeps the limits;
``fit``: the logged runs and the time of a step fitted to them; ``outcomes``: the committed tables.
"""
