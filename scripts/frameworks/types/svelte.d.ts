// Types of our tags for Svelte: `import 'lending-elements/svelte'`. Handlers have the names of the events: `onlending-ready`, or
// `on:lending-ready` in Svelte 4.
import type { HTMLAttributes } from 'svelte/elements';
import type { LendingTags } from './tags.js';

type Handlers<Events> = {
  [Name in keyof Events & string as `on${Name}` | `on:${Name}`]?: ((event: Events[Name]) => void) | undefined;
};

type SvelteTags = {
  [Name in keyof LendingTags]: Omit<
    HTMLAttributes<LendingTags[Name]['element']>,
    keyof LendingTags[Name]['properties']
  > &
    LendingTags[Name]['properties'] &
    Handlers<LendingTags[Name]['events']>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends SvelteTags {}
}
