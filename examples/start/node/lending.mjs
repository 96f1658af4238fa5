import { createHandler, fromEnv, toNodeListener } from 'lending-elements/server/node';
import { authorize, partner } from './lending-partner.mjs';

export const lending = toNodeListener(createHandler({ ...fromEnv(), authorize, settings: { partner } }));
