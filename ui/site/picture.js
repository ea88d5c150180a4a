// The drawing of a chapter's pictures, loaded with the first chapter that has one.

import { Picture } from "../components/picture/picture.js";

Object(globalThis).bpeLabGives("picture", Picture);
