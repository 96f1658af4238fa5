/** Words in lower case, and codes. Names have capitals or other letters. */
const PLAIN =
  /^["'“‘(]*([a-z]+(['’_-][a-z]+)*|[A-Z]+(_[A-Z]+)+|The|This|An?|No|Not|Invalid|Missing|Unknown)["'”’).,:;!?]*$/;

const partsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/**
 * Returns the service's messages for a log, without the key, the content of the call, numbers, addresses, and anything that may be a
 * name: the service may mention data of an earlier call.
 */
export function plainWords(texts: unknown, sent: unknown): string | undefined {
  const known = new Set(textsIn(sent).flatMap(partsOf));
  const isPlain = (word: string) => PLAIN.test(word) && !partsOf(word).some((part) => part && known.has(part));
  const words = textsIn(texts).join('; ').split(/\s+/).filter(Boolean);
  const plain = words.map((word) => (isPlain(word) ? word : '…')).join(' ');
  return plain.replace(/…( …)+/g, '…').slice(0, 300) || undefined;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
