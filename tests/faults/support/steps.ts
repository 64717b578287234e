import { expect, type Page } from 'playwright/test';
import { hasItsCode } from '../../e2e/support/live.ts';
import { bookNamed, lineAtTop } from '../../e2e/support/reader.ts';
import { expectStill, PLAYER } from '../../e2e/support/sound.ts';
import { isFault, TARGETS, type FaultTarget } from './faulty-proxy.ts';
import { resume, type Setup, type Stage } from './stage.ts';

/** Time for sound that may have to load first, in ms. */
const SOUND_MS = 20_000;
/** Time for a book that has to load and be laid out first, in ms. */
const BOOK_MS = 20_000;
/** A resumed player starts this near to the newest position, in seconds. */
const NEAR_S = 2;
/** The demo's book to read. */
const EBOOK = 'Alice: A Reader';

export const bar = (page: Page) => page.getByRole('region', { name: 'Player', exact: true });
const press = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click();
export const playOf = (page: Page) =>
  page
    .locator('main')
    .getByRole('button', { name: /^(Play|Resume)\b/ })
    .first();

/** Starts of a history. */
const SETUPS = {
  new: () => ({ isNew: true }),
  finished: () => ({ isFinished: true }),
  plain: () => ({ isPlain: true }),
  stream: () => ({ isStream: true }),
  token: (seconds) => ({ tokenExpiry: Number(seconds) }),
} as const satisfies Record<string, (argument: string) => Partial<Setup>>;

type Step = (stage: Stage, ...args: string[]) => unknown;

