import { beforeEach, describe, expect, test } from 'vitest';
import type { AppError } from '../../../../src/schemas/app-error.ts';
import { ping } from '../../../../src/services/endpoints/server.ts';
import { socketMachine } from '../../../../src/machines/account/socket/socket.machine.ts';
import { createHost, type Host } from '../../../support/host.ts';

let host: Host<typeof socketMachine>;
beforeEach(() => {
  host = createHost(socketMachine, { named: { auth: null, toasts: null } });
});

const state = () => host.subject.getSnapshot().value;
const notices = () => host.receivedBy('toasts');
/** The tokens named as refused in token requests. */
const requested = () => host.receivedBy('auth').map((event) => ('rejected' in event ? event.rejected : event));
const grant = (accessToken: string) => host.subject.send({ type: 'token.granted', accessToken });
const connect = (token = 'token') => {
  host.ports.socket.report({ kind: 'connected' });
  grant(token);
  host.ports.socket.receive('init', { userId: 'u', username: 'root' });
};
const notice = (kind: string, key: string, durationMs: number | null) => ({
  type: 'toasts.show',
  id: 'socket',
  kind,
  message: { key },
  durationMs,
});

describe('signing in', () => {
  test('requests a token on connecting, and sends it (SOC-004, SOC-005)', () => {
    expect(state()).toBe('connecting');
    host.ports.socket.report({ kind: 'connected' });
    expect([state(), requested()]).toEqual(['authenticating', [null]]);
    grant('first');
    expect(host.ports.socket.sent).toEqual([['auth', 'first']]);
  });

  test('is done when the server says so, without a notice (SOC-008, SOC-012, EVT-001)', () => {
    host.ports.socket.report({ kind: 'connected' });
    grant('first');
    expect(state()).toBe('authenticating');
    host.ports.socket.receive('init', { userId: 'u', username: 'root' });
    expect(state()).toBe('connected');
    expect(host.parentEvents).toEqual([
      { type: 'socket.connected', again: false },
      expect.objectContaining({ type: 'server.socket.authenticated' }),
    ]);
    expect(notices()).toEqual([]);
  });

  test('that takes more than ten seconds has missed what happened since the page was loaded', () => {
    host.ports.clock.advance(10_000);
    connect();
    expect(host.parentEvents.filter(({ type }) => type === 'socket.connected')).toEqual([
      { type: 'socket.connected', again: true },
    ]);
    expect(notices()).toEqual([]);
  });

  test('whose token takes more than ten seconds has missed events as well', () => {
    host.ports.socket.report({ kind: 'connected' });
    host.ports.clock.advance(10_000);
    grant('token');
    host.ports.socket.receive('init', { userId: 'u', username: 'root' });
    expect(host.parentEvents[0]).toEqual({ type: 'socket.connected', again: true });
  });

  test('with a refused token is tried once more with a fresh one (SOC-011, SOC-014, pitfall 18, EVT-002)', () => {
    host.ports.socket.report({ kind: 'connected' });
    grant('old');
    host.ports.socket.receive('auth_failed', { message: 'Invalid token' });
    expect([state(), requested()]).toEqual(['authenticating', [null, 'old']]);
    grant('new');
    expect(host.ports.socket.sent).toEqual([
      ['auth', 'old'],
      ['auth', 'new'],
    ]);
    host.ports.socket.receive('auth_failed', { message: 'Invalid token' });
    expect([state(), requested()]).toEqual(['refused', [null, 'old']]);
    expect(notices()).toEqual([
      {
        ...notice('error', 'socket.refused', null),
        action: { label: { key: 'common.retry' }, to: 'socket', event: { type: 'socket.retry' } },
      },
    ]);
    host.subject.send({ type: 'socket.retry' });
    expect([state(), requested()]).toEqual(['authenticating', [null, 'old', null]]);
    grant('newer');
    host.ports.socket.receive('auth_failed', { message: 'Invalid token' });
    expect([state(), requested()]).toEqual(['authenticating', [null, 'old', null, 'newer']]);
    grant('newest');
    host.ports.socket.receive('init', { userId: 'u', username: 'root' });
    expect([state(), notices().slice(1)]).toEqual(['connected', [notice('success', 'socket.connected', 5000)]]);
  });

  test.each<AppError>([
    { kind: 'network' },
    { kind: 'timeout' },
    { kind: 'server', status: 502, message: '' },
    { kind: 'notFound', message: '' },
  ])('without a token for now ($kind) retries, ever later, and says so meanwhile', (error) => {
    host.ports.socket.report({ kind: 'connected' });
    for (const [at, waitMs] of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
      host.subject.send({ type: 'token.denied', error });
      expect(state()).toBe('waiting');
      host.ports.clock.advance(waitMs - 1);
      expect(requested().length).toBe(at + 1);
      host.ports.clock.advance(1);
      expect([state(), requested().length]).toEqual(['authenticating', at + 2]);
    }
    expect(notices()[0]).toEqual(notice('error', 'socket.connectFailed', null));
    connect();
    expect([state(), notices().at(-1)]).toEqual(['connected', notice('success', 'socket.connected', 5000)]);
    expect(host.parentEvents.filter(({ type }) => type === 'socket.connected')).toEqual([
      { type: 'socket.connected', again: true },
    ]);
  });

  test('under the rate limit waits as long as the server says', () => {
    host.ports.socket.report({ kind: 'connected' });
    host.subject.send({ type: 'token.denied', error: { kind: 'rateLimited', message: '', retryAfterSeconds: 600 } });
    host.ports.clock.advance(599_999);
    expect(state()).toBe('waiting');
    host.ports.clock.advance(1);
    expect(state()).toBe('authenticating');
  });

  test('waiting for a token is woken by one from elsewhere', () => {
    host.ports.socket.report({ kind: 'connected' });
    host.subject.send({ type: 'token.denied', error: { kind: 'network' } });
    host.subject.send({ type: 'socket.retry' });
    expect([state(), requested()]).toEqual(['authenticating', [null, null]]);
  });

  test('without a sign-in stays refused; auth handles it, so there is no notice', () => {
    host.ports.socket.report({ kind: 'connected' });
    host.subject.send({ type: 'token.denied', error: { kind: 'unauthorized', message: '' } });
    host.ports.clock.advance(3_600_000);
    expect([state(), requested(), notices()]).toEqual(['refused', [null], []]);
  });

  test('with an unreadable answer is reported as malformed, not skipped', () => {
    host.ports.socket.report({ kind: 'connected' });
    grant('token');
    host.ports.socket.receive('init', 'nonsense');
    expect(state()).toBe('authenticating');
    expect(host.parentEvents).toEqual([{ type: 'socket.eventRejected', name: 'init', issues: [expect.anything()] }]);
  });
});

