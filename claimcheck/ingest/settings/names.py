"""One name for one setting, whatever a submitter's stack calls it.

The table below is the whole vocabulary. A key that is not in it keeps its own name
(with ``build_`` before an engine-build flag) and goes to group ``other``; environment
switches keep the name of their variable.
"""

from __future__ import annotations

from claimcheck.tables.schema import GROUPS

# What the process that issues the queries takes from its file; all else only the servers use.
HARNESS_GROUPS = frozenset({"disaggregation", "router", "environment", "load", "other"})
# A server takes no load from its file and does no routing.
SERVER_GROUPS = frozenset(GROUPS) - {"load", "router"}

_BUILD = "trtllm_build_flags."
_RUNTIME = "trtllm_runtime_flags."
_VLLM = "vllm_engine_config."
_ENVIRONMENT = ("vllm_env_config.", "env_config.")

# Canonical name -> (group, upstream keys). Keys of TensorRT-LLM's Python files, of its YAML
# worker files and of AMD's vLLM harness.
_SETTINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "tensor_parallel": (
        "parallelism",
        ("tensor_parallelism", "tensor_parallel_size", f"{_VLLM}tensor_parallel_size"),
    ),
    "pipeline_parallel": (
        "parallelism",
        ("pipeline_parallelism", "pipeline_parallel_size", f"{_VLLM}pipeline_parallel_size"),
    ),
    "expert_parallel": ("parallelism", ("moe_expert_parallelism", "moe_expert_parallel_size")),
    "device_count": ("parallelism", ("harness_config.device_count",)),
    "max_batch_size": (
        "batching",
        (f"{_RUNTIME}max_batch_size", "max_batch_size", f"{_VLLM}max_num_seqs"),
    ),
    "max_num_tokens": (
        "batching",
        (f"{_RUNTIME}max_num_tokens", "max_num_tokens", f"{_VLLM}max_num_batched_tokens"),
    ),
    "build_max_num_tokens": ("batching", (f"{_BUILD}max_num_tokens",)),
    "max_input_length": ("batching", (f"{_BUILD}max_input_len",)),
    "max_sequence_length": (
        "batching",
        (f"{_BUILD}max_seq_len", "max_seq_len", f"{_VLLM}max_model_len"),
    ),
    "chunked_prefill": (
        "batching",
        (
            f"{_RUNTIME}enable_chunked_context",
            "enable_chunked_prefill",
            f"{_VLLM}enable_chunked_prefill",
        ),
    ),
    "inflight_batching": ("batching", (f"{_RUNTIME}use_inflight_batching",)),
    "kv_cache_free_fraction": (
        "kv_cache",
        (f"{_RUNTIME}kvcache_free_gpu_mem_frac", "kv_cache_config.free_gpu_memory_fraction"),
    ),
    # vLLM's figure counts the weights in, TensorRT-LLM's counts what they leave free.
    "gpu_memory_utilization": ("kv_cache", (f"{_VLLM}gpu_memory_utilization",)),
    "kv_cache_dtype": (
        "kv_cache",
        ("trtllm_checkpoint_flags.kv_cache_dtype", "kv_cache_config.dtype", f"{_VLLM}kv_cache_dtype"),
    ),
    "kv_cache_block_reuse": (
        "kv_cache",
        ("kv_cache_config.enable_block_reuse", f"{_VLLM}enable_prefix_caching"),
    ),
    "kv_cache_type": ("kv_cache", (f"{_BUILD}kv_cache_type",)),
    "kv_cache_block_tokens": ("kv_cache", (f"{_BUILD}tokens_per_block", f"{_VLLM}block_size")),
    "moe_backend": ("moe", (f"{_RUNTIME}moe_backend", "moe_config.backend")),
    "moe_low_precision_combine": (
        "moe",
        (f"{_RUNTIME}use_low_precision_moe_combine", "moe_config.use_low_precision_moe_combine"),
    ),
    "context_fmha": ("attention", (f"{_BUILD}context_fmha",)),
    "fp8_context_fmha": ("attention", (f"{_BUILD}use_fp8_context_fmha",)),
    "paged_context_fmha": ("attention", (f"{_BUILD}use_paged_context_fmha",)),
    "attention_dp_enabled": ("attention_dp", (f"{_BUILD}enable_attention_dp", "enable_attention_dp")),
    "attention_dp_balance": ("attention_dp", (f"{_RUNTIME}adp_balancing_enable",)),
    "attention_dp_balance_wait_iters": (
        "attention_dp",
        (f"{_RUNTIME}adp_balancing_batching_wait_iters",),
    ),
    "attention_dp_balance_timeout_iters": (
        "attention_dp",
        (f"{_RUNTIME}adp_balancing_timeout_iters",),
    ),
    "attention_dp_lm_head_tp": (
        "attention_dp",
        (f"{_RUNTIME}enable_lm_head_tp_in_adp", "enable_lm_head_tp_in_adp"),
    ),
    "speculative_type": (
        "speculative",
        (f"{_RUNTIME}speculative_decoding.decoding_type", "speculative_config.decoding_type"),
    ),
    "speculative_tokens": (
        "speculative",
        (
            f"{_RUNTIME}speculative_decoding.num_nextn_predict_layers",
            "speculative_config.num_nextn_predict_layers",
        ),
    ),
    "speculative_max_draft_tokens": (
        "speculative",
        (f"{_RUNTIME}speculative_decoding.max_total_draft_tokens",),
    ),
    "prefill_workers": ("disaggregation", ("dynamo_cluster.num_prefill_workers",)),
    "decode_workers": ("disaggregation", ("dynamo_cluster.num_decode_workers",)),
    "gpus_per_node": ("disaggregation", ("dynamo_cluster.gpus_per_node",)),
    "prefill_system": ("disaggregation", ("dynamo_cluster.prefill.system",)),
    "prefill_config_file": ("disaggregation", ("dynamo_cluster.prefill.trtllm_yml_override",)),
    "prefill_environment_file": ("disaggregation", ("dynamo_cluster.prefill.env_vars",)),
    "decode_system": ("disaggregation", ("dynamo_cluster.decode.system",)),
    "decode_config_file": ("disaggregation", ("dynamo_cluster.decode.trtllm_yml_override",)),
    "decode_environment_file": ("disaggregation", ("dynamo_cluster.decode.env_vars",)),
    "kv_transfer_backend": (
        "disaggregation",
        (f"{_RUNTIME}cache_transceiver_backend", "cache_transceiver_config.backend"),
    ),
    "kv_transfer_max_tokens": (
        "disaggregation",
        (f"{_RUNTIME}cache_transceiver_max_tokens", "cache_transceiver_config.max_tokens_in_buffer"),
    ),
    "router_frontends": ("router", ("dynamo_cluster.num_frontends",)),
    "router_policy": (
        "router",
        (
            "dynamo_cluster.frontend.router_mode",
            "traffic_distribution_policy",
            "harness_config.schedule_algo",
        ),
    ),
    "router_kv_overlap_weight": ("router", ("dynamo_cluster.frontend.kv_overlap_weight",)),
    "router_token_weight": ("router", ("harness_config.load_balance_token_weight",)),
    "sample_sorting": ("router", ("harness_config.sorting.strategy",)),
    "cuda_graph_enabled": ("cuda_graphs", ("use_graphs",)),
    "cuda_graph_batch_sizes": (
        "cuda_graphs",
        (f"{_RUNTIME}cuda_graph_batch_sizes", "cuda_graph_config.batch_sizes"),
    ),
    "cuda_graph_padding": (
        "cuda_graphs",
        (f"{_RUNTIME}cuda_graph_padding_enabled", "cuda_graph_config.enable_padding"),
    ),
    # A worker file switches graphs off with "cuda_graph_config: null".
    "cuda_graph_config": ("cuda_graphs", ("cuda_graph_config",)),
    "cuda_graph_piecewise": (
        "cuda_graphs",
        (
            f"{_BUILD}torch_compile_config.enable_piecewise_cuda_graph",
            "torch_compile_config.enable_piecewise_cuda_graph",
        ),
    ),
    "eager_mode": ("cuda_graphs", (f"{_VLLM}enforce_eager",)),
    "cuda_graph_max_sequence": ("cuda_graphs", (f"{_VLLM}max_seq_len_to_capture",)),
    "capacity_scheduler": (
        "scheduling",
        (f"{_RUNTIME}batch_scheduler_policy", "scheduler_config.capacity_scheduler_policy"),
    ),
    "context_chunking": (
        "scheduling",
        (f"{_RUNTIME}context_chunking_policy", "scheduler_config.context_chunking_policy"),
    ),
    "overlap_scheduler_disabled": (
        "scheduling",
        (f"{_RUNTIME}disable_overlap_scheduler", "disable_overlap_scheduler"),
    ),
    "scheduler_steps": ("scheduling", (f"{_VLLM}num_scheduler_steps",)),
    "async_scheduling": ("scheduling", (f"{_VLLM}async_scheduling",)),
    "postprocess_workers": (
        "scheduling",
        (f"{_RUNTIME}num_postprocess_workers", "num_postprocess_workers"),
    ),
    "stream_interval": ("stream", (f"{_RUNTIME}stream_interval", "stream_interval")),
    "precision": ("precision", ("precision",)),
    "input_dtype": ("precision", ("input_dtype",)),
    "activation_dtype": ("precision", (f"{_VLLM}dtype",)),
    "quantization": ("precision", (f"{_VLLM}quantization",)),
    "fp4_gemm_backends": ("precision", ("nvfp4_gemm_config.allowed_backends",)),
    "target_qps": (
        "load",
        ("server_target_qps", "offline_expected_qps", "target_qps", "harness_config.target_qps"),
    ),
    "min_query_count": ("load", ("min_query_count",)),
    "max_query_count": ("load", ("max_query_count",)),
    "min_duration_ms": ("load", ("min_duration",)),
    "max_concurrency": ("load", (f"{_RUNTIME}max_concurrency",)),
    "client_workers": ("load", (f"{_RUNTIME}workers_per_core",)),
    "warmup_iterations": ("load", ("warmup_iterations",)),
    "performance_sample_count": ("load", ("performance_sample_count",)),
    "performance_sample_count_override": ("load", ("performance_sample_count_override",)),
    "torch_compile_fullgraph": (
        "other",
        (f"{_BUILD}torch_compile_config.enable_fullgraph", "torch_compile_config.enable_fullgraph"),
    ),
    "torch_compile_userbuffers": (
        "other",
        (f"{_BUILD}torch_compile_config.enable_userbuffers", "torch_compile_config.enable_userbuffers"),
    ),
    "engine_backend": ("other", ("backend",)),
    "sampler_type": ("other", (f"{_RUNTIME}sampler_type", "sampler_type")),
    "gc_disabled": ("other", (f"{_RUNTIME}disable_gc",)),
    "model_file": ("other", (f"{_VLLM}model",)),
}
_BY_KEY = {raw: (name, group) for name, (group, keys) in _SETTINGS.items() for raw in keys}


def canonical(raw: str, siblings: frozenset[str] = frozenset()) -> tuple[str, str]:
    """Return the canonical name and group of an upstream key.

    ``siblings`` are the keys of the same configuration: ``gpu_batch_size`` is the
    engine's batch limit unless the runtime flags set their own, then the build's.
    """
    if raw in _BY_KEY:
        return _BY_KEY[raw]
    if raw.startswith("gpu_batch_size"):
        runtime = f"{_RUNTIME}max_batch_size" in siblings
        return ("build_max_batch_size" if runtime else "max_batch_size"), "batching"
    for prefix in _ENVIRONMENT:
        if raw.startswith(prefix):
            return raw.removeprefix(prefix), "environment"
    if raw.startswith(_BUILD):
        return "build_" + raw.removeprefix(_BUILD).replace(".", "_"), "other"
    return raw.removeprefix(_RUNTIME).replace(".", "_"), "other"


def component_of(raw: str, group: str, role: str) -> str:
    """Return which process a setting belongs to, given the role of the file it stands in."""
    if raw.startswith(("dynamo_cluster.frontend.", "dynamo_cluster.num_frontends")):
        return "router"
    if role == "engine" and (group in {"load", "router"} or raw.startswith("harness_config.")):
        return "harness"
    return role
