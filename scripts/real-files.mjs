// Checks the decision about chosen files on real files: `node scripts/real-files.mjs <folder>…`. It needs the Debian packages `file` and `qpdf`.
// A file that can be read, and whose kind is allowed, must be accepted under its own name, another allowed name and an unknown one, with the type
// of its content. A file of another kind must be rejected under all names.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';

const { fileKind } = await tsImport('../src/schema/file-kinds.ts', import.meta.url);

const ALLOWED = '.pdf .jpg .jpeg .png .tif .webp .heic .docx .xlsx .csv .txt'.split(' ');
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const TYPES = [
  'application/pdf',
  ...['jpeg', 'png', 'tiff', 'webp', 'heic'].map((name) => `image/${name}`),
  `${OFFICE}.wordprocessingml.document`,
  `${OFFICE}.spreadsheetml.sheet`,
];
/** Types that `file` calls otherwise. It calls sheets with macros, or with binary parts, as those without. */
const OTHER_NAMES = { 'image/heif': 'image/heic', 'image/heif-sequence': 'image/heic' };
const OTHER_SHEET = /\.xls[bm]$/i;
/** `file` does not know every office document, nor a PDF behind other bytes. */
const UNKNOWN = 'application/octet-stream';

/** Names under which each file is tried: its own, one of every kind, and one of no kind. */
const namesOf = (file) => [path.basename(file), 'a.pdf', 'a.jpg', 'a.heic', 'a.xlsx', 'a.csv', 'a.jfif', 'a.dat', 'a'];

/**
 * Returns the mistakes about one file, `type` being the media type that another program detects. Text is accepted under its own name only if
 * that is a text file's; under the name of another kind it is rejected.
 */
export async function mistakesOf(file, type) {
  const content = new Blob([fs.readFileSync(file)]);
  const isText = /^text\/(plain|csv)$/.test(type);
  const isAllowed = TYPES.includes(type);
  const mistakes = [];
  for (const name of namesOf(file)) {
    const found = await fileKind(content, name, ALLOWED);
    if (/\.(csv|txt)$/i.test(name) && !isAllowed) {
      if (isText && name !== 'a.csv' && typeof found === 'string') mistakes.push(`${name}: ${found}`);
    } else if (isAllowed ? found.type !== type : typeof found !== 'string') {
      mistakes.push(`${name}: ${found.type ?? found}`);
    }
  }
  return mistakes;
}

/** Returns the files in the folders. */
export const filesIn = (folders) =>
  folders
    .flatMap((folder) => fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)))
    .filter((file) => fs.lstatSync(file).isFile() && fs.statSync(file).size > 0);

/** Returns the media types of files, as `file` detects them. */
function typesOf(files) {
  const output = execFileSync('file', ['-b', '--mime-type', '-f', '-'], { input: files.join('\n'), encoding: 'utf8' });
  return output.trimEnd().split('\n');
}

/** Returns the type of a file whose media type is `detected`; undefined if no program can tell, or can read it. */
function readableType(file, detected) {
  const isPdf = detected === 'application/pdf' || (detected === UNKNOWN && /\.pdf$/i.test(file));
  if (!isPdf) return detected === UNKNOWN || OTHER_SHEET.test(file) ? undefined : (OTHER_NAMES[detected] ?? detected);
  // 3: it has warnings.
  return [0, 3].includes(spawnSync('qpdf', ['--check', file]).status) ? 'application/pdf' : undefined;
}

async function main(folders) {
  const files = filesIn(folders);
  const types = typesOf(files);
  const counts = {};
  for (const [index, file] of files.entries()) {
    const type = readableType(file, types[index]);
    const mistakes = type ? await mistakesOf(file, type) : [];
    const count = (counts[type ?? `${types[index]} that cannot be told or read`] ??= { files: 0, wrong: 0 });
    count.files += 1;
    if (mistakes.length === 0) continue;
    count.wrong += 1;
    process.exitCode = 1;
    console.log(`${file} (${type}): ${mistakes.join(', ')}`);
  }
  console.table(counts);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
