import { widgetAddresses } from '../../schema/widget/addresses.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';

/** A fault of a variable. It never contains the value. */
export interface EnvFault {
  variable: string;
  /** `missing`, `format` … */
  reason: string;
  /** The rest of a sentence that begins with the variable's name. */
  message: string;
  remedy: string;
}

/** The two environments of the service. Source: specification, "Authentication". */
export type LendingEnvironment = 'staging' | 'production';

// Spec: addresses of staging and production are not shown; they are recognised by these words in the host or the path.
const WORDS: Record<LendingEnvironment, RegExp> = {
  staging: /\b(staging|stage|stg|sandbox|test|testing|uat|qa|dev|demo|preprod)\d*\b/i,
  production: /\b(production|prod|live)\d*\b/i,
};

/** Returns the environment that an address names, or `undefined` if it names neither or both. */
function environmentOf(address: string): LendingEnvironment | undefined {
  const { hostname, pathname } = new URL(address);
  // The top-level domain does not count: `lender.dev` is not a staging address.
  const words = `${hostname.replace(/\.[^.]+$/, '')} ${pathname}`.replaceAll('_', '-');
  const isStaging = WORDS.staging.test(words);
  return isStaging === WORDS.production.test(words) ? undefined : isStaging ? 'staging' : 'production';
}

/** The addresses of one environment, with the names of their variables. An address that is not valid is left out. */
export interface Addresses {
  names: { baseUrl: string; widget: string };
  baseUrl: string | undefined;
  widget: WidgetSettings | undefined;
}

/**
 * Finds addresses that belong to different environments: the widget of one does not accept the token of the other. With
 * `LENDING_ENVIRONMENT` no address may name the other environment. Without it all addresses must name the same one, or none.
 */
export function findMismatches(
  { names, baseUrl, widget }: Addresses,
  declared: LendingEnvironment | undefined,
): EnvFault[] {
  if (!baseUrl) return [];
  const base = environmentOf(baseUrl);
  const widgets = widget ? widgetAddresses(widget).map(environmentOf) : [];
  if (declared) {
    const isOther = (one: LendingEnvironment | undefined) => one !== undefined && one !== declared;
    const wrong = [...(isOther(base) ? [names.baseUrl] : []), ...(widgets.some(isOther) ? [names.widget] : [])];
    return wrong.map((variable) => ({
      variable,
      reason: 'other-environment',
      message: `looks like an address of the other environment, but LENDING_ENVIRONMENT is ${declared}`,
      remedy: `Use the address of ${declared}.`,
    }));
  }
  if (widgets.length === 0 || widgets.includes(base)) return [];
  return [
    {
      variable: names.widget,
      reason: 'other-environment',
      message: `does not match ${names.baseUrl}: only one of them looks like an address of ${base ?? widgets[0]}`,
      remedy: 'Copy both from the same environment. If they are from the same one, name it in LENDING_ENVIRONMENT.',
    },
  ];
}
