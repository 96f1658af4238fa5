// What a new application of each platform has already, and the place in it for the code of the guide or of `init`. The versions run on the
// oldest supported Node.
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/dist.mjs';
import { filesOfGuide } from '../../support/guide-code.mjs';

/** The partner's own sign-in, in place of the sample that init writes. */
export const PARTNER = `export const partner = { name: 'Your platform' };
export const signIn = () => 'user=42; Path=/';
export function authorize(request, { business }) {
  const [, subject] = /user=(\\d+)/.exec(request.headers.get('cookie')) ?? [];
  return subject ? { subject, business } : null;
}
`;

/** A server with a place for the lines that `init` prints, of which the first is an import. */
const server =
  (packages, file = 'server.js') =>
  (text) => ({
    packages,
    command: 'node --env-file=.env server.js',
    files: { [file]: text },
    mount: ({ lines: [first, ...others] }) => ({ [file]: `${first}\n${text.replace('LINES', others.join('\n'))}` }),
  });

const HTML = "import { readFile } from 'node:fs/promises';\nconst html = await readFile('funding.html', 'utf8');\n";
const LISTEN = "(process.env.PORT ?? 3000, '127.0.0.1', () => console.log(`http://127.0.0.1:${process.env.PORT}`));";

/** What the Nest CLI writes, in one file. */
const nest = (Adapter, platform, type) => {
  const packages = '@nestjs/common@12.5.0 @nestjs/core@12.5.0 reflect-metadata@0.2.2 rxjs@7.8.2 typescript@5.9.3';
  const text = `import { readFileSync } from 'node:fs';
    import { Controller, Get, Header, Module } from '@nestjs/common';
    import { NestFactory } from '@nestjs/core';
    import { ${Adapter} } from '${platform}';
    @Controller()
    class Page {
      @Get('funding.html') @Header('content-type', 'text/html')
      show() { return readFileSync('funding.html', 'utf8'); }
    }
    @Module({ controllers: [Page] })
    class AppModule {}
    void NestFactory.create(AppModule, new ${Adapter}()).then((app) => {
      LINES
      app.listen${LISTEN}
    });`;
  const host = server(`${packages} ${platform}@12.5.0 @types/node@20.19.25`, 'src/main.ts')(text);
  host.files['tsconfig.json'] = `{ "compilerOptions": { "module": "nodenext", "target": "ES2023", "outDir": "./dist",
    "experimentalDecorators": true, "emitDecoratorMetadata": true, "strictNullChecks": true, "skipLibCheck": true } }`;
  return { ...host, type, build: ['typescript/bin/tsc'], command: 'node --env-file=.env dist/main.js' };
};

