// Records the requests of a page over the DevTools protocol.
import path from 'node:path';

/** Starts to record. The times are milliseconds from the request for the page; the sizes are bytes with their headers. */
export async function recordRequests(page) {
  const session = await page.createCDPSession();
  const requests = new Map();
  const problems = [];
  const of = (listener) => (event) => {
    const request = requests.get(event.requestId);
    if (request) listener(request, event);
  };
  let mainFrame;
  session.on('Network.requestWillBeSent', ({ requestId, frameId, request, timestamp, initiator, type }) => {
    if (request.url.startsWith('data:')) return;
    mainFrame ??= frameId;
    if (type === 'Document' && frameId === mainFrame && requests.size > 0)
      problems.push('the browser left the page: no listener handled the press of Continue');
    const { url, method, initialPriority: priority } = request;
    requests.set(requestId, { url, method, type, priority, start: timestamp, initiator: nameOf(initiator) });
  });
  session.on(
    'Network.resourceChangedPriority',
    of((request, { newPriority }) => (request.priority = newPriority)),
  );
  session.on(
    'Network.responseReceived',
    of((request, { response }) => {
      if (response.status >= 400) problems.push(`${request.url} has status ${response.status}`);
    }),
  );
  session.on(
    'Network.loadingFinished',
    of((request, { timestamp, encodedDataLength }) =>
      Object.assign(request, { end: timestamp, size: encodedDataLength }),
    ),
  );
  session.on(
    'Network.loadingFailed',
    of((request, { errorText, canceled }) => {
      if (!canceled) problems.push(`${request.url}: ${errorText}`);
    }),
  );
  await session.send('Network.enable');

  const list = () => {
    const all = [...requests.values()];
    const zero = all[0]?.start ?? 0;
    const since = (time) => (time === undefined ? undefined : (time - zero) * 1000);
    return all.map((request) => ({ ...request, start: since(request.start), end: since(request.end) }));
  };
  return { list, problems };
}

const nameOf = ({ type, url, stack }) => {
  const from = url ?? stack?.callFrames.find((frame) => frame.url)?.url;
  return from ? `${type} ${path.basename(new URL(from).pathname) || 'page'}` : type;
};

/** Prints requests as a table with a bar for each. `from` leaves out the earlier ones. */
export function waterfall(requests, from = 0) {
  const shown = requests.filter(({ start }) => start >= from);
  const last = Math.max(...shown.map(({ start, end }) => end ?? start));
  const at = (time) => Math.round(((time - from) / (last - from || 1)) * 40);
  const rows = shown.map(({ url, method, start, end = last, size = 0, priority, initiator }) => {
    const { pathname } = new URL(url);
    const bar = `${' '.repeat(at(start))}${'█'.repeat(Math.max(1, at(end) - at(start)))}`;
    return [
      `${method === 'GET' ? '' : `${method} `}${pathname}`,
      start.toFixed(0),
      end.toFixed(0),
      (size / 1000).toFixed(1),
      priority,
      initiator,
      bar,
    ];
  });
  return [['request', 'start', 'end', 'kB', 'priority', 'initiator', ''], ...rows];
}
