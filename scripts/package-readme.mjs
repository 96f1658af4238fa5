// `npm pack` calls it: before, it writes README.md for the page of the package, and afterwards (`--restore`) it restores the file.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The README of the project, while the one of the package has its place. */
const KEPT = 'artifacts/package-readme.md';

/** The URLs of the files and of the pictures of a repository, by the beginning of the field in package.json. */
const HOSTS = {
  github: (name) => [`https://github.com/${name}/blob/HEAD/`, `https://raw.githubusercontent.com/${name}/HEAD/`],
  gitlab: (name) => [`https://gitlab.com/${name}/-/blob/HEAD/`, `https://gitlab.com/${name}/-/raw/HEAD/`],
};

/** A picture in HTML, or in Markdown with its text, and a link, each with the path of a file. */
const PICTURE = /<picture>[^]*?<\/picture>\n*/g;
const TARGET = /(!?\[(?:[^\]]*)\]\(|\b(?:src|srcset)=")(?![a-z]+:|[#/])([^)"]+)/g;

/**
 * Returns the README for the page of the package, which has no files next to it. With a repository, its links and pictures lead there. Without
 * one, its pictures are left out, and a diagram and links to files that are not in the package are replaced with their texts.
 */
export function packageReadme(text, repository = '') {
  const [, host, name] = /^(github|gitlab):([\w.-]+\/[\w.-]+)$/.exec(repository) ?? [];
  if (!host)
    return text
      .replace(PICTURE, '')
      .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\[([^\]]*)\]\((?:test|scripts)\/[^)]*\)|\[([^\]]*)\]\(CONTRIBUTING\.md\)/g, '$1$2');
  const [files, pictures] = HOSTS[host](name);
  return text.replace(TARGET, (_, before, target) => before + (before.startsWith('[') ? files : pictures) + target);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--restore')) {
    const { repository } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
    fs.mkdirSync(path.dirname(KEPT), { recursive: true });
    if (!fs.existsSync(KEPT)) fs.copyFileSync('README.md', KEPT);
    fs.writeFileSync('README.md', packageReadme(fs.readFileSync(KEPT, 'utf8'), repository));
  } else if (fs.existsSync(KEPT)) fs.renameSync(KEPT, 'README.md');
}
