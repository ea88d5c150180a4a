// Unpacks deflated data.

/** @param {string} text In base64. */
export const bytesFromBase64 = (text) => Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));

/** Inflate bytes; returns a response to read as JSON or bytes. @param {Uint8Array<ArrayBuffer>} bytes */
export const inflate = (bytes) =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