export const HOSTS = {
  'plain Node': server('')(`${HTML} import { createServer } from 'node:http';
    createServer((request, response) => {
      LINES
      response.setHeader('content-type', 'text/html').end(html);
    }).listen${LISTEN}`),
  Express: server('express@5.3.0')(`${HTML} import express from 'express';
    const app = express();
    LINES
    app.use(express.json(), express.urlencoded({ extended: true }));
    app.get('/funding.html', (request, response) => response.type('html').send(html));
    app.listen${LISTEN}`),
  Fastify: server('fastify@5.12.8')(`${HTML} import fastify from 'fastify';
    const app = fastify();
    LINES
    app.get('/funding.html', (request, reply) => reply.type('text/html').send(html));
    console.log(await app.listen({ port: process.env.PORT, host: '127.0.0.1' }));`),
  Hono: server('hono@4.13.19 @hono/node-server@2.1.8')(`${HTML} import { createAdaptorServer } from '@hono/node-server';
    import { Hono } from 'hono';
    const app = new Hono();
    LINES
    app.get('/funding.html', (context) => context.html(html));
    createAdaptorServer(app).listen${LISTEN}`),
  'Nest with Express': nest('ExpressAdapter', '@nestjs/platform-express', 'commonjs'),
  'Nest with Fastify': nest('FastifyAdapter', '@nestjs/platform-fastify', 'module'),
  Koa: {
    packages: 'koa@3.3.0',
    command: 'node --env-file=.env koa.mjs',
    mount() {
      const page = `${HTML}app.use((context) => (context.body = html));`;
      const code = filesOfGuide('backend.md').get('koa.mjs');
      return { 'koa.mjs': code.replace("app.listen(3000, '127.0.0.1');", `${page}\napp.listen${LISTEN}`) };
    },
  },
  'Cloudflare Workers': {
    packages: 'wrangler@4.86.0',
    env: '.dev.vars',
    command: 'node node_modules/wrangler/bin/wrangler.js dev --ip=127.0.0.1 --inspector-port=0 --port=$PORT',
    signal: 'SIGTERM',
    // With the partner's functions and page.
    mount: () =>
      Object.fromEntries(
        ['worker.mjs', 'engine.mjs', 'wrangler.jsonc'].map((name) => {
          const text = fs.readFileSync(path.join(ROOT, 'examples/workers', name), 'utf8');
          return [name, text.replace('../partner.mjs', './lending-partner.mjs').replace('../start/', './')];
        }),
      ),
  },
  Astro: {
    packages: 'astro@5.18.2 @astrojs/node@9.5.5',
    place: 'public',
    build: ['astro/astro.js', 'build'],
    files: {
      'src/pages/index.astro': '<h1>Partner</h1>',
      'tsconfig.json': '{ "extends": "astro/tsconfigs/strict" }',
    },
    config: (setting = '') => ({
      'astro.config.mjs': `import { defineConfig } from 'astro/config';
        import node from '@astrojs/node';
        export default defineConfig({ output: 'server', adapter: node({ mode: 'standalone' }), ${setting} });`,
    }),
  },
  'React Router': {
    packages:
      'react-router@7.18.4 @react-router/dev@7.18.4 @react-router/node@7.18.4 @react-router/serve@7.18.4 isbot@5.2.3 react@19.3.1 react-dom@19.3.1 vite@7.3.8',
    place: 'public',
    build: ['@react-router/dev/bin.js', 'build'],
    files: {
      // Without these, version 7 warns that they are how version 8 works.
      'react-router.config.ts': `export default { future: { v8_middleware: true, v8_splitRouteModules: true,
        v8_viteEnvironmentApi: true, v8_passThroughRequests: true, v8_trailingSlashAwareDataRequests: true } };`,
      'app/root.tsx': "import { Outlet } from 'react-router';\nexport default () => <Outlet />;",
      'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "moduleResolution": "bundler" } }',
      'vite.config.ts':
        "import { reactRouter } from '@react-router/dev/vite';\nexport default { plugins: [reactRouter()] };",
    },
    mount: ({ code, routes: [file, config, entry] }) => ({
      [file]: code,
      [config]: `import { route } from '@react-router/dev/routes';\nexport default [${entry}];`,
    }),
  },
  SvelteKit: {
    // Vite 7 stops at a package that it cannot resolve, and stubs an optional one.
    packages:
      '@sveltejs/kit@2.70.4 @sveltejs/adapter-node@5.5.7 @sveltejs/vite-plugin-svelte@6.2.3 svelte@5.57.3 vite@7.3.8',
    place: 'static',
    build: ['vite/bin/vite.js', 'build'],
    files: {
      'src/app.html':
        '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
      'src/routes/+page.svelte': '<h1>Partner</h1>',
      'tsconfig.json': '{ "extends": "./.svelte-kit/tsconfig.json" }',
      'svelte.config.js':
        "import adapter from '@sveltejs/adapter-node';\nexport default { kit: { adapter: adapter() } };",
    },
    config: (setting = '') => ({
      'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';
        export default { plugins: [sveltekit()], ${setting} };`,
    }),
  },
};
