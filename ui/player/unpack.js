// What stands in a file beside the player: JSON, deflated, in base64.

/** @param {string} text @returns {Promise<any>} */
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}
