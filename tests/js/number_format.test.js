// The browser formats numbers like Python; the expected ones come from the Unicode CLDR.

import assert from "node:assert/strict";
import { test } from "node:test";

for (const [language, written] of Object.entries({
  en: "1,234,567",
  vi: "1.234.567",
  ru: "1\u00a0234\u00a0567",
  "zh-Hans": "1,234,567",
})) {
  test(`a number in ${language}`, () => assert.equal((1234567).toLocaleString(language), written));
}
