import type { WidgetSettings } from '../schema/index.js';

export interface Environment {
  baseUrl: string;
  secretKey: string;
  widget: WidgetSettings;
  sessionSecret: string;
}

/** Returns the variables of a backend that calls a sandbox, as lines of an environment file. */
export const environmentLines = ({ baseUrl, secretKey, widget, sessionSecret }: Environment): string[] => [
  'LENDING_ENVIRONMENT=sandbox',
  `LENDING_BASE_URL=${baseUrl}`,
  `LENDING_SECRET_KEY=${secretKey}`,
  `LENDING_SESSION_SECRET=${sessionSecret}`,
  `LENDING_WIDGET='${JSON.stringify(widget)}'`,
];
