import {
  advance,
  EMPTY_LEDGER,
  isOpen,
  isSettled,
  OWN_PLACE_S,
  recordOf,
  retryDelay,
  unsavedPosition,
  type Ledger,
  type LedgerAnswer,
  type LedgerCall,
  type LedgerFact,
  type Moment,
} from '../../../src/machines/playback/progress/ledger.logic.ts';
import type { JournalRecord } from '../../../src/schemas/journal.ts';
import { BOOK, bookSession, openedBook } from '../player-fixtures.ts';
import { ServerModel, type ModelAnswer, type ModelRequest } from './server-model.ts';

/** The fate of a request. */
export type Fate =
  | 'fine'
  | 'lost'
  /** It arrives, its answer does not. */
  | 'answer lost'
  /** The page stops waiting; it arrives later, or never. */
  | 'late'
  /** The browser repeats it after a reset connection: it arrives twice. */
  | 'twice'
  | 'refused'
  /** A proxy's 404. */
  | 'proxy says not found'
  /** Status 200 with a text of a proxy; it arrives or not. */
  | 'garbage'
  | 'garbage, arrives';

export const FATES: readonly Fate[] = [
  'fine',
  'lost',
  'answer lost',
  'late',
  'twice',
  'refused',
  'proxy says not found',
  'garbage',
  'garbage, arrives',
];

/** One step of a history. `page` is an index of {@link PAGES}. */
export type Step =
  | { readonly do: 'play' | 'pause' | 'close' | 'hide' | 'crash' | 'reload' | 'open' | 'reopen'; readonly page: number }
  | { readonly do: 'listen'; readonly page: number; readonly seconds: number }
  | { readonly do: 'seek'; readonly page: number; readonly time: number }
  | { readonly do: 'clock'; readonly page: number; readonly bySeconds: number }
  /** The oldest pending request ends so; `all`: every one. */
  | { readonly do: 'deliver'; readonly fate: Fate; readonly all?: boolean }
  /** The oldest request and the next of its page arrive in the same moment. */
  | { readonly do: 'deliver together' }
  | { readonly do: 'late one arrives' }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'server restarts' }
  | { readonly do: 'other client'; readonly time: number }
  | { readonly do: 'other part changes' };

/** Two tabs of a browser, and another browser. */
export const PAGES = [
  { browser: 0, device: 'a1' },
  { browser: 0, device: 'a2' },
  { browser: 1, device: 'b1' },
] as const;

interface Page {
  readonly index: number;
  readonly browser: number;
  readonly device: string;
  readonly owner: string;
  readonly began: number;
  ledger: Ledger;
  mode: 'none' | 'opening' | 'open' | 'lost' | 'suspended';
  sessionId: string;
  isPlaying: boolean;
  time: number;
  savedTime: number;
  /** Seconds without an entry yet. */
  unnoted: number;
  sinceSave: number;
  hasServerTime: boolean;
  retries: { sessionId: string; at: number }[];
}

interface OnTheWay {
  readonly page: Page;
  readonly sessionId: string;
  /** Null: a request for a session. */
  readonly call: LedgerCall | null;
  readonly sentAt: number;
}

/** A request without a waiting page. */
interface Wandering {
  readonly request: ModelRequest;
  readonly device: string;
  readonly sentAt: number;
}

const FIRST_SAVE_S = 20;
const NEXT_SAVE_S = 10;
/** Places so close in time cannot be told apart: the server's time of its answers leaves out the milliseconds. */
const SAME_TIME_MS = 2500;
/** A page's timeout for an answer. */
const TIMEOUT_MS = 9000;

/** Browsers with their pages, a network and a server; truly played time is counted beside them. */
export class World {
  readonly server = new ServerModel();
  heard = 0;
  /** The last played or set positions: several where several pages are used at once. */
  newest: readonly { readonly time: number; readonly at: number; readonly by: string }[] = [];
  /** A save arrived after another device continued: no client can know the newer of both. */
  isPlaceUnknowable = false;
  private readonly skews = [0, 0];
  private readonly journals: Map<string, JournalRecord>[] = [new Map(), new Map()];
  private readonly alive = new Map<number, Page>();
  private readonly onTheWay: OnTheWay[] = [];
  private readonly wandering: Wandering[] = [];
  private owners = 0;