describe('a first connection that comes late', () => {
  const connected = () => host.parentEvents.filter(({ type }) => type === 'socket.connected');

  test('after tries that failed has missed events like a lost one (pitfall 17)', () => {
    host.ports.socket.report({ kind: 'connectFailed', message: 'refused' });
    connect();
    expect(connected()).toEqual([{ type: 'socket.connected', again: true }]);
  });

  test('after a refusal has missed events, too', () => {
    host.ports.socket.report({ kind: 'connected' });
    host.subject.send({ type: 'token.denied', error: { kind: 'forbidden', message: '' } });
    host.subject.send({ type: 'socket.retry' });
    grant('token');
    host.ports.socket.receive('init', { userId: 'u', username: 'root' });
    expect(connected()).toEqual([{ type: 'socket.connected', again: true }]);
  });
});

describe('a lost connection', () => {
  test('is followed by a ping: the page knows soon whether the server answers at all', () => {
    connect();
    host.ports.socket.report({ kind: 'disconnected', reason: 'transport close' });
    host.ports.socket.report({ kind: 'connectFailed', message: 'xhr poll error' });
    expect(host.ports.api.inputsOf(ping)).toHaveLength(2);
  });

  test('is reported until it is back (SOC-010, ERR-017)', () => {
    connect();
    host.ports.socket.report({ kind: 'disconnected', reason: 'transport close' });
    expect([state(), notices()]).toEqual(['backingOff', [notice('error', 'socket.disconnected', null)]]);
    expect(host.parentEvents.at(-1)).toEqual({ type: 'socket.lost' });
  });

  test('that is back is reported for five seconds (SOC-006, ERR-015, CON-052)', () => {
    connect();
    host.ports.socket.report({ kind: 'disconnected', reason: 'transport close' });
    connect();
    expect(state()).toBe('connected');
    expect(notices().slice(1)).toEqual([notice('success', 'socket.connected', 5000)]);
    expect(host.parentEvents.filter(({ type }) => type === 'socket.connected')).toEqual([
      { type: 'socket.connected', again: false },
      { type: 'socket.connected', again: true },
    ]);
  });

  test('lost before a sign-in is reported, and its success too', () => {
    host.ports.socket.report({ kind: 'connected' });
    host.ports.socket.report({ kind: 'disconnected', reason: 'transport close' });
    expect(host.parentEvents).toEqual([{ type: 'socket.lost' }]);
    connect();
    expect(notices()).toEqual([
      notice('error', 'socket.disconnected', null),
      notice('success', 'socket.connected', 5000),
    ]);
  });

  test('that never opened is reported, and its first success too (SOC-007, SOC-009, ERR-016)', () => {
    host.ports.socket.report({ kind: 'connectFailed', message: 'refused' });
    connect();
    expect(notices()).toEqual([
      notice('error', 'socket.connectFailed', null),
      notice('success', 'socket.connected', 5000),
    ]);
  });
});

