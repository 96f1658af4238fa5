// The user who is signed in: the application in another language signs a short token for each one.
import { errors, importJWK, importSPKI, jwtVerify, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { isGuessable } from '../../server/seal.js';
import type { Env } from '../../server/node/environment.js';
import { separate } from '../../server/options/notes.js';
import type { HandlerOptions, User } from '../../server/types.js';
import { wrong } from './options.js';
import { inWordsOfServe } from './words.js';

/** A token is valid for at most this time. A stolen one is soon worth nothing. */
const LONGEST_SECONDS = 15 * 60;
/** The clocks of two machines may differ by this. */
const CLOCK_SECONDS = 5;
const LONGEST_TOKEN = 8192;
const COOKIE = '__Host-lending-user';

export interface UserClaims extends JWTPayload {
  sub: string;
  /** The businesses for which this user may act. Default: none but their own. */
  businesses?: readonly string[];
  /** Only the backend asks for a token with this claim, to send values about the applicant. */
  prefill?: boolean;
}

interface Keys {
  all: readonly (CryptoKey | Uint8Array)[];
  algorithms: string[];
}

/** A token that is missing or rejected. The message is for the log: it repeats nothing of the token. */
class SignedOut extends Error {}

/** Reads the keys. Their kind decides on the only algorithm, so that no token can choose another one. */
async function readKeys(env: Env): Promise<Keys> {
  // The JSON of a public key has commas, so one previous key is enough.
  const given = (name: string) => [env[name], env[`${name}_PREVIOUS`]].filter((one) => !!one) as string[];
  const [secret, open] = ['LENDING_USER_KEY', 'LENDING_USER_PUBLIC_KEY'] as const;
  const [secrets, openKeys] = [given(secret), given(open)];
  if (secrets.length > 0 === openKeys.length > 0)
    throw wrongKey(
      `${secret} or ${open}`,
      secrets.length > 0 ? 'only one of them may be set' : 'one of them must be set',
    );
  if (openKeys.length > 0) {
    const read = (key: string) =>
      readOpenKey(key).catch(() => Promise.reject(wrongKey(open, 'it is not an Ed25519 key as PEM or JWK')));
    return { all: await Promise.all(openKeys.map(read)), algorithms: ['EdDSA', 'Ed25519'] };
  }
  const bytes = secrets.map((key) => new TextEncoder().encode(key));
  if (bytes.some(({ length }) => length < 32)) throw wrongKey(secret, 'it is shorter than 32 bytes');
  // Everybody knows a public key. As a secret it would let everybody sign.
  if (secrets.some((key) => /-----BEGIN|"kty"/.test(key))) throw wrongKey(secret, `it looks like a key for ${open}`);
  if (env['LENDING_ENVIRONMENT'] !== 'sandbox' && secrets.some(isGuessable))
    throw wrongKey(secret, 'it is easy to guess');
  return { all: bytes, algorithms: ['HS256'] };
}

const REMEDY =
  'For LENDING_USER_KEY run: openssl rand -base64 32. The application that signs the tokens has the same one.';
const wrongKey = (name: string, why: string) => wrong(name, why, REMEDY);

async function readOpenKey(text: string): Promise<CryptoKey> {
  const key = text.trim().startsWith('{')
    ? await importJWK(JSON.parse(text) as JWK, 'Ed25519')
    : await importSPKI(text.replaceAll('\\n', '\n'), 'Ed25519');
  if (key instanceof Uint8Array || key.type !== 'public') throw new Error('not a public key');
  return key;
}

/** Returns the tokens of a request: that of the Authorization header, and those of the cookies. */
function tokensOf({ headers }: Request): { bearer: string | undefined; named: string[] } {
  const header = headers.get('authorization') ?? '';
  const bearer = /^bearer\b/i.test(header) ? header.replace(/^bearer\s*/i, '') : undefined;
  const cookies = (headers.get('cookie') ?? '').split(';').map((one) => one.trim());
  const named = cookies.filter((one) => one.startsWith(`${COOKIE}=`)).map((one) => one.slice(COOKIE.length + 1));
  return { bearer, named };
}

/** Creates the functions that identify the sender of a request. `audience` is the public origin. `log` gets the reason if nobody is signed in. */
export async function createUserTokens(env: Env, audience: string, log: (reason: string) => void) {
  const { all, algorithms } = await readKeys(env);

  async function verify(token: string): Promise<UserClaims> {
    if (token.length > LONGEST_TOKEN) throw new SignedOut('the token is too long');
    const options = { algorithms, audience, requiredClaims: ['sub', 'exp'], clockTolerance: CLOCK_SECONDS };
    let failure: unknown;
    for (const key of all) {
      try {
        return checkClaims((await jwtVerify<UserClaims>(token, key, options)).payload);
      } catch (error) {
        failure = error;
        // The other key may have signed it.
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
      }
    }
    throw failure instanceof SignedOut ? failure : new SignedOut(reasonOf(failure, audience, algorithms));
  }

  /** Returns the claims of a request. Throws if the token is missing or not valid, or if two valid ones name different users. */
  async function claimsOf(request: Request): Promise<UserClaims> {
    const { bearer, named } = tokensOf(request);
    const [token, ...others] = bearer === undefined ? named : [bearer, ...named];
    if (token === undefined) throw new SignedOut('the token is missing');
    if (bearer === undefined && others.length > 0) throw new SignedOut(`the cookie ${COOKIE} was sent twice`);
    // The page chose the header. A cookie neither replaces one that is not valid, nor spoils a valid one when it has expired.
    const claims = await verify(token);
    const users = await Promise.all(others.map((one) => verify(one).catch(() => claims)));
    if (users.some(({ sub }) => sub !== claims.sub))
      throw new SignedOut('the header and the cookie name different users');
    return claims;
  }

  async function read(request: Request): Promise<UserClaims | undefined> {
    try {
      return await claimsOf(request);
    } catch (error) {
      if (!(error instanceof SignedOut)) throw error;
      return void log(error.message);
    }
  }

  const authorize: HandlerOptions['authorize'] = async (request, { business }): Promise<User | null> => {
    const claims = await read(request);
    if (!claims) return null;
    const mayAct = business !== undefined && (claims.businesses?.includes(business) ?? business === claims.sub);
    return { subject: claims.sub, business: mayAct ? business : undefined };
  };
  separate.set(authorize, inWordsOfServe);
  return { authorize, read };
}

function checkClaims(claims: UserClaims): UserClaims {
  const { exp = 0, businesses = [] } = claims;
  if (exp > Date.now() / 1000 + LONGEST_SECONDS + CLOCK_SECONDS)
    throw new SignedOut('the token is valid for longer than 15 minutes');
  if (typeof claims.sub !== 'string' || claims.sub === '') throw new SignedOut('the token has no sub');
  if (!Array.isArray(businesses) || businesses.some((one) => typeof one !== 'string'))
    throw new SignedOut('businesses is not a list of texts');
  return claims;
}

function reasonOf(error: unknown, audience: string, algorithms: readonly string[]): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'the token was signed with another key';
  if (error instanceof errors.JOSEAlgNotAllowed) return `the token was not signed with ${algorithms[0]}`;
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.claim === 'aud'
      ? `the token’s aud is not ${audience}`
      : `the token’s ${error.claim} is missing or not valid`;
  return 'the token is not a signed JWT';
}
