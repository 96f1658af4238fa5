/**
 * Returns the time of a store: the greater of the machine's clock and the last time in the store, which goes on from there. So the time of all processes
 * never goes back, and does not stop after a process whose clock was ahead.
 */
export function createClock(machine: () => number = Date.now): (last: number) => number {
  let [latest, seen] = [0, 0];
  return (last) => {
    if (last > latest) [latest, seen] = [last, performance.now()];
    return Math.max(machine(), Math.floor(latest + performance.now() - seen));
  };
}
