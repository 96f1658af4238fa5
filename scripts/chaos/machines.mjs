// The handler processes of `npm run test:chaos`, and their supervisor.
import { end, startChild } from './children.mjs';
import { CLOCKS, ENGINES_AWAY, LIMITS } from './limits.mjs';

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Starts handlers, passes their ports to the balancer, and starts a handler again when it has ended. `deaths` lists the handlers that
 * ended by themselves. The first handler is never killed, so that its memory can be compared.
 */
export async function startMachines(count, env, balancer, dice) {
  const places = Array.from({ length: count }, (_, at) => ({
    port: 0,
    isWanted: true,
    CLOCK: String(CLOCKS[at] ?? 0),
  }));
  const deaths = [];
  const tell = () => balancer.child.send({ ports: places.map(({ port }) => port).filter(Boolean) });

  async function run(place) {
    while (place.isWanted) {
      const machine = await startChild('machine.mjs', { ...env, CLOCK: place.CLOCK }, ['--expose-gc']);
      // The run may have ended while it started.
      if (!place.isWanted) machine.child.kill('SIGKILL');
      if (machine.first) {
        Object.assign(place, { machine, port: machine.first.port });
        tell();
      }
      const code = await machine.ended;
      if (place.isWanted && place.isEnding === undefined && code !== ENGINES_AWAY)
        deaths.push(`a handler ended by itself: ${code}\n${machine.complaints()}`);
      await pause(place.isEnding ?? 100);
      place.isEnding = undefined;
    }
  }

  /** Ends one of the handlers, but not the first. */
  async function endOne(signal, lasts) {
    const place = places[1 + dice.below(places.length - 1)];
    if (!place.machine || place.machine.child.exitCode !== null || place.isEnding !== undefined) return;
    place.isEnding = lasts;
    const { machine } = place;
    const timer = setTimeout(() => {
      deaths.push(`a handler did not end within ${LIMITS.restart / 1000} seconds of ${signal}`);
      machine.child.kill('SIGKILL');
    }, LIMITS.restart);
    await end(machine, signal);
    clearTimeout(timer);
  }

  /** Stops one of the handlers for longer than it can keep a lock, and continues it. */
  async function suspend() {
    const place = places[1 + dice.below(places.length - 1)];
    const { machine } = place;
    if (!machine || machine.child.exitCode !== null || place.isEnding !== undefined) return;
    machine.child.kill('SIGSTOP');
    await pause(LIMITS.suspended);
    machine.child.kill('SIGCONT');
  }

  const running = places.map(run);
  while (!places.every(({ port }) => port)) await pause(20);
  return {
    deaths,
    kill: (lasts) => endOne('SIGKILL', lasts),
    restart: () => endOne('SIGTERM', 0),
    suspend,
    memory: () => places[0].machine.ask('memory'),
    async close() {
      for (const place of places) place.isWanted = false;
      for (const { machine } of places) await end(machine);
      await Promise.all(running);
    },
  };
}
