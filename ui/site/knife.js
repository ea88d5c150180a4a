// Under the knife: tables and what is told of them.

import { own } from "./custom_text_page.js";

void own(null);
