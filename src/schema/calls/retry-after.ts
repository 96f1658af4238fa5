/** The longest wait that the page shows to an applicant, in seconds. */
const MAX_SECONDS = 24 * 3600;

/** Reads `retry-after` as seconds. A date is compared with the other server's own `date`, not with this machine's clock. */
export function retryAfterOf(headers: { get(name: string): string | null }): number | undefined {
  const after = headers.get('retry-after') ?? '';
  const seconds = /^\d{1,9}$/.test(after)
    ? Number(after)
    : (Date.parse(after) - Date.parse(headers.get('date') ?? '')) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, Math.ceil(seconds)), MAX_SECONDS);
}
