import { createHandler } from 'lending-elements/server';
import { fromEnv, nodeFetch, toNodeListener } from 'lending-elements/server/node';
import { saveApplication, signedInUser } from '../partner.mjs';

export const lending = toNodeListener(
  createHandler({ ...fromEnv(), fetch: nodeFetch, authorize: signedInUser, onApplicationCreated: saveApplication }),
);