/** Actions of a person, a machine or the network. `7` of `listen 7` is the first argument. */
const STEPS: Readonly<Record<string, Step>> = {
  open,
  /** The same where the server may be down. */
  visit,
  play,
  /** Play, and the sound resumes at its last position. */
  async resume(stage) {
    const { time } = stage.newestOf(stage.book);
    await play(stage);
    const began = stage.newestOf(stage.book).time;
    if (Math.abs(began - time) > NEAR_S)
      stage.problems.push(`sound began at ${began.toFixed(1)}, not ${time.toFixed(1)}`);
  },
  listen: (stage, seconds) => listen(stage, Number(seconds)),
  /** So many seconds pass, with or without sound. */
  wait: (_, seconds) => wait(seconds),
  async pause(stage) {
    await press(stage.device.page, 'Pause');
    await still(stage);
  },
  /** Pauses and resumes: the client tries to save. */
  async save(stage) {
    await press(stage.device.page, 'Pause');
    await press(stage.device.page, 'Play');
    await listen(stage, 0.2);
  },
  /** Forward so many times. */
  async jump(stage, times = '1') {
    const { page } = stage.device;
    const before = await timeOf(page);
    for (let count = 0; count < Number(times); count += 1) await page.keyboard.press('ArrowRight');
    await expect.poll(() => timeOf(page)).toBeGreaterThan(before + 5);
    const heard = stage.newestOf(stage.book);
    stage.heard.set(stage.book.id, { ...heard, time: await timeOf(page), isExact: false });
  },
  async rate(stage, times) {
    stage.rate = Math.max(stage.rate, Number(times));
    const rateOf = () =>
      stage.device.page.locator(PLAYER).evaluate((element: HTMLAudioElement) => element.playbackRate);
    for (let rate = await rateOf(); rate < Number(times) - 0.01; rate += 0.1)
      await stage.device.page.keyboard.press('Shift+ArrowUp');
    await expect.poll(rateOf).toBeCloseTo(Number(times), 1);
  },
  async 'close-player'({ device: { page } }) {
    await press(page, 'Close player');
    await expect(bar(page)).toHaveCount(0);
  },
  /** Another book plays. */
  async next(stage) {
    stage.book = stage.books.find(({ id }) => id !== stage.book.id) ?? stage.book;
    const { page } = stage.device;
    // The client's own way: the page stays.
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, `/item/${stage.book.id}`);
    await playOf(page).click();
    await listen(stage, 0.3);
  },
  async reload(stage) {
    const { page } = stage.device;
    stage.ends += 1;
    const isThere = await page.reload().then(Boolean, () => false);
    // The server is down: the browser reports it.
    if (!isThere) return;
    await (isReading(page) ? pageBegins(page) : expect(playOf(page)).toBeVisible());
  },
  /** Closes the tab. Another one is open, empty. */
  async close(stage) {
    stage.ends += 1;
    const { page } = stage.device;
    await stage.device.tab();
    await page.close();
  },
  async 'kill-browser'(stage) {
    stage.crashes += 1;
    await stage.device.kill();
  },
  /** A second tab of the same browser becomes the current one. */
  async tab(stage) {
    await stage.device.tab();
    await open(stage);
  },
  /** A second browser of the account becomes the current one. */
  async device(stage) {
    await stage.addDevice();
    await visit(stage);
  },
  /** Switches to the device of this number, with its tab of that number. */
  use(stage, device, tab = '1') {
    const found = stage.devices[Number(device) - 1];
    if (!found) throw new Error(`There is no device ${device}`);
    stage.device = found;
    const pages = found.context.pages().filter((page) => page.url() !== 'about:blank');
    found.page = pages[Number(tab) - 1] ?? found.page;
    return found.page.bringToFront();
  },

  /** Opens an ebook at its last place. */
  async read(stage) {
    stage.page = await readEbook(stage);
  },
  /** So many pages on. The last one stays in view long enough to count as read. */
  async turn(stage, times = '1') {
    const { page } = stage.device;
    for (let count = 0; count < Number(times); count += 1) {
      const before = stage.page;
      await surfaceOf(page).press('ArrowRight');
      await expect.poll(async () => (stage.page = await pageBegins(page))).not.toBe(before);
    }
    await wait('2');
  },
  async 'close-reader'({ device: { page } }) {
    await page.keyboard.press('Escape');
    await expect(surfaceOf(page)).toHaveCount(0);
  },

  net(stage, kind = '', ...more) {
    if (!isFault(kind)) throw new Error(`There is no fault ${kind}`);
    const isNumber = (word: string) => /^[\d.]+$/.test(word);
    const on = more.find((word): word is FaultTarget => word in TARGETS) ?? 'saves';
    const times = Number(more.find((word) => /^x\d+$/.test(word))?.slice(1) ?? Infinity);
    stage.proxy.break({ kind, argument: Number(more.find(isNumber) ?? 0), on, times });
  },
  heal: ({ proxy }) => proxy.heal(),
  /** Without and with sockets of the live connection. */
  silent: ({ proxy }) => void (proxy.relay.isSilent = true),
  live: ({ proxy }) => void (proxy.relay.isSilent = false),
  /** Nothing between browser and server. */
  down: ({ proxy }) => void (proxy.relay.isDown = true),
  up: ({ proxy }) => void (proxy.relay.isDown = false),
  offline: ({ device }) => device.context.setOffline(true),
  online: ({ device }) => device.context.setOffline(false),

  'kill-server': (stage) => serverOf(stage).kill(),
  'start-server': (stage) => serverOf(stage).restart(),
  'stop-server': (stage) => void process.kill(serverOf(stage).pid, 'SIGSTOP'),
  'cont-server': (stage) => resume(serverOf(stage)),

  /** The machine sleeps for so many seconds. */
  async sleep({ device }, seconds) {
    device.signal('SIGSTOP');
    await wait(seconds);
    device.signal('SIGCONT');
  },
  async freeze({ device }) {
    await (await device.devtools()).send('Page.setWebLifecycleState', { state: 'frozen' });
  },
  async thaw({ device }) {
    await (await device.devtools()).send('Page.setWebLifecycleState', { state: 'active' });
  },
  /** Another tab is in view, on a slow machine. */
  async hide({ device: { context, page } }) {
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await (await context.newPage()).bringToFront();
  },
  async show({ device: { context, page } }) {
    const other = context.pages().at(-1);
    // A browser that was started again has no other tab.
    if (other !== page) await other?.close();
    await page.bringToFront();
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 1 });
  },
  clock: ({ device }, seconds) =>
    device.inject(
      (ms) => {
        const now = Date.now.bind(Date);
        Date.now = () => now() + ms;
      },
      Number(seconds) * 1000,
    ),
  /** A storage (`journal`: IndexedDB, `local`: localStorage) is denied or full from now on. */
  deny: ({ device }, storage = '') => device.inject(breakStorage, { storage, name: 'SecurityError' }),
  full: ({ device }, storage = '') => device.inject(breakStorage, { storage, name: 'QuotaExceededError' }),

  async 'sign-out'({ device: { page } }) {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  },
  /** Another device reads the ebook of the same item. */
  async 'read-elsewhere'({ api, book }) {
    const place = { ebookLocation: 'epubcfi(/6/4!/4/2)', ebookProgress: 0.25 };
    await api.call('PATCH', `/api/me/progress/${book.id}`, place);
  },
};

