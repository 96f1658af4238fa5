/** Whether a switch is off. Templates and frameworks also write `false`. */
const isOff = (value: string): boolean => /^\s*(off|false)\s*$/i.test(value);

/** Reads a boolean attribute. */
export const flag = (value: string | null): boolean => value !== null && !isOff(value);

/** Reads an attribute that is `on` or `off`. */
export const onOff = (value: string | null): 'on' | 'off' => (value !== null && isOff(value) ? 'off' : 'on');

/** Reads an attribute with a JSON object, as a server's template writes it. */
export function jsonObject(value: string | null): object | undefined {
  try {
    const read: unknown = JSON.parse(value ?? '');
    return typeof read === 'object' && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}
