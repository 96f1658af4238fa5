// Puts pictures together on one sheet: a row for each state, a column for each variant.
import { pathToFileURL } from 'node:url';
import fs from 'node:fs/promises';
import path from 'node:path';

const STYLES = `
  body { margin: 0; padding: 16px; background: #8a9398; color: #ffffff; font: 12px/1.3 sans-serif; display: inline-flex; gap: 24px; align-items: flex-start; }
  table { border-spacing: 6px 10px; }
  th { width: 80px; min-width: 80px; text-align: start; vertical-align: top; font-weight: 600; }
  td + td, th + th { min-width: 0; }
  td { vertical-align: top; padding: 0; }
  div { overflow: hidden; }
  img { display: block; width: 100%; }
`;

const escaped = (text) => text.replace(/[<&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** `rows` have a name and a file for each column; `across` is the number of tables next to each other. */
export async function drawSheet(browser, out, { columns, rows, height, across = 1 }) {
  const each = Math.ceil(rows.length / across);
  const tables = Array.from({ length: across }, (_, at) => rows.slice(at * each, (at + 1) * each));
  const cell = ({ width }, file) =>
    `<td><div style="width:${width}px;max-height:${height}px"><img src="${pathToFileURL(path.resolve(file)).href}"></div></td>`;
  const line = ({ name, files }) =>
    `<tr><th>${escaped(name)}</th>${files.map((file, at) => cell(columns[at], file)).join('')}</tr>`;
  const table = (some) =>
    `<table><tr><th></th>${columns.map(({ name }) => `<th>${escaped(name)}</th>`).join('')}</tr>${some.map(line).join('')}</table>`;
  const file = path.resolve(`${out}.html`);
  await fs.writeFile(file, `<!doctype html><style>${STYLES}</style><body>${tables.map(table).join('')}`);
  const page = await browser.newPage();
  try {
    await page.setViewport({
      width: across * (120 + columns.reduce((sum, { width }) => sum + width + 6, 0)),
      height: 900,
    });
    await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
    await (await page.$('body')).screenshot({ path: out });
  } finally {
    await page.close();
    await fs.rm(file);
  }
}
