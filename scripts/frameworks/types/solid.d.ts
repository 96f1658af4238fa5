// Types of our tags for JSX of Solid: `import 'lending-elements/solid'`. Handlers have the names of the events: `on:lending-ready`.
import type { JSX } from 'solid-js';
import type { LendingTags } from './tags.js';

type Handlers<Events> = {
  [Name in keyof Events & string as `on:${Name}`]?: ((event: Events[Name]) => void) | undefined;
};
/** Solid writes other names in lower case, so they need `prop:`. */
type LowerCase<Properties> = {
  [Name in keyof Properties & string as Name extends Lowercase<Name> ? Name : never]?: Properties[Name];
};
type Explicit<Properties> = { [Name in keyof Properties & string as `prop:${Name}`]?: Properties[Name] };

type SolidTags = {
  [Name in keyof LendingTags]: Omit<
    JSX.HTMLAttributes<LendingTags[Name]['element']>,
    keyof LendingTags[Name]['properties']
  > &
    LowerCase<LendingTags[Name]['properties']> &
    Explicit<LendingTags[Name]['properties']> &
    Handlers<LendingTags[Name]['events']>;
};

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends SolidTags {}
  }
}
