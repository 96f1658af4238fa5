// The kills and restarts of `npm run test:chaos`. Each comes when a certain share of the applicants has finished, so that a slow machine
// gets no more of them than a fast one.

/** How often each kind of kill or restart happens while this number of applicants finishes. */
const PLAN = {
  sqlite: { kill: 50, restart: 100, suspend: 250 },
  postgres: { kill: 50, restart: 100, suspend: 500, postgres: 250 },
};
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Plans the kills and restarts: each has its kind, the share of the applicants after which it happens, and its duration in milliseconds. */
export function plan(engine, applicants, dice) {
  return Object.entries(PLAN[engine])
    .flatMap(([kind, of]) => Array.from({ length: Math.max(1, Math.round(applicants / of)) }, () => kind))
    .map((kind) => ({ kind, at: 0.1 + dice.below(800) / 1000, lasts: 100 + dice.below(1000) }))
    .sort((one, other) => one.at - other.at);
}

/** Causes the planned troubles as `finished()` grows, until `signal` is aborted. Returns the number of each, and when they happened. */
export function startTrouble(troubles, world, finished, signal) {
  const counts = Object.fromEntries(troubles.map(({ kind }) => [kind, 0]));
  const times = [];
  const cause = {
    kill: ({ lasts }) => world.machines.kill(lasts),
    restart: () => world.machines.restart(),
    suspend: () => world.machines.suspend(),
    postgres: ({ lasts }) => crash(world.database, lasts),
  };
  async function run() {
    for (const trouble of troubles) {
      while (!signal.aborted && finished() < trouble.at) await pause(20);
      if (signal.aborted) return;
      const from = Date.now();
      await cause[trouble.kind](trouble);
      counts[trouble.kind] += 1;
      times.push({ kind: trouble.kind, from, to: Date.now() });
    }
  }
  return { counts, times, ended: run() };
}

async function crash(engine, lasts) {
  await engine.crash();
  await pause(lasts);
  await engine.start();
}
