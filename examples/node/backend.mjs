import { createHandler, fromEnv, toNodeListener } from 'lending-elements/server/node';
import { authorize, partner } from '../partner.mjs';

export const lending = toNodeListener(createHandler({ ...fromEnv(), authorize, settings: { partner } }));
