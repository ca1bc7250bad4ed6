/* Data of the site's own scripts, as claimcheck/core/files.py packs them. */
window.claimcheckUnpack = (packed) => {
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
};
