"""What submitters shipped beside their results: engine settings, code, traces of mechanisms; read, never run."""
