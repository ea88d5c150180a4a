// ESLint looks for what is probably wrong; how the code looks is Prettier's, and names that are not there are tsc's.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      // Text from a learner never becomes markup.
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map((property) => ({
          property,
          message: "Set textContent, or append nodes: text is data.",
        })),
      ],
    },
  },
  { files: ["tests/js/**"], languageOptions: { globals: globals.node } },
];
