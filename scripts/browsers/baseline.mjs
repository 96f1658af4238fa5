// The oldest browsers that the elements support, and MDN's data about browsers.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Edge has Chromium's engine. Every browser on an iPhone has Safari's. */
export const BASELINE = {
  chrome: 109,
  chrome_android: 109,
  firefox: 115,
  firefox_android: 115,
  safari: 16.4,
  safari_ios: 16.4,
};

const file = fileURLToPath(import.meta.resolve('@mdn/browser-compat-data'));

export const compatData = JSON.parse(fs.readFileSync(file, 'utf8'));

/** Returns the browsers of the baseline that do not have a feature. `undefined` if MDN's data does not have the feature. */
export function missingIn(feature) {
  const support = feature?.__compat?.support;
  return support && Object.keys(BASELINE).filter((browser) => !isIn(support[browser], BASELINE[browser]));
}

/** Returns true if a version has the feature under its own name, without a flag. */
function isIn(statements, version) {
  return [statements ?? []].flat().some((statement) => {
    const { version_added: added, version_removed: removed, flags, prefix, alternative_name: other } = statement;
    if (flags || prefix || other || !added || added === 'preview') return false;
    if (removed && number(removed) <= version) return false;
    return added === true || number(added) <= version;
  });
}

const number = (version) => parseFloat(String(version).replace('≤', ''));
