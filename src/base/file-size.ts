import type { TextController } from './text.js';

/**
 * The size of a file in words. A limit is rounded down and a file up, so that a file that is too large never seems to fit. A
 * megabyte is 1,048,576 bytes, as systems count that show one.
 */
export function fileSize(text: TextController, bytes: number, isLimit = false): string {
  const round = isLimit ? Math.floor : Math.ceil;
  const kilobytes = round(bytes / 1024);
  const [amount, unit] = kilobytes < 1000 ? [kilobytes, 'kilobyte'] : [round(bytes / 104_857.6) / 10, 'megabyte'];
  return text.number(amount, { style: 'unit', unit }).replace(/\s/g, '\u00a0');
}