  constructor() {
    PAGES.forEach((_, index) => this.open(index));
  }

  run(steps: readonly Step[]): this {
    for (const step of steps) this.step(step);
    return this;
  }

  step(step: Step): void {
    const page = 'page' in step ? this.alive.get(step.page) : undefined;
    switch (step.do) {
      case 'open':
        return page ? undefined : this.open(step.page);
      case 'play':
        return page && this.play(page);
      case 'pause':
        return page && this.pause(page);
      case 'listen':
        return page && this.listen(page, step.seconds);
      case 'seek':
        return page && this.seek(page, step.time);
      case 'close':
        return page && this.closePlayer(page);
      case 'reopen':
        return page && this.reopen(page);
      case 'hide':
        return page && this.leave(page);
      case 'crash':
        return page && this.end(page);
      case 'reload':
        if (!page) return;
        this.leave(page);
        this.end(page);
        return this.open(step.page);
      case 'clock':
        this.skews[PAGES[step.page]?.browser ?? 0] = step.bySeconds * 1000;
        return;
      case 'deliver':
        for (let left = step.all ? this.onTheWay.length : 1; left > 0; left -= 1) this.deliver(step.fate);
        return;
      case 'deliver together':
        return this.deliverTogether();
      case 'late one arrives':
        return this.arriveLate();
      case 'wait':
        return this.wait(step.seconds);
      case 'server restarts':
        return this.server.restart();
      case 'other client':
        this.pass(1);
        this.server.now += 500;
        this.server.move(step.time);
        this.isNewest(step.time, 'other client');
        return this.pass(1);
      case 'other part changes':
        this.pass(1);
        this.server.touch();
        // The position there is an older one of another device, and its time is that of this change.
        this.isPlaceUnknowable ||= this.isElsewhere();
        return;
    }
  }

  /** The faults are over: every page closes its player, every browser is opened once more, all is delivered. */
  settle(): this {
    while (this.wandering.length > 0) this.arriveLate();
    for (let round = 0; round < 2; round += 1) {
      PAGES.forEach((_, index) => this.step({ do: 'open', page: index }));
      for (const page of this.alive.values()) {
        this.pause(page);
        this.closePlayer(page);
      }
      for (let turn = 0; turn < 60 && !this.isAtRest(); turn += 1) {
        this.step({ do: 'deliver', fate: 'fine', all: true });
        this.wait(31);
      }
      for (const page of this.alive.values()) this.end(page);
    }
    return this;
  }

  isAtRest(): boolean {
    return (
      this.onTheWay.length === 0 &&
      [...this.alive.values()].every((page) => Object.values(page.ledger.entries).every(isSettled))
    );
  }

  /** The listener's position as a page shows it. */
  shownIn(index: number): number | null {
    const page = this.alive.get(index);
    if (!page) return null;
    const [row] = this.server.rows;
    const known = row ? { currentTime: row.time, lastUpdate: row.lastUpdate } : null;
    const unsaved = unsavedPosition(Object.values(page.ledger.entries), BOOK, known, this.moment(page));
    return unsaved ?? row?.time ?? 0;
  }

  /** The server has a position of another device than the last one played. */
  private isElsewhere(): boolean {
    const [row] = this.server.rows;
    return row !== undefined && this.newest.every(({ by }) => by !== row.by);
  }

  entries(index: number) {
    return Object.values(this.alive.get(index)?.ledger.entries ?? {});
  }

  requests(): number {
    return this.onTheWay.length;
  }

