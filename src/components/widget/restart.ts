// Which changed properties start a widget again.
import type { PropertyValues } from 'lit';

/** Properties that start the widget again when they change. */
export const RESTARTING = ['accessToken', 'widget', 'handOff', 'isolation'] as const;
/** Properties that start the widget again if they are set late. */
const TOKEN_SOURCES = ['endpoint', 'adapter', 'getToken'] as const;
const RETRYING = [...RESTARTING, ...TOKEN_SOURCES, 'timeout'] as const;

type Properties = { readonly [name in (typeof RETRYING)[number]]: unknown };

/** Whether the widget, or its pending start, is outdated. A source that is set late was unknown before. */
export function mustRestart(element: Properties, changed: PropertyValues, isLoading: boolean): boolean {
  const isLate = (name: (typeof TOKEN_SOURCES)[number]) => changed.has(name) && !changed.get(name) && !!element[name];
  return RESTARTING.some((name) => changed.has(name)) || (isLoading && TOKEN_SOURCES.some(isLate));
}

/** Whether changed properties may fix a failure: a new value, or only objects, which frameworks set new at each render. */
export function changedForRetry(element: Properties, changed: PropertyValues): 'value' | 'object' | undefined {
  const values = RETRYING.filter((name) => changed.has(name)).map((name) => element[name]);
  if (values.some((value) => Object(value) !== value)) return 'value';
  return values.length ? 'object' : undefined;
}
