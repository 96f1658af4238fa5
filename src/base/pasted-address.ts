import { splitAddress, type AddressLines } from '../schema/pasted-address.js';
import type { LendingElement } from './element.js';
import { enPasted } from './locales/en-pasted.js';
import { addText } from './text.js';

addText(enPasted);

const LINES = ['house_number', 'line_1', 'city', 'county', 'postcode'] as const satisfies (keyof AddressLines)[];

/** What is seen of a text in an input of one line: what a browser makes of a line break is its own. */
const bare = (text: string) => text.replace(/\s/g, '');

/** Characters of the longest text that may be an address. */
const LONGEST = 500;

/**
 * Puts a whole address that was pasted into one input of an address into all of them, where nothing else stands there, and
 * says so. What the form does not ask for is left out.
 */
export function spreadAddress(input: HTMLInputElement, copied: string): void {
  const root = input.getRootNode() as ShadowRoot;
  const path = input.name.replace(/\.\w+$/, '');
  const inputs = LINES.map((line) => [line, root.querySelector<HTMLInputElement>(`[name="${path}.${line}"]`)] as const);
  const isFree = inputs.every(([, one]) => !one || one === input || !(one.value.trim() || one.readOnly));
  const lines = copied.length > LONGEST ? undefined : splitAddress(copied);
  if (!lines || !isFree || input.readOnly || bare(input.value) !== bare(copied)) return;
  for (const [line, one] of inputs) {
    if (!one) continue;
    one.value = lines[line] ?? '';
    one.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }
  void tell(inputs.findLast(([, one]) => one)![1]!, (root.host as LendingElement).text.term('address.pasted'));
}

/** Says something below a field. It is read out where the place for it was there before. */
async function tell(input: HTMLInputElement, words: string): Promise<void> {
  const field = input.closest('.field')!;
  let place = field.nextElementSibling;
  if (place?.getAttribute('role') !== 'status') {
    place = document.createElement('p');
    place.className = 'hint';
    place.setAttribute('role', 'status');
    field.after(place);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  place!.textContent = words;
}
