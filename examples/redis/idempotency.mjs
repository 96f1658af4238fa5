/**
 * Stores idempotency keys in Redis, so that machines that share it never do a call twice. The client must fail rather than wait:
 * `createClient({ url, disableOfflineQueue: true, commandOptions: { timeout: 2000 } })`.
 */
export const redisIdempotency = (client, prefix = 'lending/') => ({
  add: async (key, value, seconds) =>
    (await client.set(prefix + key, value, { condition: 'NX', expiration: { type: 'EX', value: seconds } })) === 'OK',
  get: async (key) => (await client.get(prefix + key)) ?? undefined,
  set: async (key, value, seconds) =>
    void (await client.set(prefix + key, value, { expiration: { type: 'EX', value: seconds } })),
  delete: async (key) => void (await client.del(prefix + key)),
});
