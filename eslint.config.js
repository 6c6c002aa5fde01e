import prettier from "eslint-config-prettier";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist", "node_modules", "test/fixtures", ".dependency-cruiser.cjs"] },
  ...tseslint.configs.strictTypeChecked,
  prettier,
  {
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "max-lines": ["error", { max: 400, skipBlankLines: true }],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-unnecessary-condition": "off",
      "no-restricted-syntax": [
        "error",
        {
          selector: "NewExpression[callee.name='RegExp']",
          message: "A pattern that is not a literal may come from a manifest or a model: use the linear-time engine.",
        },
        { selector: "CallExpression[callee.name='eval']", message: "Nothing is ever evaluated as code." },
        { selector: "NewExpression[callee.name='Function']", message: "Nothing is ever evaluated as code." },
      ],
      "no-restricted-globals": [
        "error",
        ...["fetch", "WebSocket", "EventSource"].map((name) => ({
          name,
          message: "What leaves over the network goes through src/egress, which checks where it leads.",
        })),
      ],
    },
  },
  {
    files: ["**/*.test.ts", "test/**", "bench/**", "scripts/**"],
    rules: {
      "max-lines": "off",
      "max-lines-per-function": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
  { files: ["**/*.js", "**/*.mjs", "*.config.ts"], ...tseslint.configs.disableTypeChecked },
);
