/** Resolves when the scripts in the page's HTML have run: they may set properties of an element that was defined before. */
export async function pageScripts(): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (document.readyState === 'complete' || navigation?.domContentLoadedEventStart !== 0) return;
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }));
}
