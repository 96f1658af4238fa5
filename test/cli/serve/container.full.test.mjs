// What examples/docker promises: an unprivileged user, a root file system that nothing can write to, a health check, and the rights.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { sampleApplication } from '../../../stories/support/samples.mjs';
import { findPostgres, startPostgres } from '../../../scripts/postgres.mjs';
import { DIST, ROOT } from '../../support/dist.mjs';
import { cli } from '../../support/doctor.mjs';
import { send, serve, signToken, startWorld } from './process.mjs';

const NOBODY = 65_534;
const read = (file) => fs.readFileSync(path.join(ROOT, 'examples/docker', file), 'utf8');

describe('a container', { timeout: 240_000 }, () => {
  let [world, running] = [];
  before(async () => {
    world = await startWorld();
    fs.copyFileSync(path.join(ROOT, 'examples/docker/settings.json'), path.join(world.folder, 'settings.json'));
    fs.chownSync(world.folder, NOBODY, NOBODY);
    const user = `setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups --no-new-privs --bounding-set=-all`;
    const script = `mount --bind "$0" "$0" && mount -o remount,bind,ro / && ! touch /written && exec ${user} "$@"`;
    world.inside = ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script, world.folder];
    running = await serve(world, { ...world.env, LENDING_SETTINGS: 'settings.json' });
    assert.ok(running.url, running.errors());
  });
  after(async () => {
    await running?.stop();
    await world?.close();
  });

  it('serves as an unprivileged user on a read-only root, and writes only into its volume', async () => {
    const token = await signToken();
    const { status } = await send(running.url, 'applications', {
      token,
      body: sampleApplication(),
      headers: { 'idempotency-key': 'in-a-container' },
    });
    assert.equal(status, 200);
    assert.equal((await send(running.url, 'session', { token })).body.settings.partner.name, 'Sample Books');
    assert.equal(fs.statSync(world.env.LENDING_DATABASE).uid, NOBODY);
    assert.equal(running.errors().match(/EROFS|EACCES/), null);
  });

  it('is healthy while the handler is ready', async () => {
    const [, command] = /HEALTHCHECK .*\\\n\s*CMD (?<command>\[.*\])/.exec(read('Dockerfile'));
    const check = (url) => {
      const [program, ...args] = JSON.parse(command.replace('http://127.0.0.1:4020', url));
      return spawnSync(program, args).status;
    };
    assert.deepEqual([check(running.url), check('http://127.0.0.1:9')], [0, 1]);
  });

  it('runs a command and variables that exist', () => {
    const compose = read('compose.yaml');
    const [, entry] = /ENTRYPOINT (?<entry>\[.*\])/.exec(read('Dockerfile'));
    assert.ok(fs.existsSync(path.join(DIST, JSON.parse(entry)[1].replace(/.*dist\//, ''))));
    const guides = ['any-backend.md', 'backend.md'].map((name) =>
      fs.readFileSync(path.join(ROOT, 'docs', name), 'utf8'),
    );
    const unknown = compose.match(/LENDING_\w+/g).filter((name) => !guides.some((guide) => guide.includes(name)));
    assert.deepEqual(unknown, []);
  });

  it('says that other machines can reach it', async () => {
    // In a network that only this process is in.
    const inside = ['unshare', '--net', 'sh', '-c', 'ip link set lo up; exec "$0" "$@"'];
    const alone = await serve({ ...world, inside }, world.env, '--host', '0.0.0.0');
    await alone.stop();
    const said = alone.lines.map(({ message }) => message);
    assert.match(said[0], /listens at http:\/\/0\.0\.0\.0:/);
    assert.match(said[1], /Other machines can reach it/);
    assert.ok(running.lines.every(({ message }) => !/Other machines/.test(message)));
  });

  it('connects as a role that cannot change a record of consent', async () => {
    const postgres = await startPostgres();
    const owner = new pg.Pool({ connectionString: postgres.url });
    try {
      const migrate = await cli(['database', 'migrate', '--database', postgres.url]);
      assert.equal(migrate.status, 0, migrate.stderr);
      const [role, rights] = ['role.sql', 'rights.sql'].map((file) => path.join(ROOT, 'examples/docker', file));
      const psql = path.join(findPostgres(), 'psql');
      const args = ['-v', 'ON_ERROR_STOP=1', '-v', "password=it's", '-f', role, '-f', rights, postgres.url];
      // A second start of the containers changes nothing.
      for (const _ of [1, 2]) {
        const { status, stderr } = spawnSync(psql, args, { encoding: 'utf8' });
        assert.equal(status, 0, stderr);
      }
      const url = Object.assign(new URL(postgres.url), { username: 'backend', password: "it's" });
      const backend = new pg.Pool({ connectionString: url.href });
      await backend.query('SELECT * FROM lending.consents');
      await assert.rejects(backend.query("UPDATE lending.consents SET entry = ''"), { code: '42501' });
      await backend.end();
    } finally {
      await owner.end();
      await postgres.close();
    }
  });
});
