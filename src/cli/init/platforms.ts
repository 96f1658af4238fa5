import fs from 'node:fs';
import path from 'node:path';

export const PLATFORMS = ['express', 'fastify', 'hono', 'nest', 'next', 'node', 'other'] as const;
type PlatformName = (typeof PLATFORMS)[number];

/** A file to write: its path in the project, and the sample in `examples/start` of this package. */
interface StartFile {
  target: string;
  sample: string;
  about: string;
  edit?: ((code: string) => string) | undefined;
}

export interface Platform {
  name: PlatformName;
  title: string;
  env: string;
  files: StartFile[];
  /** The project's own server. If there is none, `files` contains a server. */
  server?: string | undefined;
  /** The lines that mount the handler in the project's own server. */
  mount: string[];
  /** Packages that the files need, and that are missing in package.json. */
  missing: string[];
  /** The command that starts the server with the environment file, if we wrote the server. */
  start?: string | undefined;
  page: string;
}

export interface Manifest {
  type?: string;
  main?: string;
  workspaces?: unknown;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const TITLES: Record<PlatformName, string> = {
  express: 'Express',
  fastify: 'Fastify',
  hono: 'Hono',
  nest: 'Nest',
  next: 'Next',
  node: 'node:http',
  other: 'Astro, Koa, React Router or another framework',
};

/** A framework that builds on another one comes before it. */
const BY_PACKAGE = ['next', 'nest', 'fastify', 'hono', 'express'] as const;

/** Frameworks that start their own server. The guide has the code that mounts the handler. */
const OTHERS = ['astro', 'koa', 'nuxt', '@react-router/node', '@remix-run/node', '@sveltejs/kit'];

export const has = ({ dependencies, devDependencies }: Manifest, name: string) =>
  name in { ...dependencies, ...devDependencies };

/** Finds the platform of a project by its packages. Without any of them it is node:http. */
export const findPlatform = (manifest: Manifest): PlatformName =>
  BY_PACKAGE.find((name) => has(manifest, name === 'nest' ? '@nestjs/core' : name)) ??
  (OTHERS.some((name) => has(manifest, name)) ? 'other' : 'node');

const partner = (place = '', ending = 'mjs'): StartFile => ({
  target: path.posix.join(place, `lending-partner.${ending}`),
  sample: `lending-partner.${ending}`,
  about: 'your names and your sign-in, as samples',
});

export function describePlatform(name: PlatformName, folder: string, manifest: Manifest): Platform {
  if (name === 'next') return nextPlatform(folder);
  const sources = findSources(folder);
  const found = findServer(folder, manifest, sources);
  const isTyped = found ? found.endsWith('ts') : sources !== undefined;
  // We write no server in TypeScript or for a framework: how it is compiled and started is the project's decision.
  const server = found ?? (isTyped || name === 'nest' || name === 'other' ? 'your server' : undefined);
  const place = (isTyped && (found ? path.posix.dirname(found) : sources)) || '';
  const code = found ? fs.readFileSync(path.join(folder, found), 'utf8') : '';
  const ending = isTyped ? 'ts' : 'mjs';
  const imported = isTyped ? endingOfImports(code, manifest) : '.mjs';
  const files: StartFile[] = [
    {
      target: path.posix.join(place, `lending.${ending}`),
      sample: `${name === 'hono' || name === 'other' ? 'hono' : 'node'}/lending.mjs`,
      about: 'the handler',
      edit: (sample) => sample.replace('./lending-partner.mjs', `./lending-partner${imported}`),
    },
    partner(place, ending),
    { target: 'funding.html', sample: 'funding.html', about: 'a page with the journey' },
  ];
  if (!server) files.push({ target: 'server.mjs', sample: `${name}/server.mjs`, about: 'a server with both' });
  const needed = [...(name === 'hono' && !server ? ['@hono/node-server'] : []), ...(isTyped ? ['@types/node'] : [])];
  const handler = `${!isTyped && found?.includes('/') ? '..' : '.'}/lending${imported}`;
  return {
    name,
    title: TITLES[name],
    env: '.env',
    files,
    server,
    mount: server ? [importLine(handler, found, code), ...MOUNT_LINES[name]] : [],
    missing: needed.filter((one) => !has(manifest, one)),
    start: server ? undefined : 'node --env-file=.env server.mjs',
    page: 'http://127.0.0.1:3000/',
  };
}

const MOUNT_LINES: Record<Exclude<PlatformName, 'next'>, string[]> = {
  express: ["app.use('/api/lending', lending); // before body parsers, such as express.json()"],
  fastify: [
    'app.register(async (scope) => {',
    '  scope.removeAllContentTypeParsers();',
    "  scope.addContentTypeParser('*', (_request, _body, done) => done(null));",
    "  scope.all('/api/lending/*', (request, reply) => {",
    '    reply.hijack();',
    '    lending(request.raw, reply.raw);',
    '  });',
    '});',
  ],
  hono: ["app.all('/api/lending/*', (context) => lending(context.req.raw));"],
  nest: ["app.use('/api/lending', lending); // before app.listen()"],
  node: ["if (request.url?.startsWith('/api/lending/')) return lending(request, response);"],
  other: ['// The rest is in node_modules/lending-elements/docs/backend.md: see “Other servers”.'],
};

/** The line that imports the handler into a server, in the style of that server. */
function importLine(handler: string, server: string | undefined, code: string): string {
  const usesRequire = /\.c?js$/.test(server ?? '') && /\brequire\(/.test(code) && !/^import\b/m.test(code);
  return usesRequire ? `const { lending } = require('${handler}');` : `import { lending } from '${handler}';`;
}

/** The extension for imports of the project's TypeScript files: the one that the server uses, or else the one that Node needs. */
const endingOfImports = (code: string, { type }: Manifest) =>
  /from ["']\.[^"']*(\.[jt]s)["']/.exec(code)?.[1] ?? (type === 'module' ? '.js' : '');

/** The folder of a TypeScript project's sources, or `undefined` without a tsconfig.json. */
function findSources(folder: string): string | undefined {
  const config = path.join(folder, 'tsconfig.json');
  if (!fs.existsSync(config)) return undefined;
  const [, rootDir] = /^(?:(?!\/\/).)*"rootDir"\s*:\s*"([^"]+)"/m.exec(fs.readFileSync(config, 'utf8')) ?? [];
  return rootDir ?? (fs.existsSync(path.join(folder, 'src')) ? 'src' : '');
}

