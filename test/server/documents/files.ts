import fs from 'node:fs';
import { crc32 } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

type Content = string | Uint8Array;

/** Joins bytes. Each character of a string is one byte. */
export const bytes = (...parts: Content[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

/** A file from test/fixtures/documents, made by a real program. */
export const fixture = (name: string) =>
  fs.readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url)) as Buffer;

export const pdf = (content: Content = '', version = '1.7') => bytes(`%PDF-${version}\n`, content, '\n%%EOF\n');

const u16 = (value: number) => Uint8Array.of(value >> 8, value);
const u32 = (value: number) => Uint8Array.of(value >> 24, value >> 16, value >> 8, value);

export const chunk = (name: string, content: Content = '') => {
  const named = bytes(name, content);
  return bytes(u32(named.length - 4), named, u32(crc32(named)));
};

/** A PNG with these dimensions in its header. */
export const png = (width: number, height: number, ...more: Uint8Array[]) =>
  bytes(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', bytes(u32(width), u32(height), '\x01\0\0\0\0')),
    ...more,
    chunk('IDAT', '\x78\x9c\x03\0\0\0\0\x01'),
    chunk('IEND'),
  );

export const segment = (marker: number, content: Content) =>
  bytes(Uint8Array.of(0xff, marker), u16(bytes(content).length + 2), content);

/** A photo with additional segments at its beginning, as phones write them. */
export const photo = (...segments: Uint8Array[]) => {
  const plain = fixture('photo.jpg');
  return bytes(plain.subarray(0, 2), ...segments, plain.subarray(2));
};

/** An office document: `word` or `xl`, with more parts. */
export function office(folder: string, main: string, content = '<w/>', more: Record<string, Uint8Array> = {}): Buffer {
  const kind = { xl: 'spreadsheetml.sheet', ppt: 'presentationml.presentation' }[folder] ?? 'wordprocessingml.document';
  const type = `application/vnd.openxmlformats-officedocument.${kind}.main+xml`;
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${folder}/${main}" ContentType="${type}"/></Types>`;
  return Buffer.from(
    zipSync({ '[Content_Types].xml': strToU8(types), [`${folder}/${main}`]: strToU8(content), ...more }),
  );
}

export const zip = (name: string, content: string) => Buffer.from(zipSync({ [name]: strToU8(content) }));

export const utf16 = (text: string, mark = '\uFEFF') => Buffer.from(mark + text, 'utf16le');
