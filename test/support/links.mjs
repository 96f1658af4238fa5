// The links of Markdown documents, and the ids of their headings as GitHub makes them.
import fs from 'node:fs';
import path from 'node:path';

const withoutCode = (text) => text.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
const slug = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The ids of the headings of a document. */
export const idsOf = (text) =>
  [...text.replace(/^```[^]*?^```$/gm, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => slug(heading));

/** The targets of the links and pictures of a document, outside of code. */
export const linksOf = (text) => [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);

/** The links of a document to files or headings that do not exist. */
export function brokenLinks(file, text, root) {
  return linksOf(text).filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [place, id] = target.split('#');
    const full = path.join(root, place ? path.join(path.dirname(file), place) : file);
    if (place && !fs.existsSync(full)) return true;
    return Boolean(id) && !idsOf(place ? fs.readFileSync(full, 'utf8') : text).includes(id);
  });
}
