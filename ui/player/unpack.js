// Unpacks data in a file beside the player: JSON, deflated, in base64.

import { bytesFromBase64, inflate } from "../components/inflate.js";

/** @param {string} text @returns {Promise<any>} */
export const unpack = (text) => inflate(bytesFromBase64(text)).json();
