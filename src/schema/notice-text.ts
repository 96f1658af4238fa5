import type { ConsentNotice } from './notice.js';

/** A line as it is compared: what a browser lays out differently, like a line break in the markup, is no other text. */
export const plainLine = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** A link as a line: where it leads is part of what was shown. */
export const linkLine = (text: string, url: string | null) => (url ? `${plainLine(text)} (${url})` : plainLine(text));

/**
 * What of a notice the applicant is shown, line by line and in its order: the heading, the broker's statement, the points,
 * the providers, the links, and the statement beside the box.
 */
export function noticeLines(notice: ConsentNotice): string[] {
  const { heading, broker, points, providers, providers_heading, links, statement } = notice;
  const named = providers.length > 0 ? [providers_heading!, ...providers.map(({ name }) => name)] : [];
  return [
    ...[heading, broker?.statement ?? '', ...points.map(({ text }) => text), ...named].map(plainLine),
    ...links.map(({ text, url }) => linkLine(text, url)),
    plainLine(statement),
  ].filter(Boolean);
}

/** The exact text of a notice, as it is hashed and recorded: its lines, joined by line feeds. */
export const noticeText = (notice: ConsentNotice) => noticeLines(notice).join('\n');

/** The SHA-256 of a text in UTF-8, in hexadecimal. Browsers have it on secure pages only. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
