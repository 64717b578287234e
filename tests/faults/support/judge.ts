import { expect } from 'playwright/test';
import { countedSeconds } from '../../e2e/support/heard.ts';
import { signIn } from './device.ts';
import { resume, type Stage } from './stage.ts';
import { bar, playOf, readEbook, repairStorage, still } from './steps.ts';

/** The server's count may differ from the played time by the moments at its starts and stops, in seconds. */
const MOMENTS_S = 0.7;
/** Played time of the last second before a crash. */
const CRASH_S = 1;
/** A page that ends while playing has reported its position a moment before. */
const END_S = 0.3;
const EXACT_S = 0.05;
/** Time for a client to settle, first as it is, then reopened, in ms. */
const SETTLE_MS = 20_000;
/** Without a save for this long none will follow, in ms. */
const QUIET_MS = 1500;
/** Longest that a page may differ from the server, in ms. */
const SHOWN_MS = 10_000;

/** Wrong seconds at the end: 0 everywhere is right. */
export interface Verdict {
  readonly lost: number;
  readonly doubled: number;
  /** How far the position is off, ahead (above 0) or behind. */
  readonly off: number;
  /** Rows of progress beyond the one of each book. */
  readonly rows: number;
  readonly problems: readonly string[];
}

export interface Judged {
  readonly verdict: Verdict;
  /** For the report: by book, played time and the server's count. */
  readonly facts: readonly string[];
}

/** Everything works again: compares the server's final data. */
export async function judge(stage: Stage): Promise<Judged> {
  await mend(stage);
  await stage.proxy.quiet(0);
  if ((await bar(stage.device.page).count()) > 0) {
    const pause = bar(stage.device.page).getByRole('button', { name: 'Pause', exact: true });
    if ((await pause.count()) > 0) {
      await pause.click();
      await still(stage);
    }
  }
  await settle(stage);
  for (const device of stage.devices) {
    for (const page of device.context.pages().slice(1)) await page.close();
    const page = device.context.pages()[0] ?? (await device.tab());
    device.page = page;
    await page.goto('about:blank');
    if (!(await hasSession(stage, device))) await signIn(page, stage.url, stage.account);
    await page.goto(`/item/${stage.book.id}`);
    await expect(playOf(page)).toBeVisible();
  }
  await settle(stage);
  await stage.proxy.quiet(QUIET_MS);
  const { verdict, facts } = await look(stage);
  const wrong = [verdict.off === 0 ? await whatIsShown(stage) : null, await whatIsRead(stage)];
  const problems = [...stage.problems, ...wrong.filter((text) => text !== null), ...stage.watch.problems];
  return { verdict: { ...verdict, problems }, facts };
}

async function mend(stage: Stage): Promise<void> {
  stage.proxy.heal();
  stage.proxy.relay.isDown = false;
  stage.proxy.relay.isSilent = false;
  if (stage.server) {
    resume(stage.server);
    if (!(await isUp(stage.server.url))) await stage.server.restart();
  }
  for (const device of stage.devices) {
    await device.context.setOffline(false);
    await device.inject(repairStorage, undefined);
  }
}

async function settle(stage: Stage): Promise<void> {
  const until = Date.now() + SETTLE_MS;
  do await stage.proxy.quiet(QUIET_MS);
  while (!isRight((await look(stage)).verdict) && Date.now() < until);
}

const isRight = ({ lost, doubled, off, rows }: Omit<Verdict, 'problems'>) => lost + doubled + rows === 0 && off === 0;

async function look(stage: Stage): Promise<{ verdict: Omit<Verdict, 'problems'>; facts: string[] }> {
  const { api, books } = stage;
  const { mediaProgress } = (await api.call('GET', '/api/me')) as {
    mediaProgress: { libraryItemId: string; currentTime: number }[];
  };
  const moments = momentsOf(stage);
  const sum = { lost: 0, doubled: 0, off: 0, rows: 0 };
  const facts: string[] = [];
  for (const book of books) {
    const { seconds, time, isExact } = stage.newestOf(book);
    if (seconds === 0) continue;
    const counted = (await countedSeconds(api, book.id)) - (stage.counted.get(book.id) ?? 0);
    const rows = mediaProgress.filter(({ libraryItemId }) => libraryItemId === book.id);
    const saved = rows[0]?.currentTime ?? 0;
    sum.lost += beyond(seconds - counted, moments);
    sum.doubled += beyond(counted - seconds, moments);
    const off = beyond(Math.abs(saved - time), isExact ? EXACT_S : moments * stage.rate);
    if (off > Math.abs(sum.off)) sum.off = Math.sign(saved - time) * off;
    sum.rows += Math.max(0, rows.length - 1);
    const places = rows.map(({ currentTime }) => currentTime.toFixed(2)).join(' and ');
    facts.push(
      `sounded ${seconds.toFixed(1)} s, counted ${counted.toFixed(1)} s; at ${time.toFixed(2)}, saved ${places}`,
    );
  }
  if (facts.length === 0 && stage.page === null) throw new Error('Nothing sounded, and nothing was read');
  return { verdict: sum, facts };
}

/** Tolerance of the server's count, in seconds. */
const momentsOf = ({ crashes, ends }: Stage) => MOMENTS_S + crashes * CRASH_S + ends * END_S;

/** A difference above the tolerance, to a tenth of a second. */
const beyond = (seconds: number, allowed: number) => (seconds > allowed ? Math.round(seconds * 10) / 10 : 0);

/** The position on the page of the book, where it differs from the server's. */
async function whatIsShown(stage: Stage): Promise<string | null> {
  const { time } = stage.newestOf(stage.book);
  const most = Math.max(1, Math.ceil(momentsOf(stage) * stage.rate));
  const near = Array.from({ length: 2 * most + 1 }, (_, at) => clock(Math.max(0, Math.floor(time) + at - most)));
  let text = '';
  try {
    await expect
      .poll(
        async () => {
          text =
            (await playOf(stage.device.page).getAttribute('aria-label')) ??
            (await playOf(stage.device.page).innerText());
          return near.some((place) => text.includes(place));
        },
        { timeout: SHOWN_MS },
      )
      .toBe(true);
    return null;
  } catch {
    return `the page says '${text}' at ${clock(time)}`;
  }
}

/** The place at which another device opens the ebook, where it differs from the last read page. */
async function whatIsRead(stage: Stage): Promise<string | null> {
  if (stage.page === null) return null;
  await stage.addDevice();
  const text = await readEbook(stage);
  return text === stage.page ? null : `another device opens the book at '${text}', not at '${stage.page}'`;
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

async function hasSession({ url }: Stage, { context }: Stage['devices'][number]): Promise<boolean> {
  const { origins } = await context.storageState();
  const stored = origins.find(({ origin }) => origin === new URL(url).origin)?.localStorage ?? [];
  return stored.some(({ name }) => name === 'earmark.session');
}

async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/ping`)).ok;
  } catch {
    return false;
  }
}
