import { describe, expect, test, vi } from 'vitest';
import { recorderMachine } from '../../../src/machines/inspector/recorder.machine.ts';
import { createFakeEnds } from '../../support/fakes/inspector-channel.ts';
import { createHost } from '../../support/host.ts';
import { inputOfRecorder, PAGE, RECORDING } from '../../support/inspector-fixtures.ts';

const watch = { type: 'watch.requested', page: PAGE.id, watcher: 'i1', isFirst: true } as const;
const elsewhere = 'another page';

function open() {
  const { page: channel } = createFakeEnds();
  const plain = inputOfRecorder().recorder;
  const calls: unknown[][] = [];
  const restart = vi.fn();
  const recorder = {
    ...plain,
    start: () => void calls.push(['start']),
    stop: () => void calls.push(['stop']),
    describeActor: (id: string) => (calls.push(['actor', id]), null),
    describeRecord: (number: number) => (calls.push(['record', number]), null),
    send: (id: string, event: object) => (calls.push(['send', id, event]), true),
  };
  const host = createHost(recorderMachine, { input: inputOfRecorder({ recorder, channel, restart }) });
  return {
    ...host,
    channel,
    calls,
    restart,
    state: () => host.subject.getSnapshot().value,
    /** Types of the messages posted since. */
    said: (since = 0) => channel.posted.slice(since).map(({ type }) => type),
  };
}

describe('a page that may be inspected', () => {
  test('announces itself, and starts over on a tape when addressed', () => {
    const { channel, restart } = open();
    channel.notify({ type: 'pages.requested' });
    expect(channel.posted).toEqual([{ type: 'page.found', page: PAGE }]);
    channel.notify({ type: 'tape.requested', page: elsewhere, isPanel: true });
    expect(restart.mock.calls).toEqual([]);
    channel.notify({ type: 'tape.requested', page: PAGE.id, isPanel: true });
    expect(restart.mock.calls).toEqual([[true]]);
  });

  test('steps through a recording on request, and not through anything else', () => {
    const { channel } = open();
    channel.notify({ type: 'replay.requested', page: elsewhere, recording: RECORDING });
    channel.notify({ type: 'replay.requested', page: PAGE.id, recording: {} });
    expect(channel.posted).toEqual([]);
    channel.notify({ type: 'replay.requested', page: PAGE.id, recording: RECORDING });
    expect(channel.posted).toEqual([{ type: 'recording.replayed', page: PAGE.id, steps: [], missing: [] }]);
  });

  test('records while somebody watches it', () => {
    const { channel, calls, state, said } = open();
    channel.notify({ ...watch, page: elsewhere });
    expect([state(), calls, said()]).toEqual(['idle', [], []]);
    channel.notify(watch);
    expect([state(), calls]).toEqual([{ recording: 'waiting' }, [['start']]]);
    expect(said().sort()).toEqual(['page.recorded', 'rules.changed']);
    const before = channel.posted.length;
    channel.notify({ ...watch, watcher: 'i2', page: elsewhere });
    expect(said(before)).toEqual([]);
    channel.notify({ ...watch, watcher: 'i2' });
    expect(said(before).sort()).toEqual(['page.recorded', 'rules.changed']);
    for (const page of [elsewhere, PAGE.id]) channel.notify({ type: 'watch.ended', page, watcher: 'i1' });
    channel.notify({ type: 'watch.ended', page: elsewhere, watcher: 'i2' });
    expect(state()).toEqual({ recording: 'waiting' });
    channel.notify({ type: 'watch.ended', page: PAGE.id, watcher: 'i2' });
    expect([state(), calls]).toEqual(['idle', [['start'], ['stop']]]);
  });

  test.each([
    [{ type: 'actor.requested', actor: 'a' }, [['actor', 'a']], []],
    [{ type: 'record.requested', record: 7 }, [['record', 7]], []],
    [
      { type: 'event.requested', actor: 'a', event: { type: 'lamp.press' } },
      [['send', 'a', { type: 'lamp.press' }]],
      ['event.answered'],
    ],
    [{ type: 'recording.requested', isAnonymous: false }, [], ['recording.finished']],
  ] as const)('answers %o while it is watched, and not for another page', (request, requested, answers) => {
    const { channel, calls, said } = open();
    channel.notify({ ...request, page: PAGE.id } as never);
    channel.notify(watch);
    const before = channel.posted.length;
    channel.notify({ ...request, page: elsewhere } as never);
    expect([calls, said(before)]).toEqual([[['start']], []]);
    channel.notify({ ...request, page: PAGE.id } as never);
    expect([calls.slice(1), said(before)]).toEqual([requested, answers]);
  });
});