  private open(index: number): void {
    const facts = PAGES[index];
    if (!facts) return;
    this.owners += 1;
    const page: Page = {
      ...facts,
      index,
      owner: `page ${this.owners}`,
      began: this.server.now,
      ledger: EMPTY_LEDGER,
      mode: 'none',
      sessionId: '',
      isPlaying: false,
      time: 0,
      savedTime: 0,
      unnoted: 0,
      sinceSave: 0,
      hasServerTime: false,
      retries: [],
    };
    this.alive.set(index, page);
    const living = new Set([...this.alive.values()].map(({ owner }) => owner));
    const journal = this.journals[page.browser];
    const records = [...(journal?.values() ?? [])].filter(({ owner }) => !living.has(owner));
    for (const record of records) journal?.set(record.sessionId, { ...record, owner: page.owner });
    if (records.length > 0) this.fact(page, { type: 'journal.found', records });
  }

  /** One tab of a browser plays at a time. */
  private play(page: Page): void {
    for (const other of this.alive.values()) {
      if (other !== page && other.browser === page.browser && other.isPlaying) this.pause(other);
    }
    page.isPlaying = true;
    if (page.mode === 'none') this.request(page, 'opening');
    if (page.mode === 'suspended') this.request(page, 'lost');
  }

  private request(page: Page, mode: 'opening' | 'lost'): void {
    page.mode = mode;
    this.reopen(page);
  }

  /** The page requests a session, unless such a request is pending. */
  private reopen(page: Page): void {
    const waits = this.onTheWay.some((one) => one.page === page && one.call === null);
    if (waits || (page.mode !== 'opening' && page.mode !== 'lost')) return;
    this.onTheWay.push({ page, sessionId: '', call: null, sentAt: this.server.now });
  }

  private pause(page: Page): void {
    if (!page.isPlaying) return;
    page.isPlaying = false;
    if (page.mode === 'open') this.fact(page, { type: 'ledger.save', sessionId: page.sessionId, isLast: false });
    if (page.mode === 'lost') this.suspend(page);
  }

  private suspend(page: Page): void {
    page.mode = 'suspended';
    this.note(page);
    this.fact(page, { type: 'ledger.suspend', sessionId: page.sessionId });
  }

  private listen(page: Page, seconds: number): void {
    if (page.isPlaying) this.pass(seconds);
  }

