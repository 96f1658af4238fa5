import { createHandler } from 'lending-elements/server';
import { fromEnv, toNodeListener } from 'lending-elements/server/node';
import { partner, saveApplication, savedApplication, signedInUser } from './lending-partner.mjs';

const hooks = { authorize: signedInUser, onApplicationCreated: saveApplication, existingApplication: savedApplication };
export const lending = toNodeListener(createHandler({ ...fromEnv(), ...hooks, settings: { partner } }));
