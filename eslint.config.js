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
      // A name from an address or a key may be "constructor".
      "no-restricted-syntax": [
        "error",
        {
          selector: "BinaryExpression[operator='in'][left.type!='Literal']",
          message: "Every object has inherited names: ask Object.hasOwn.",
        },
        {
          selector: "MemberExpression[computed=true][object.type='ObjectExpression']",
          message: "Every object has inherited names: ask by moveOf, or a Map.",
        },
      ],
    },
  },
  { files: ["tests/js/**"], languageOptions: { globals: globals.node } },
];
