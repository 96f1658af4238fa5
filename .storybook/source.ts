import manifest from '../dist/custom-elements.json' with { type: 'json' };

interface Declaration {
  tagName?: string;
  members?: { name: string }[];
}
const { modules } = manifest as { modules: { declarations: Declaration[] }[] };

/** The elements that call the backend by themselves. */
const CALLING = modules
  .flatMap(({ declarations }) => declarations)
  .filter(({ tagName, members = [] }) => tagName && members.some(({ name }) => name === 'endpoint'))
  .map(({ tagName }) => tagName!);

const STYLESHEET = '<link rel="stylesheet" href="/api/lending/elements/lending-elements.css" />';

/** The script of a page with this element alone. All others load the file with every element. */
const SCRIPTS: Record<string, string> = { 'lending-onboarding': 'journey.js', 'lending-widget': 'widget.js' };

/** Returns HTML that a page can use: with the stylesheet, the script and the endpoint, which the stories replace by an adapter. */
export function pageHtml(code: string): string {
  // Storybook calls this without HTML, with the story's HTML, and again with the result.
  if (!code || code.startsWith(STYLESHEET)) return code;
  const tags = [...code.matchAll(/<(lending-[a-z]+)/g)].map(([, tag]) => tag!);
  const [tag, ...others] = new Set(tags);
  const script = (others.length === 0 && SCRIPTS[tag!]) || 'lending-elements.js';
  const html = code
    .replace(/<(lending-[a-z]+)(?![^>]* endpoint=)/g, (open, tag: string) =>
      CALLING.includes(tag) ? `${open} endpoint="/api/lending"` : open,
    )
    .replace(/\n\s*\n/g, '\n')
    .trim();
  return [STYLESHEET, `<script type="module" src="/api/lending/elements/${script}"></script>`, html].join('\n');
}
