// Makes the CDN files smaller once more: what the bundler's own pass leaves, every applicant would download.
import fs from 'node:fs';
import path from 'node:path';
import { minify } from 'terser';

// `x === null` as it was written compresses better than turned round; nobody asks a function how many arguments it has.
const OPTIONS = {
  ecma: 2020,
  compress: { passes: 3, lhs_constants: false, keep_fargs: false },
  format: { comments: /^!/ },
};

/** A module, minified in the same way as those for CDNs. */
export const minified = async (code) => (await minify(code, { ...OPTIONS, module: true })).code;

/** Minifies every script of a folder in place, with its source map. */
export async function minifyAll(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js'));
  for (const file of files) {
    const at = path.join(folder, file);
    const { code, map } = await minify(fs.readFileSync(at, 'utf8'), {
      ...OPTIONS,
      module: file !== 'frame.js',
      // A file without code of ours has no map. The others do not name theirs: every applicant would download the name.
      sourceMap: fs.existsSync(`${at}.map`) && {
        content: fs.readFileSync(`${at}.map`, 'utf8'),
      },
    });
    fs.writeFileSync(at, code);
    if (map) fs.writeFileSync(`${at}.map`, map);
  }
}
