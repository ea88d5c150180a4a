// Unpacks what was deflated.

/** @param {string} text In base64. */
export const bytesFromBase64 = (text) => Uint8Array.from(atob(text.trim()), (sign) => sign.charCodeAt(0));

/** What the bytes are, to be read as JSON or bytes. @param {Uint8Array<ArrayBuffer>} bytes */
export const inflate = (bytes) =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
