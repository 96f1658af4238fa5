import { formatNumber } from '../../base/formats.js';
import type { TextController } from '../../base/text.js';

/**
 * Formats the size of a file. A limit is rounded down and a file up, so that a file over the limit never seems to fit. A
 * megabyte is 1,048,576 bytes, as operating systems count.
 */
export function fileSize(text: TextController, bytes: number, isLimit = false): string {
  const round = isLimit ? Math.floor : Math.ceil;
  const kilobytes = round(bytes / 1024);
  const [amount, unit] = kilobytes < 1000 ? [kilobytes, 'kilobyte'] : [round(bytes / 104_857.6) / 10, 'megabyte'];
  return formatNumber(text, amount, { style: 'unit', unit }).replace(/\s/g, '\u00a0');
}
