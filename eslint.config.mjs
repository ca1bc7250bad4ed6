/* The linter of the site's scripts: `make lint`. They are plain scripts, one scope a file, that share the window. */
import js from "@eslint/js";

const BROWSER = [
  "Blob", "CSS", "DecompressionStream", "FormData", "HTMLElement", "Intl", "IntersectionObserver", "MiniSearch", "ResizeObserver", "Response", "URL", "URLSearchParams",
  "addEventListener", "atob", "clearTimeout", "console", "document", "getSelection", "history", "innerWidth", "localStorage", "location", "matchMedia", "navigator",
  "removeEventListener", "requestAnimationFrame", "setTimeout", "window",
];

export default [
  js.configs.recommended,
  {
    files: ["claimcheck/report/static/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "script", globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])) },
    rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error", "no-implicit-globals": "error", "no-shadow": "error" },
  },
];
