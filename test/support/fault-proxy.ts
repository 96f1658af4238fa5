import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The fault of one connection. `at` is a number of bytes in that direction. */
export type NetworkFault =
  | { kind: 'none' }
  /** Nothing passes for this many milliseconds. */
  | { kind: 'delay'; milliseconds: number }
  /** Both sides are closed in order, or are reset. */
  | { kind: 'cut' | 'reset'; direction: Direction; at: number }
  /** Bytes are dropped without an error. */
  | { kind: 'half-open'; direction: Direction; at: number }
  /** A few bytes at a time. */
  | { kind: 'drip'; direction: Direction; bytes: number }
  /** Other bytes arrive in place of those that were sent. */
  | { kind: 'garbage'; direction: Direction; at: number };
type Direction = 'request' | 'answer';

interface FaultProxy {
  origin: string;
  close: () => Promise<void>;
}

/** A TCP proxy on loopback with a fault for each connection, which `pick` chooses. It never sends anything twice. */
export async function startFaultProxy(port: number, pick: () => NetworkFault): Promise<FaultProxy> {
  const open = new Set<Socket>();
  const kept = (socket: Socket) => {
    open.add(socket);
    return socket.on('close', () => open.delete(socket)).on('error', () => {});
  };
  let isClosing = false;
  const server = createServer((near) => {
    kept(near);
    if (isClosing) return void near.destroy();
    const fault = pick();
    const far = kept(connect(port, '127.0.0.1'));
    pass(near, far, fault, 'request');
    pass(far, near, fault, 'answer');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    isClosing = true;
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

function pass(from: Socket, to: Socket, fault: NetworkFault, direction: Direction): void {
  let passed = 0;
  let turn = fault.kind === 'delay' ? wait(fault.milliseconds) : Promise.resolve();
  const isHere = 'direction' in fault && fault.direction === direction;
  const send = async (chunk: Buffer): Promise<void> => {
    if (!isHere) return void to.write(chunk);
    if (fault.kind === 'drip') return drip(to, chunk, fault.bytes);
    const before = 'at' in fault ? Math.max(0, fault.at - passed) : chunk.length;
    passed += chunk.length;
    if (before > 0) to.write(chunk.subarray(0, before));
    if (before >= chunk.length) return;
    if (fault.kind === 'cut') [from, to].forEach((socket) => socket.end());
    if (fault.kind === 'reset') [from, to].forEach((socket) => socket.resetAndDestroy());
    if (fault.kind === 'garbage') to.write(crypto.getRandomValues(new Uint8Array(chunk.length - before)));
  };
  from.on('data', (chunk: Buffer) => (turn = turn.then(() => send(chunk))));
  from.on('end', () => (turn = turn.then(() => (fault.kind === 'half-open' ? undefined : void to.end()))));
  from.on('close', () => (turn = turn.then(() => (fault.kind === 'half-open' ? undefined : void to.destroySoon()))));
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function drip(to: Socket, chunk: Buffer, bytes: number): Promise<void> {
  for (let at = 0; at < chunk.length && !to.destroyed; at += bytes) {
    to.write(chunk.subarray(at, at + bytes));
    await wait(5);
  }
}
