// Types of our tags for templates of Vue, with `strictTemplates` too. Nothing else needs to be imported: `import 'lending-elements/vue'`.
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { LendingTags } from './tags.js';

type Handlers<Events> = { [Name in keyof Events]: (event: Events[Name]) => void };

/** Vue reads the properties of a tag from `$props`, and its events from `$emit`. */
type VueElement<Tag extends LendingTags[keyof LendingTags]> = new () => Tag['element'] & {
  $props: HTMLAttributes & Tag['properties'] & PublicProps;
  $emit: EmitFn<Handlers<Tag['events']>>;
};

type VueTags = { [Name in keyof LendingTags]: VueElement<LendingTags[Name]> };

declare module 'vue' {
  interface GlobalComponents extends VueTags {}
  interface HTMLAttributes {
    /** The slot of the element around it, such as `sign-in`. */
    slot?: string | undefined;
  }
}
