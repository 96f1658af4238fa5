/** Tells when the page goes out of sight, or away, and when there is reason to look again. */
export function followSight(hide: () => void, show: () => void, signal: AbortSignal): void {
  const turn = () => (document.visibilityState === 'hidden' ? hide() : show());
  document.addEventListener('visibilitychange', turn, { signal });
  addEventListener('pagehide', hide, { signal });
  for (const type of ['pageshow', 'online']) addEventListener(type, show, { signal });
}
