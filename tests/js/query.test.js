import assert from "node:assert/strict";
import { test } from "node:test";

import { withQuery } from "../../ui/state/address_bar/query.js";

const PLAYED = ["step", "predict", "view"];

test("parameters of another page are removed, and those of a player stay", () => {
  const before = "http://127.0.0.1:8501/lab/train?sample=mug&step=3&view=text#top";
  assert.equal(
    withQuery(before, { scenario: "low", large: "1" }, PLAYED),
    "http://127.0.0.1:8501/lab/train?scenario=low&large=1&step=3&view=text#top",
  );
  assert.equal(withQuery(before, {}, []), "http://127.0.0.1:8501/lab/train#top");
});

test("Streamlit's own parameters stay, and so does an equivalent address", () => {
  const before = "http://127.0.0.1/train?embed=true&embed_options=light_theme&embed_options=show_padding";
  assert.equal(withQuery(before, {}, PLAYED), before);
  const address = "http://127.0.0.1/encode?sample=a%2Bb+%E6%9D%B1&step=2";
  assert.equal(withQuery(address, { sample: "a+b 東" }, PLAYED), address);
});
