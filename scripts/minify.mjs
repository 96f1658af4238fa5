// Minifies the CDN files a second time with terser, which removes more than the bundler's minifier.
import fs from 'node:fs';
import path from 'node:path';
import { minify } from 'terser';

// `x === null` compresses better than `null === x`. No code reads the `length` of a function, or constructs a function expression.
const OPTIONS = {
  ecma: 2020,
  compress: { passes: 3, lhs_constants: false, keep_fargs: false, unsafe_arrows: true },
  format: { comments: /^!/ },
};

export const minified = async (code) => (await minify(code, { ...OPTIONS, module: true })).code;

/** Minifies every script of a folder in place, with its source map. */
export async function minifyAll(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js'));
  for (const file of files) {
    const at = path.join(folder, file);
    const { code, map } = await minify(fs.readFileSync(at, 'utf8'), {
      ...OPTIONS,
      module: file !== 'frame.js',
      // A file that contains only code of packages has no source map.
      sourceMap: fs.existsSync(`${at}.map`) && {
        content: fs.readFileSync(`${at}.map`, 'utf8'),
        url: `${path.basename(file)}.map`,
      },
    });
    fs.writeFileSync(at, code);
    if (map) fs.writeFileSync(`${at}.map`, map);
  }
}
