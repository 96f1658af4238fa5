import { inMarkup, inString } from './embed-code-fill.js';
import { inAddress } from './fill.js';

/** A part of a token that is shorter than this says nothing of it. */
const SHORTEST = 6;

/** Takes a token out of a text of somebody else's, in whatever way it is written there, and each part of it. */
export function withoutToken(text: string, token: string): string {
  const json = JSON.stringify(token).slice(1, -1);
  const bytes = String.fromCharCode(...new TextEncoder().encode(token));
  const forms = [
    token,
    json,
    inAddress(token),
    encodeURIComponent(token.replace(/\p{Cs}/gu, '\uFFFD')),
    inString(token),
    inMarkup(token),
    btoa(bytes),
  ];
  const hay = forms.map((form) => form.toLowerCase());
  const isPart = (part: string) => hay.some((form) => form.includes(part.toLowerCase()));
  const shortest = Math.min(SHORTEST, token.length);
  let clean = '';
  for (let at = 0; at < text.length;) {
    let end = at + shortest;
    if (end > text.length || !isPart(text.slice(at, end))) clean += text[at++];
    else {
      while (end < text.length && isPart(text.slice(at, end + 1))) end++;
      clean += '…';
      at = end;
    }
  }
  return clean;
}
