/**
 * Chrome's preset "Fast 4G": 9 Mbit/s down and 1.5 Mbit/s up less a tenth, 60 ms less latency times 2.75, as its
 * developer tools compute it for throttling by request.
 */
export const FAST_4G = {
  offline: false,
  latency: 165,
  downloadThroughput: (9_000_000 * 0.9) / 8,
  uploadThroughput: (1_500_000 * 0.9) / 8,
};
export const CPU_SLOWDOWN = 4;

/**
 * A page whose network is recorded. `slow` turns on Fast 4G and the slower CPU; `watch` records long tasks and marks,
 * which costs work in every frame.
 */
export async function openPage(context, { slow, watch = true }) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const network = await recordNetwork(cdp);
  if (slow) {
    await cdp.send('Network.emulateNetworkConditions', FAST_4G);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  }
  if (watch) await page.addInitScript(watchPage);
  return { page, cdp, network };
}

/** Requests, their bytes on the wire and when the network was last busy. */
async function recordNetwork(cdp) {
  const requests = new Map();
  let lastChange = Date.now();
  const touch = () => (lastChange = Date.now());
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    touch();
    // Requests of a page that was left get no more events.
    if (type === 'Document') for (const one of requests.values()) one.done = true;
    if (/^https?:/.test(request.url))
      requests.set(requestId, {
        url: request.url,
        type,
        mimeType: '',
        bytes: 0,
        done: false,
        cached: false,
        from: timestamp,
        to: null,
      });
  });
  cdp.on('Network.webSocketCreated', ({ requestId, url }) =>
    requests.set(requestId, { url, type: 'WebSocket', mimeType: '', bytes: 0, done: true, cached: false }),
  );
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request)
      Object.assign(request, {
        mimeType: response.mimeType,
        cached: response.fromDiskCache || response.fromPrefetchCache,
      });
  });
  const end =
    (bytes) =>
    ({ requestId, encodedDataLength, timestamp }) => {
      touch();
      const request = requests.get(requestId);
      if (request) Object.assign(request, { done: true, bytes: bytes ? encodedDataLength : 0, to: timestamp });
    };
  cdp.on('Network.loadingFinished', end(true));
  cdp.on('Network.loadingFailed', end(false));
  await cdp.send('Network.enable');
  const all = () => [...requests.values()];
  return {
    count: () => all().filter((request) => !request.cached).length,
    bytes: () => sum(all()),
    scriptBytes: () => sum(all().filter((request) => request.mimeType.includes('javascript'))),
    jsonBytes: () =>
      sum(all().filter((request) => request.mimeType.includes('json') && !request.url.endsWith('.webmanifest'))),
    /** One line per request: from and to in ms since the first, bytes on the wire, address. */
    lines: () => {
      const start = Math.min(...all().flatMap((request) => request.from ?? []));
      const ms = (at) => (at ? String(Math.round((at - start) * 1000)) : '').padStart(6);
      return all().map(
        (request) =>
          `${ms(request.from)}${ms(request.to)} ${String(request.bytes).padStart(8)}${request.cached ? ' cached' : ''} ${request.url}`,
      );
    },
    /** No request is open and none began or ended for this many ms. */
    isQuiet: (ms) =>
      all().every((request) => request.done || request.mimeType.startsWith('audio/')) && Date.now() - lastChange > ms,
  };
}

function sum(requests) {
  return requests.reduce((total, request) => total + request.bytes, 0);
}

/** Resolves when the network has been quiet for `ms`, at the latest after 30 s. */
export async function untilQuiet({ page, network }, ms = 1_000) {
  const deadline = Date.now() + 30_000;
  while (!network.isQuiet(ms) && Date.now() < deadline) await page.waitForTimeout(50);
}

/** Runs in the page before anything else: notes in ms since the navigation began when things first appear. */
function watchPage() {
  const bench = { formUsable: null, firstRow: null, longTasks: [], lcp: null };
  window.bench = bench;
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.top < innerHeight && box.bottom > 0 && box.left < innerWidth && box.right > 0;
  };
  const isFirstRowThere = () => {
    const covers = [...document.images].filter(
      (image) => /\/cover\b/.test(image.currentSrc || image.src) && seen(image),
    );
    // The first one may stand alone above the row.
    const tops = covers.map((image) => image.getBoundingClientRect().top).sort((one, other) => one - other);
    const row = covers.filter((image) => image.getBoundingClientRect().top - tops[3] < 8);
    return row.length >= 4 && row.every((image) => image.complete && image.naturalWidth > 0);
  };
  const isFormUsable = () => {
    const field = document.querySelector('input[type="password"]');
    return field !== null && !field.disabled && seen(field);
  };
  const look = () => {
    bench.formUsable ??= isFormUsable() ? performance.now() : null;
    bench.firstRow ??= isFirstRowThere() ? performance.now() : null;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => bench.longTasks.push(...list.getEntries().map((task) => task.duration))).observe({
    type: 'longtask',
    buffered: true,
  });
  new PerformanceObserver((list) => (bench.lcp = list.getEntries().at(-1)?.startTime ?? bench.lcp)).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  });
}

/** The marks of {@link watchPage} so far, with first paint and the time blocked by long tasks (over 50 ms each). */
export function readMarks(page) {
  return page.evaluate(() => ({
    formUsable: window.bench.formUsable,
    firstRow: window.bench.firstRow,
    lcp: window.bench.lcp,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
    blocked: window.bench.longTasks.reduce((total, duration) => total + Math.max(0, duration - 50), 0),
  }));
}

/** Memory of the page in use, in MB. */
export async function weigh({ page, cdp }) {
  await page.waitForTimeout(2_000);
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1_000_000;
}
