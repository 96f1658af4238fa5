import { randomBytes } from 'node:crypto';
import { environmentLines } from '../sandbox/environment.js';
import type { Sandbox } from '../sandbox/index.js';

/** The port of the `sandbox` command, if no other is given. */
export const SANDBOX_PORT = 4010;

/** Returns the variables of a backend that calls a sandbox, as lines of an environment file. */
export const sandboxEnvironment = ({ baseUrl, secretKey, widget }: Sandbox): string[] =>
  environmentLines({ baseUrl, secretKey, widget, sessionSecret: randomBytes(32).toString('base64url') });
