// The handler, the same for Express, Fastify and Hono: the options from the environment, and the partner's functions.
import { createHandler } from 'lending-elements/server';
import { fromEnv } from 'lending-elements/server/node';
import { partner, saveApplication, savedApplication, signedInUser } from './partner.mjs';

export const createLending = () =>
  createHandler({
    ...fromEnv(),
    settings: { partner },
    authorize: signedInUser,
    onApplicationCreated: saveApplication,
    existingApplication: savedApplication,
  });
