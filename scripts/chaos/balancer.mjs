// The TCP balancer of `npm run test:chaos`. It gives each connection to the next handler, or to another one if that does not accept it,
// and cuts some connections after it has forwarded the request. It sends nothing twice.
import { once } from 'node:events';
import net from 'node:net';
import process from 'node:process';
import { chance, endWithParent } from './children.mjs';

endWithParent();
const dice = chance(Number(process.env.SEED));
const ONE_IN = Number(process.env.CUT_ONE_IN);
let ports = [];
let turn = 0;
const counts = { connections: 0, cuts: 0 };

/** Connects to one handler after the other, until one accepts. */
async function connectToOne() {
  for (const _ of ports.slice()) {
    const far = net.connect(ports[(turn += 1) % ports.length], '127.0.0.1');
    try {
      await once(far, 'connect');
      return far;
    } catch {
      far.destroy();
    }
  }
  return undefined;
}

/** Cuts both sides: some time after the first bytes of the request, or instead of the first bytes of the response. */
function cutLater(near, far) {
  const cut = () => {
    if (near.destroyed) return;
    counts.cuts += 1;
    near.destroy();
    far.destroy();
  };
  if (dice.isOne(2)) return far.once('data', cut);
  return near.once('data', () => setTimeout(cut, dice.below(60)));
}

const server = net.createServer(async (near) => {
  counts.connections += 1;
  near.on('error', () => {});
  const far = await connectToOne();
  if (!far) return near.destroy();
  if (near.destroyed) return far.destroy();
  far.on('error', () => near.destroy());
  near.on('close', () => far.destroy());
  if (dice.isOne(ONE_IN)) cutLater(near, far);
  near.pipe(far);
  far.pipe(near);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', (message) => {
  if (message.ports) ports = message.ports;
  else process.send(counts);
});
