const LONGEST = 8192;

/** Describes why a string is not an access token; `undefined` if it is one. The backend and the page check tokens by this rule. */
export function tokenTextProblem(token: string): string | undefined {
  if (!token) return 'an empty string';
  if (token === 'undefined' || token === 'null') return `the word "${token}"`;
  if (token.length > LONGEST) return `a string of more than ${LONGEST} characters`;
  if (/^(["']).*\1$/.test(token)) return 'a string in quotes';
  return /[\s\p{Cc}]/u.test(token) ? 'a string with white space or control characters' : undefined;
}
