import type { Sandbox } from './types.js';

type Environment = Pick<Sandbox, 'baseUrl' | 'secretKey' | 'widget'> & { sessionSecret: string };

/** Returns the variables of a backend that calls a sandbox. */
export const environmentOf = ({ baseUrl, secretKey, widget, sessionSecret }: Environment) => ({
  LENDING_ENVIRONMENT: 'sandbox',
  LENDING_BASE_URL: baseUrl,
  LENDING_SECRET_KEY: secretKey,
  LENDING_SESSION_SECRET: sessionSecret,
  LENDING_WIDGET: JSON.stringify(widget),
});

/** Returns these variables as lines of an environment file. */
export const environmentLines = (environment: Environment): string[] =>
  Object.entries(environmentOf(environment)).map(
    ([name, value]) => `${name}=${value.startsWith('{') ? `'${value}'` : value}`,
  );
