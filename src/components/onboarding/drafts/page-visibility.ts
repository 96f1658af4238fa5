/** Calls `hide` when the page is hidden or left, and `show` when it is visible or online again. */
export function watchVisibility(hide: () => void, show: () => void, signal: AbortSignal): void {
  const turn = () => (document.visibilityState === 'hidden' ? hide() : show());
  document.addEventListener('visibilitychange', turn, { signal });
  addEventListener('pagehide', hide, { signal });
  for (const type of ['pageshow', 'online']) addEventListener(type, show, { signal });
}
