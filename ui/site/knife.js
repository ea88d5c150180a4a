// Edit a vocabulary: tables and what is told of them.

import { startCustomTextPage } from "./custom_text_page.js";

void startCustomTextPage(null);
