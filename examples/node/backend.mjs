import { createHandler } from 'lending-elements/server';
import { fromEnv, toNodeListener } from 'lending-elements/server/node';
import { saveApplication, signedInUser } from '../partner.mjs';

export const lending = toNodeListener(
  createHandler({ ...fromEnv(), authorize: signedInUser, onApplicationCreated: saveApplication }),
);
