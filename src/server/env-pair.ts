import { widgetAddresses } from '../schema/widget/addresses.js';
import type { WidgetSettings } from '../schema/widget-settings.js';

/** What is wrong with a variable. It never says the value. */
export interface EnvFault {
  variable: string;
  /** `missing`, `format` … */
  reason: string;
  /** What is wrong, as it stands behind the variable's name. */
  message: string;
  remedy: string;
}

/** The two that the service has (specification, "Authentication"). */
export type LendingEnvironment = 'staging' | 'production';

// Spec: how the addresses of staging and production look is not shown; these words in a host or a path tell which one it is.
const WORDS: Record<LendingEnvironment, RegExp> = {
  staging: /\b(staging|stage|stg|sandbox|test|testing|uat|qa|dev|demo|preprod)\d*\b/i,
  production: /\b(production|prod|live)\d*\b/i,
};

/** What an address says of itself, by the words in it: nothing, where it has none or both. */
export function saysOf(address: string): LendingEnvironment | undefined {
  const { hostname, pathname } = new URL(address);
  // The last part of a name is whose it is: `lender.dev` is no stage.
  const words = `${hostname.replace(/\.[^.]+$/, '')} ${pathname}`.replaceAll('_', '-');
  const isStaging = WORDS.staging.test(words);
  return isStaging === WORDS.production.test(words) ? undefined : isStaging ? 'staging' : 'production';
}

/** The variables of one environment of the service, where they are good, and what they are called. */
export interface Pair {
  names: { baseUrl: string; widget: string };
  baseUrl: string | undefined;
  widget: WidgetSettings | undefined;
}

/**
 * What does not belong together. With `LENDING_ENVIRONMENT` an address must not say the other environment; without it,
 * addresses must not differ in what they say: a widget of one environment takes no token of the other.
 */
export function pairFaults({ names, baseUrl, widget }: Pair, declared: LendingEnvironment | undefined): EnvFault[] {
  if (!baseUrl) return [];
  const said = saysOf(baseUrl);
  const widgets = widget ? widgetAddresses(widget).map(saysOf) : [];
  if (declared) return contradictions(names, [said, ...widgets], declared);
  if (widgets.length === 0 || widgets.includes(said)) return [];
  const { [0]: other } = widgets;
  return [
    {
      variable: names.widget,
      reason: 'other-environment',
      message: `does not fit ${names.baseUrl}: one of them says ${said ?? other}, the other does not`,
      remedy: 'Take both from one environment; if they are, say which one in LENDING_ENVIRONMENT.',
    },
  ];
}

function contradictions(
  names: Pair['names'],
  [base, ...widgets]: (LendingEnvironment | undefined)[],
  declared: LendingEnvironment,
): EnvFault[] {
  const isOther = (said: LendingEnvironment | undefined) => said !== undefined && said !== declared;
  const wrong = [...(isOther(base) ? [names.baseUrl] : []), ...(widgets.some(isOther) ? [names.widget] : [])];
  return wrong.map((variable) => ({
    variable,
    reason: 'other-environment',
    message: `has an address of the other environment than LENDING_ENVIRONMENT, which is ${declared}`,
    remedy: `Take the one of ${declared}.`,
  }));
}
