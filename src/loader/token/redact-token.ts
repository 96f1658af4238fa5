import { encodeForMarkup, encodeForString } from '../embed-code/encode.js';
import { encodeForUrlPart } from '../hand-off/placeholders.js';

/** The shortest part of a token to redact, in characters. */
const MIN_PART_CHARS = 6;

/** Removes a token and all parts of it from a string, in all usual encodings. */
export function redactToken(text: string, token: string): string {
  const json = JSON.stringify(token).slice(1, -1);
  const bytes = String.fromCharCode(...new TextEncoder().encode(token));
  const forms = [
    token,
    json,
    encodeForUrlPart(token),
    encodeURIComponent(token.replace(/\p{Cs}/gu, '\uFFFD')),
    encodeForString(token),
    encodeForMarkup(token),
    btoa(bytes),
  ];
  const hay = forms.map((form) => form.toLowerCase());
  const isPart = (part: string) => hay.some((form) => form.includes(part.toLowerCase()));
  const shortest = Math.min(MIN_PART_CHARS, token.length);
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
