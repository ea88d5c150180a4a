import assert from "node:assert/strict";
import { test } from "node:test";

import { linkTargets } from "../../ui/components/link.js";

const OWN = ["large", "lang"];

test("personal settings are left out of a link", () => {
  const links = linkTargets("http://lab.school.example/train?large=1&text=a%2Bb&lang=pl", {
    hosts: ["10.0.0.7"],
    own: OWN,
  });
  assert.deepEqual(links, ["http://lab.school.example/train?text=a%2Bb"]);
});

test("a link copied on the server's machine names hosts that others can reach", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) {
    const links = linkTargets(`http://${host}:8501/encode?sample=mug`, {
      hosts: ["192.168.1.5", "10.0.0.7"],
      own: OWN,
    });
    assert.deepEqual(links, ["http://192.168.1.5:8501/encode?sample=mug", "http://10.0.0.7:8501/encode?sample=mug"]);
  }
});

test("host names that only look local stay, and so do all if nobody else can connect", () => {
  const hosts = ["10.0.0.7"];
  assert.deepEqual(linkTargets("http://localhost.example/", { hosts, own: [] }), ["http://localhost.example/"]);
  assert.deepEqual(linkTargets("http://127.example/", { hosts, own: [] }), ["http://127.example/"]);
  assert.deepEqual(linkTargets("http://localhost:8501/", { hosts: [], own: [] }), ["http://localhost:8501/"]);
});