/** Runs in the page. A journal that is full still opens. */
function breakStorage({ storage, name }: { storage: string; name: string }): void {
  const { open } = IDBFactory.prototype;
  const { put } = IDBObjectStore.prototype;
  const { setItem } = Storage.prototype;
  const refuse = () => {
    throw new DOMException(name, name);
  };
  if (storage === 'local') Storage.prototype.setItem = refuse;
  else if (name === 'SecurityError') IDBFactory.prototype.open = refuse;
  else IDBObjectStore.prototype.put = refuse;
  const repairs = ((globalThis as { repairs?: (() => void)[] }).repairs ??= []);
  repairs.push(() => {
    IDBFactory.prototype.open = open;
    IDBObjectStore.prototype.put = put;
    Storage.prototype.setItem = setItem;
  });
}

/** Runs in the page: undoes {@link breakStorage}. */
export function repairStorage(): void {
  const { repairs = [] } = globalThis as { repairs?: (() => void)[] };
  for (const repair of repairs.splice(0).toReversed()) repair();
}

/** Start and steps of a history, as `new; play; listen 7`. */
export function parseSteps(text: string): { readonly setup: Setup; readonly deeds: readonly (readonly string[])[] } {
  const all = text.split(';').map((part) => part.trim().split(/\s+/));
  const setups = all.filter(([name = '']) => name in SETUPS);
  const setup = setups.reduce<Setup>(
    (known, [name, argument = '']) => ({ ...known, ...SETUPS[name as keyof typeof SETUPS](argument) }),
    { isNew: false, isFinished: false, isPlain: false, isStream: false, tokenExpiry: null },
  );
  const deeds = all.filter(([name = '']) => !(name in SETUPS));
  const unknown = deeds.find(([name = '']) => !(name in STEPS));
  if (unknown) throw new Error(`There is no step ${unknown[0]}`);
  return { setup, deeds };
}

export async function take(stage: Stage, [name = '', ...args]: readonly string[]): Promise<void> {
  await STEPS[name]?.(stage, ...args);
}

/** The page of the book is loaded, with the whole frame. */
async function open(stage: Stage): Promise<void> {
  const { page } = stage.device;
  const whole = hasItsCode(page);
  await page.goto(`/item/${stage.book.id}`);
  await whole;
}

async function visit({ device: { page }, book }: Stage): Promise<void> {
  await page.goto(`/item/${book.id}`);
  await expect(playOf(page)).toBeVisible();
}

const surfaceOf = (page: Page) =>
  page.getByRole('dialog', { name: /^Reading/ }).getByRole('region', { name: 'Page', exact: true });
const isReading = (page: Page) => new URL(page.url()).searchParams.has('read');

/** The start of the page in view, once one is. */
async function pageBegins(page: Page): Promise<string> {
  await expect(surfaceOf(page).locator('iframe').first()).toBeVisible({ timeout: BOOK_MS });
  const looks = [''];
  // A page comes into view in steps.
  const isSteady = async () => looks.unshift(await lineAtTop(surfaceOf(page))) > 3 && looks[0] === looks[2];
  await expect.poll(isSteady, { intervals: [250] }).toBe(true);
  return looks[0] ?? '';
}

/** Opens the ebook of the history in the current tab. Returns the start of its page. */
export async function readEbook({ api, device: { page } }: Stage): Promise<string> {
  await page.goto(`/item/${await bookNamed(api, EBOOK)}?read=main`);
  return pageBegins(page);
}

async function play(stage: Stage): Promise<void> {
  const { page } = stage.device;
  const inBar = bar(page).getByRole('button', { name: 'Play', exact: true });
  await ((await inBar.count()) > 0 ? inBar : playOf(page)).click();
  await listen(stage, 0.3);
}

function wait(seconds = '0'): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000));
}

/** The sound of the current tab has stopped: its position is exact. */
export async function still(stage: Stage): Promise<void> {
  const { page } = stage.device;
  await expectStill(page);
  const heard = stage.newestOf(stage.book);
  const time = await timeOf(page);
  if (Math.abs(time - heard.time) < 1) stage.heard.set(stage.book.id, { ...heard, time, isExact: true });
}

function timeOf(page: Page): Promise<number> {
  return page.locator(PLAYER).evaluate((element: HTMLAudioElement) => element.currentTime);
}

async function listen(stage: Stage, seconds: number): Promise<void> {
  const heard = () => stage.newestOf(stage.book).seconds;
  const from = heard();
  const options = { message: `${seconds} s sound`, timeout: SOUND_MS + seconds * 1000, intervals: [50] };
  await expect.poll(() => heard() - from, options).toBeGreaterThanOrEqual(seconds);
}

function serverOf({ server }: Stage) {
  if (!server) throw new Error('The server is somewhere else');
  return server;
}
