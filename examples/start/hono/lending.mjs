import { createHandler, fromEnv } from 'lending-elements/server/node';
import { authorize, partner } from './lending-partner.mjs';

export const lending = createHandler({ ...fromEnv(), authorize, settings: { partner } });
