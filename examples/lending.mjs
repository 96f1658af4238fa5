// The handler, the same on every platform: what the environment says, and the partner's own.
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
