import { pause } from '../../../time-limit.js';
import { splitAddress, type AddressLines } from '../../../schema/addresses/pasted-address.js';
import { placeFields } from '../../../schema/forms/company-form.js';
import type { LendingElement } from '../../element.js';
import { rareInputText } from '../../text/locales/en-rare-input.js';

const LINES = Object.keys(placeFields) as (keyof AddressLines)[];

/** Removes white space before a comparison: browsers differ in how they paste a line break into an input. */
const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/** The longest pasted text that is read as an address. */
const MAX_ADDRESS_CHARS = 500;

/** Spreads a whole address that was pasted into one input over all lines of the form, if the others are empty, and announces it. */
export function spreadAddress(input: HTMLInputElement, copied: string): void {
  const root = input.getRootNode() as ShadowRoot;
  const path = input.name.replace(/\.\w+$/, '');
  const inputs = LINES.map((line) => [line, root.querySelector<HTMLInputElement>(`[name="${path}.${line}"]`)] as const);
  const isFree = inputs.every(([, one]) => !one || one === input || !(one.value.trim() || one.readOnly));
  const lines = copied.length > MAX_ADDRESS_CHARS ? undefined : splitAddress(copied);
  if (!lines || !isFree || input.readOnly || withoutSpaces(input.value) !== withoutSpaces(copied)) return;
  for (const [line, one] of inputs) {
    if (!one) continue;
    one.value = lines[line] ?? '';
    one.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }
  const words = rareInputText((root.host as LendingElement).text).term('address.pasted');
  void announce(inputs.findLast(([, one]) => one)![1]!, words);
}

/** Announces a sentence below a field. A screen reader only reads it if its element was there before. */
async function announce(input: HTMLInputElement, words: string): Promise<void> {
  const field = input.closest('.field')!;
  let place = field.nextElementSibling;
  if (!place?.ariaLive) {
    place = document.createElement('p');
    place.className = 'hint';
    place.ariaLive = 'polite';
    field.after(place);
    await pause(100);
  }
  place!.textContent = words;
}
