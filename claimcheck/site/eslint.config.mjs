/* The linter of the site's scripts: `make lint`. Those in .js are plain scripts, one scope a file, that share the
   window; those in .ts are modules, for browsers and node, of which it reads what is left without types. */
import { stripTypeScriptTypes } from "node:module";
import js from "@eslint/js";
import { parse } from "espree";

const BROWSER = [
  "Blob", "CSS", "DecompressionStream", "Event", "FormData", "HTMLElement", "HTMLTextAreaElement", "Intl",
  "IntersectionObserver", "MiniSearch", "Option", "ResizeObserver", "Response", "URL", "URLSearchParams",
  "addEventListener", "atob", "clearTimeout", "console", "dispatchEvent", "document", "getSelection", "history",
  "innerWidth", "localStorage", "location", "matchMedia", "navigator", "removeEventListener", "requestAnimationFrame",
  "setTimeout", "window",
];
const NODE = ["Buffer", "TextDecoder", "process"];
const globals = Object.fromEntries([...BROWSER, ...NODE].map((name) => [name, "readonly"]));

const RULES = {
  eqeqeq: "error", "no-var": "error", "prefer-const": "error", "no-implicit-globals": "error", "no-shadow": "error",
};
// Lines and functions as short as those of Python.
const SHORT = { "max-len": ["error", { code: 120 }], "max-lines-per-function": ["error", { max: 45 }] };
// Types become spaces, so that what is left stays in its place.
const TYPESCRIPT = { parse: (code, options) => parse(stripTypeScriptTypes(code), options) };

export default [
  js.configs.recommended,
  { rules: { ...RULES, ...SHORT }, languageOptions: { ecmaVersion: 2024, globals } },
  { files: ["**/*.js"], languageOptions: { sourceType: "script" } },
  { files: ["**/*.ts"], ignores: ["**/*.d.ts"], languageOptions: { sourceType: "module", parser: TYPESCRIPT } },
];
