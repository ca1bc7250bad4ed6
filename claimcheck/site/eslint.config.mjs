/* The linter of the site's scripts: `make lint`. They are plain scripts, one scope a file, that share the window; those of the
   engine are modules, for browsers and node. */
import js from "@eslint/js";

const BROWSER = [
  "Blob", "CSS", "DecompressionStream", "FormData", "HTMLElement", "HTMLTextAreaElement", "Intl", "IntersectionObserver", "MiniSearch", "ResizeObserver", "Response", "URL", "URLSearchParams",
  "addEventListener", "atob", "clearTimeout", "console", "document", "getSelection", "history", "innerWidth", "localStorage", "location", "matchMedia", "navigator",
  "removeEventListener", "requestAnimationFrame", "setTimeout", "window",
];

const RULES = { eqeqeq: "error", "no-var": "error", "prefer-const": "error", "no-implicit-globals": "error", "no-shadow": "error" };
// Lines and functions as short as those of Python.
const NARROW = { "max-len": ["error", { code: 120 }] };
const SHORT = { "max-lines-per-function": ["error", { max: 45 }] };
const scripts = (names) => names.map((name) => `claimcheck/site/${name}.js`);
const readonly = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

// Of these the build makes scripts.
const MODULES = scripts(["frame/table", "tools/engine", "tools/packed", "tools/results", "tools/result", "tools/facet", "tools/compare"]);

export default [
  js.configs.recommended,
  { files: MODULES, languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: readonly(BROWSER) }, rules: RULES },
  {
    files: ["claimcheck/site/*/*.js", "claimcheck/build/paper/*.js"],
    ignores: ["claimcheck/site/engine/*.js", ...MODULES],
    languageOptions: { ecmaVersion: 2024, sourceType: "script", globals: readonly(BROWSER) },
    rules: RULES,
  },
  {
    files: ["claimcheck/site/engine/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: readonly(["Buffer", "Intl", "TextDecoder", "URLSearchParams", "process"]) },
    rules: RULES,
  },
  { files: ["claimcheck/**/*.js"], rules: { ...NARROW, ...SHORT } },
];
