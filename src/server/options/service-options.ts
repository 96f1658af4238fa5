import { checkBaseUrl, checkKey } from '../service/check-service.js';
import type { ServiceSettings, UpstreamOptions } from '../service/types.js';
import { SERVICE_DEFAULTS, withDefaults } from './defaults.js';
import { limitFunctions } from './partner-functions.js';

/** Checks and completes the options of the service client. Throws `config-invalid`. */
export function resolveService(given: UpstreamOptions): ServiceSettings {
  const { baseUrl, secretKey, hookTimeout, ...options } = withDefaults(SERVICE_DEFAULTS, given);
  const apiUrl = checkBaseUrl(baseUrl);
  if (typeof secretKey !== 'function') checkKey(secretKey);
  const { fetch, timeout, uploadTimeout, notCreatedOn, filePart } = options;
  const readKey =
    typeof secretKey === 'function' ? limitFunctions(secretKey, 'secretKey', hookTimeout) : () => secretKey;
  return { apiUrl, readKey, fetch, timeout, uploadTimeout, notCreatedOn, filePart };
}
