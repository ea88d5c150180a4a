// Under the knife: tables and what is told of them.

import { own } from "./own.js";

void own(null);
