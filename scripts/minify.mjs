// Makes the CDN files smaller once more: what the bundler's own pass leaves, every applicant would download.
import fs from 'node:fs';
import path from 'node:path';
import { minify } from 'terser';

/** Minifies every script of a folder in place, with its source map. */
export async function minifyAll(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js'));
  for (const file of files) {
    const at = path.join(folder, file);
    const { code, map } = await minify(fs.readFileSync(at, 'utf8'), {
      module: file !== 'frame.js',
      ecma: 2020,
      // `x === null` as it was written compresses better than turned round; nobody asks a function how many arguments it has.
      compress: { passes: 3, lhs_constants: false, keep_fargs: false },
      format: { comments: /^!/ },
      // A file without code of ours has no map.
      sourceMap: fs.existsSync(`${at}.map`) && {
        content: fs.readFileSync(`${at}.map`, 'utf8'),
        url: `${path.basename(file)}.map`,
      },
    });
    fs.writeFileSync(at, code);
    if (map) fs.writeFileSync(`${at}.map`, map);
  }
}
