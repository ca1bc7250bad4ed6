"""A small model of an LLM server under a Server load: continuous batching, one engine step at a time.

``lengths``: output lengths; ``engine``: the compiled loop; ``deployment``: what an entry submitted; ``simulate``: one
run and its figures; ``cases``: the logged runs; ``fit``: the step's time; ``sweep``: other loads and conditions;
``build``: the committed tables; ``read``: the errors of the predictions.
"""