  /** Time passes, and every playing page advances. */
  private pass(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      this.server.now += 1000;
      for (const page of this.alive.values()) this.sound(page);
      for (const one of this.onTheWay.filter(({ sentAt }) => this.server.now - sentAt >= TIMEOUT_MS)) this.timeOut(one);
    }
  }

  private sound(page: Page): void {
    if (!page.isPlaying || (page.mode !== 'open' && page.mode !== 'lost')) return;
    // Each page at its own speed, so that no two stop at the very same position.
    page.time = Math.round((page.time + 1 + page.index * 0.13) * 1000) / 1000;
    page.unnoted += 1;
    page.sinceSave += 1;
    this.heard += 1;
    this.isNewest(page.time, page.device);
    this.note(page);
    if (page.mode === 'open' && page.sinceSave >= NEXT_SAVE_S) this.save(page);
  }

  private isNewest(time: number, by: string): void {
    const { now } = this.server;
    this.newest = [...this.newest.filter(({ at }) => now - at <= SAME_TIME_MS), { time, at: now, by }];
  }

  private timeOut(one: OnTheWay): void {
    this.onTheWay.splice(this.onTheWay.indexOf(one), 1);
    this.wander(one);
    this.conclude(one, { kind: 'unclear' });
  }

  private note(page: Page): void {
    if (!page.ledger.entries[page.sessionId]) return;
    const { sessionId, time, unnoted: seconds } = page;
    page.unnoted = 0;
    this.fact(page, { type: 'ledger.note', sessionId, seconds, time });
  }

  private save(page: Page): void {
    page.sinceSave = 0;
    this.fact(page, { type: 'ledger.save', sessionId: page.sessionId, isLast: false });
  }

  private seek(page: Page, time: number): void {
    if (page.mode === 'none' || page.mode === 'opening') return;
    this.pass(1);
    this.server.now += 500;
    page.time = time;
    this.isNewest(time, page.device);
    this.note(page);
    if (page.mode === 'open') this.save(page);
    if (page.mode === 'suspended') this.request(page, 'lost');
  }

  private closePlayer(page: Page): void {
    if (page.mode === 'none') return;
    page.isPlaying = false;
    this.note(page);
    page.mode = 'none';
    this.fact(page, { type: 'ledger.end', sessionId: page.sessionId });
  }

  private leave(page: Page): void {
    if (page.mode === 'none' || page.mode === 'opening') return;
    this.note(page);
    this.fact(page, { type: 'ledger.save', sessionId: page.sessionId, isLast: true });
    this.fact(page, { type: 'ledger.save', sessionId: page.sessionId, isLast: true });
  }

  /** The page's sent requests may still arrive, and no page reads the answers. */
  private end(page: Page): void {
    this.alive.delete(page.index);
    for (const one of this.onTheWay.filter(({ page: sender }) => sender === page)) {
      this.onTheWay.splice(this.onTheWay.indexOf(one), 1);
      this.wander(one);
    }
  }

  private wander(one: OnTheWay): void {
    const request = requestOf(one);
    if (request.kind !== 'read' && request.kind !== 'progress')
      this.wandering.push({ request, device: one.page.device, sentAt: one.sentAt });
  }

  private wait(seconds: number): void {
    this.pass(seconds);
    for (const page of this.alive.values()) {
      const due = page.retries.filter(({ at }) => at <= this.server.now);
      page.retries = page.retries.filter(({ at }) => at > this.server.now);
      for (const { sessionId } of due) this.fact(page, { type: 'ledger.retry', sessionId });
      this.reopen(page);
    }
  }

  private moment(page: Page): Moment {
    const { now } = this.server;
    const server = page.hasServerTime ? Math.floor(now / 1000) * 1000 : null;
    return { wall: now + (this.skews[page.browser] ?? 0), elapsed: now - page.began, server };
  }

  private fact(page: Page, fact: LedgerFact): void {
    const before = page.ledger;
    const { ledger, calls } = advance(before, fact, this.moment(page));
    page.ledger = ledger;
    this.keepJournal(page);
    for (const { sessionId, call } of calls) this.onTheWay.push({ page, sessionId, call, sentAt: this.server.now });
    for (const entry of Object.values(ledger.entries)) {
      if (!entry.isResting || before.entries[entry.sessionId]?.isResting) continue;
      page.retries.push({ sessionId: entry.sessionId, at: this.server.now + retryDelay(entry) });
    }
  }

  private keepJournal(page: Page): void {
    const journal = this.journals[page.browser];
    if (!journal) return;
    const records = Object.values(page.ledger.entries).flatMap((entry) => recordOf(entry, page.owner) ?? []);
    for (const [id, { owner }] of journal) if (owner === page.owner) journal.delete(id);
    for (const record of records) journal.set(record.sessionId, structuredClone(record));
  }

  private deliver(fate: Fate): void {
    const one = this.onTheWay.shift();
    if (!one) return;
    this.server.now += 100;
    const arrives = fate === 'fine' || fate === 'twice' || fate === 'answer lost' || fate === 'garbage, arrives';
    const answers = arrives ? this.arrive(one) : null;
    if (fate === 'twice') this.answer(one, one.call?.kind === 'read' ? answers : this.arrive(one));
    else if (fate === 'fine') this.answer(one, answers);
    else if (fate === 'refused') this.conclude(one, { kind: 'refused' });
    else if (fate === 'proxy says not found') this.conclude(one, { kind: 'unknown' });
    else {
      if (fate === 'late') this.wander(one);
      this.conclude(one, { kind: 'unclear' });
    }
  }

  private deliverTogether(): void {
    const one = this.onTheWay.shift();
    if (!one) return;
    const next = this.onTheWay.findIndex(({ page }) => page === one.page);
    const [other] = next === -1 ? [] : this.onTheWay.splice(next, 1);
    this.server.now += 100;
    const answer = this.arrive(one, other);
    const second = other && this.arrive(other);
    this.answer(one, answer);
    if (other) this.answer(other, second ?? null);
  }

  private arrive(one: OnTheWay, beside?: OnTheWay): ModelAnswer {
    if (one.call?.kind !== 'place') {
      const { device } = one.page;
      return this.handle({ request: requestOf(one), device, sentAt: one.sentAt }, beside && requestOf(beside));
    }
    const found = this.server.handle({ kind: 'progress' });
    const row = found.kind === 'progress' ? found.row : null;
    const { places, time, updatedAt, listened } = one.call;
    const isOurs = row && places.some((place) => Math.abs(place - row.time) < OWN_PLACE_S);
    if (!row || !isOurs || Math.abs(row.time - time) < OWN_PLACE_S) return { kind: 'ok' };
    const newer = Math.max(updatedAt, row.lastUpdate + 1);
    return this.server.handle({ kind: 'store', id: one.sessionId, listened, time, updatedAt: newer });
  }

  private arriveLate(): void {
    const late = this.wandering.shift();
    if (!late) return;
    this.server.now += 100;
    this.handle(late);
  }

  private handle({ request, device, sentAt }: Wandering, beside?: ModelRequest): ModelAnswer {
    const before = this.server.rows[0];
    const answer = this.server.handle(request, beside);
    const wasSet = request.kind !== 'store' && this.server.rows[0] !== before;
    if (wasSet && this.newest.some(({ at, by }) => at > sentAt && by !== device)) this.isPlaceUnknowable = true;
    return answer;
  }

  private answer(one: OnTheWay, answer: ModelAnswer | null): void {
    one.page.hasServerTime = true;
    if (answer?.kind === 'session' && one.call === null) return this.opened(one.page, answer);
    this.conclude(one, answerOf(answer));
  }

  private opened(page: Page, { id, time }: Extract<ModelAnswer, { kind: 'session' }>): void {
    if (page.mode !== 'opening' && page.mode !== 'lost') return;
    if (page.mode === 'opening') {
      const start = this.shownIn(page.index) ?? time;
      Object.assign(page, { time: start, savedTime: time, sinceSave: NEXT_SAVE_S - FIRST_SAVE_S });
    } else this.note(page);
    page.mode = 'open';
    page.sessionId = id;
    const { now } = this.server;
    const { session } = openedBook(bookSession({ id, currentTime: time, startedAt: now, updatedAt: now }));
    this.fact(page, {
      type: 'ledger.open',
      session,
      media: BOOK,
      device: page.device,
      time: page.time,
      hasRow: this.server.rows.length > 0,
    });
    if (!page.isPlaying) this.save(page);
    else if (page.time !== time) this.save(page);
  }

  private conclude({ page, sessionId, call }: OnTheWay, answer: LedgerAnswer): void {
    if (!this.alive.has(page.index) || this.alive.get(page.index) !== page || call === null) return;
    this.fact(page, { type: 'uploader.answered', sessionId, call, answer });
    const entry = page.ledger.entries[sessionId];
    if (!entry || entry.isEnding || page.sessionId !== sessionId || page.mode !== 'open') return;
    const failed = answer.kind !== 'done';
    if (page.isPlaying && !isOpen(entry)) this.request(page, 'lost');
    else if (!page.isPlaying && (failed || !isOpen(entry))) this.suspend(page);
  }
}

function requestOf({ page, sessionId: id, call }: OnTheWay): ModelRequest {
  if (!call) return { kind: 'play', device: page.device };
  switch (call.kind) {
    case 'sync':
      return { kind: 'sync', id, listened: call.listened, time: call.time };
    case 'read':
      return { kind: 'read', id };
    case 'close':
      return { kind: 'close', id, last: call.last };
    case 'store':
      return { kind: 'store', id, listened: call.listened, time: call.time, updatedAt: call.updatedAt };
    case 'place':
      return { kind: 'progress' };
  }
}

function answerOf(answer: ModelAnswer | null): LedgerAnswer {
  switch (answer?.kind) {
    case 'ok':
    case 'progress':
      return { kind: 'done' };
    case 'session':
      return { kind: 'read', timeListening: answer.sum };
    case 'stored':
      return { kind: 'stored', isNewest: answer.isNewest };
    case 'notFound':
      return { kind: 'unknown' };
    default:
      return { kind: 'unclear' };
  }
}
