// The handler, the same for Express, Fastify and Hono: the options from the environment, and the partner's functions.
import { createHandler, fromEnv } from 'lending-elements/server/node';
import { authorize, partner } from './partner.mjs';

export const createLending = () => createHandler({ ...fromEnv(), authorize, settings: { partner } });
