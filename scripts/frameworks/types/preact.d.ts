// Types of our tags for JSX of Preact: `import 'lending-elements/preact'`. Handlers have the names of the events: `onlending-ready`.
import type { HTMLAttributes } from 'preact';
import type { LendingTags } from './tags.js';

type Handlers<Events> = {
  [Name in keyof Events & string as `on${Name}`]?: ((event: Events[Name]) => void) | undefined;
};

type PreactTags = {
  [Name in keyof LendingTags]: Omit<
    HTMLAttributes<LendingTags[Name]['element']>,
    keyof LendingTags[Name]['properties']
  > &
    LendingTags[Name]['properties'] &
    Handlers<LendingTags[Name]['events']>;
};

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends PreactTags {}
  }
}
