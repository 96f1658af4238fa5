import type { PropertyDeclaration, ReactiveElement } from 'lit';

// The decorators of Lit serve two standards. Here the compiler speaks the older one, and a page gets what that one takes.

/** A property that renders the element anew when it is set. */
export const property =
  (options?: PropertyDeclaration): PropertyDecorator =>
  (on, name) => {
    const isAccessor = Object.hasOwn(on, name);
    (on.constructor as typeof ReactiveElement).createProperty(name, options);
    return isAccessor ? Object.getOwnPropertyDescriptor(on, name) : undefined;
  };

/** The same, for what is nobody else's. */
export const state = () => property({ state: true });

/** The first element in the shadow root that matches. */
export const query =
  (selector: string): PropertyDecorator =>
  () => ({
    configurable: true,
    get(this: ReactiveElement) {
      return this.renderRoot?.querySelector(selector) ?? null;
    },
  });

/** What the compiler makes of a decorator calls this: see `vite.config.ts`. */
export function decorate(decorators: readonly PropertyDecorator[], on: object, name: string): void {
  for (const decorator of decorators) {
    const descriptor = (decorator as (on: object, name: string) => PropertyDescriptor | undefined)(on, name);
    if (descriptor) Object.defineProperty(on, name, descriptor);
  }
}
