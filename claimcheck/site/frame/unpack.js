/* Data of the site's own scripts, as claimcheck/core/files.py packs them. */
window.claimcheckUnpack = (packed) => {
  const signs = atob(packed);
  const bytes = new Uint8Array(signs.length);
  for (let i = 0; i < signs.length; i += 1) bytes[i] = signs.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
};