describe('events of the server', () => {
  test('are passed on parsed; unknown ones are counted, malformed ones counted and reported with the path', () => {
    connect();
    const before = host.parentEvents.length;
    host.ports.socket.receive('item_removed', { id: 'i1', libraryId: 'l1' });
    host.ports.socket.receive('weather_changed', 'rain');
    host.ports.socket.receive('weather_changed', 'sun');
    host.ports.socket.receive('item_removed', { id: 7 });
    expect(host.parentEvents.slice(before).map((event) => ({ ...event }))).toEqual([
      expect.objectContaining({ type: 'server.item.removed' }),
      {
        type: 'socket.eventRejected',
        name: 'item_removed',
        issues: [expect.objectContaining({ path: expect.stringContaining('id') })],
      },
    ]);
    const { malformed, unknown } = host.subject.getSnapshot().context;
    expect({ malformed, unknown }).toEqual({ malformed: 1, unknown: { weather_changed: 2 } });
  });

  test('are answered only while signed in', () => {
    host.subject.send({ type: 'socket.send', name: 'cancel_scan', args: ['l1'] });
    connect();
    host.subject.send({ type: 'socket.send', name: 'cancel_scan', args: ['l1'] });
    expect(host.ports.socket.sent).toEqual([
      ['auth', 'token'],
      ['cancel_scan', 'l1'],
    ]);
  });
});

test('after calls that failed for a while, a live connection reports as after a pause of its own', () => {
  host.subject.send({ type: 'socket.refresh', lostAt: 0 });
  expect(host.parentEvents).toEqual([]);
  const before = host.ports.clock.elapsed() - 1;
  connect();
  host.subject.send({ type: 'socket.refresh', lostAt: before });
  expect(host.parentEvents.filter(({ type }) => type === 'socket.connected')).toHaveLength(1);
  host.subject.send({ type: 'socket.refresh', lostAt: host.ports.clock.elapsed() });
  expect(host.parentEvents.filter(({ type }) => type === 'socket.connected')).toEqual([
    { type: 'socket.connected', again: false },
    { type: 'socket.connected', again: true },
  ]);
});

test('the end of the machine closes the connection', () => {
  expect(host.ports.socket.connections).toBe(1);
  host.stop();
  expect(host.ports.socket.connections).toBe(0);
});
