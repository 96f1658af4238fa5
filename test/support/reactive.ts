/** Returns a reactive object, as Vue and Svelte make it: it and every object in it are proxies. */
export const reactive = <Value extends object>(value: Value): Value =>
  new Proxy(value, {
    get(own, name) {
      const inner: unknown = Reflect.get(own, name);
      return inner && typeof inner === 'object' ? reactive(inner) : inner;
    },
  });
