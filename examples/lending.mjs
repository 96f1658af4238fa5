// The handler, the same on every platform. `env` is the platform's environment: `process.env`, or a Worker's bindings.
import { createHandler, memoryConsents } from 'lending-elements/server';
import { partner, saveApplication, savedApplication, signedInUser } from './partner.mjs';

export const createLending = (env, options) =>
  createHandler({
    baseUrl: env.LENDING_BASE_URL,
    secretKey: env.LENDING_SECRET_KEY,
    widget: JSON.parse(env.LENDING_WIDGET),
    sessions: { secret: env.LENDING_SESSION_SECRET, loopback: env.NODE_ENV !== 'production' },
    // They are forgotten when the process ends: give it a store of yours.
    consents: memoryConsents(),
    settings: { partner },
    authorize: signedInUser,
    onApplicationCreated: saveApplication,
    existingApplication: savedApplication,
    ...options,
  });
