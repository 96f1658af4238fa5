/** Finds an element of the page by its id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element #${id}.`);
  return found as T;
}

/** Announces a sentence politely and shows it. */
export const say = (text: string) => void (byId('news').textContent = text);
