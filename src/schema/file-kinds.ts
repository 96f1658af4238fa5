/* eslint-disable no-control-regex -- Bytes are compared here. */

/**
 * File name extensions, and the first bytes of such files, each byte as one character. Some programs write a byte order mark,
 * or a blank line, before a PDF. A text file contains no NUL, except UTF-16 with its byte order mark.
 */
const BEGINNINGS: readonly (readonly [ending: RegExp, beginning: RegExp])[] = [
  [/pdf$/, /^(\xef\xbb\xbf)?\s{0,9}%PDF-\d/],
  [/jpe?g$/, /^\xff\xd8\xff/],
  [/png$/, /^.PNG\r\n\x1a\n.{4}IHDR/s],
  [/tiff?$/, /^(II\*\0|MM\0\*)/],
  [/webp$/, /^RIFF.{4}WEBP/s],
  [/hei[cf]$/, /^.{4}ftyp(he[iv]|mif1|msf1)/s],
  [/(docx|xlsx)$/, /^PK\x03\x04/],
  [/(csv|txt)$/, /^(\xff\xfe|\xfe\xff|[^\0]*$)/],
];

/** Returns the pattern of the first bytes of an extension's files; `undefined` if they cannot be recognised. */
export const beginningOf = (ending: string) => BEGINNINGS.find(([pattern]) => pattern.test(ending))?.[1];