/** Finds the project's own server, which is never changed. In a TypeScript project, `main` is compiled. */
function findServer(folder: string, { main }: Manifest, sources: string | undefined): string | undefined {
  const places = [sources ?? '', '', 'src'].flatMap((place) =>
    ['server', 'app', 'index', 'main'].map((name) => path.posix.join(place, name)),
  );
  const names = places.flatMap((place) => ['.ts', '.mts', '.js', '.mjs', '.cjs'].map((ending) => place + ending));
  return [...(main && sources === undefined ? [path.posix.normalize(main)] : []), ...names].find((name) =>
    fs.statSync(path.join(folder, name), { throwIfNoEntry: false })?.isFile(),
  );
}

function nextPlatform(folder: string): Platform {
  const isInSrc = !fs.existsSync(path.join(folder, 'app')) && fs.existsSync(path.join(folder, 'src'));
  const app = isInSrc ? 'src/app' : 'app';
  const deeper = (code: string) => code.replace('../../../../lending', '../../../../../lending');
  return {
    name: 'next',
    title: TITLES.next,
    env: '.env.local',
    files: [
      {
        target: `${app}/api/lending/[...call]/route.js`,
        sample: 'next/route.js',
        about: 'the handler',
        edit: isInSrc ? deeper : undefined,
      },
      partner(),
      { target: `${app}/funding/page.jsx`, sample: 'next/page.jsx', about: 'a page with the journey' },
    ],
    mount: [],
    missing: [],
    start: 'npx next dev',
    page: 'http://localhost:3000/funding',
  };
}
