// Edit a vocabulary: tables and texts.

import { startCustomTextPage } from "./custom_text_page.js";

void startCustomTextPage(null);
