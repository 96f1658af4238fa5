/**
 * What has begun, remembered in Redis: machines that share one do nothing twice. The client is one of `redis` that fails
 * rather than waits: `createClient({ url, disableOfflineQueue: true, commandOptions: { timeout: 2000 } })`.
 */
export const redisOnce = (client, prefix = 'lending/') => ({
  add: async (key, value, seconds) =>
    (await client.set(prefix + key, value, { condition: 'NX', expiration: { type: 'EX', value: seconds } })) === 'OK',
  get: async (key) => (await client.get(prefix + key)) ?? undefined,
  set: async (key, value, seconds) =>
    void (await client.set(prefix + key, value, { expiration: { type: 'EX', value: seconds } })),
  delete: async (key) => void (await client.del(prefix + key)),
});
