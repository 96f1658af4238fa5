import { createHandler } from 'lending-elements/server';
import { fileConsents, nodeFetch, toNodeListener } from 'lending-elements/server/node';
import { saveApplication, signedInUser } from '../partner.mjs';

export const lending = toNodeListener(
  createHandler({
    baseUrl: process.env.LENDING_BASE_URL,
    secretKey: process.env.LENDING_SECRET_KEY,
    widget: JSON.parse(process.env.LENDING_WIDGET),
    sessions: { secret: process.env.LENDING_SESSION_SECRET, loopback: process.env.NODE_ENV !== 'production' },
    fetch: nodeFetch,
    authorize: signedInUser,
    consents: fileConsents(process.env.LENDING_CONSENTS),
    onApplicationCreated: saveApplication,
  }),
);
