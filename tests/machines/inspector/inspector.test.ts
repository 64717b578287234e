import { describe, expect, test } from 'vitest';
import { createActor, waitFor, type AnyActorRef } from 'xstate';
import { inspectorMachine } from '../../../src/machines/inspector/inspector.machine.ts';
import type { InspectorInput } from '../../../src/machines/inspector/inspector.protocol.ts';
import {
  selectDrawing,
  selectDrawingContext,
  selectFields,
  selectIsBlocked,
  selectIsWatching,
  selectLastTaken,
  selectNetwork,
  selectOutline,
  selectRecords,
  selectRecordSteps,
  selectTakes,
  selectTree,
  selectValues,
} from '../../../src/machines/inspector/inspector.selectors.ts';
import { type RuleDraft, selectRuleCount } from '../../../src/machines/inspector/network.logic.ts';
import { recorderMachine } from '../../../src/machines/inspector/recorder.machine.ts';
import { createRecorder } from '../../../src/machines/inspector/recorder.ts';
import { routerMachine } from '../../../src/machines/kit/router/router.machine.ts';
import type { NetworkRule } from '../../../src/schemas/inspector-message.ts';
import { createFakeClock } from '../../support/fakes/clock.ts';
import { createFakeEnds } from '../../support/fakes/inspector-channel.ts';
import { createHost } from '../../support/host.ts';
import {
  actorOf,
  createFakeLayout,
  inputOfRecorder,
  OTHER_PAGE,
  PAGE,
  recordOf,
  reportOf,
  WHOLE,
} from '../../support/inspector-fixtures.ts';
import { startRoot } from '../../support/roots.ts';

function open(more: Partial<InspectorInput> = {}) {
  const { page, inspector: channel } = createFakeEnds();
  const left: string[] = [];
  const saved: { name: string; text: string }[] = [];
  const copied: string[] = [];
  const layout = createFakeLayout();
  const input: InspectorInput = {
    name: 'i1',
    channel,
    layout,
    page: null,
    isPanel: true,
    isCutOff: false,
    openStage: () => true,
    openWindow: (id) => left.push(`window of ${id}`) > 0,
    leave: () => left.push('panel'),
    saveFile: (name, text) => saved.push({ name, text }),
    copyText: async (text) => void copied.push(text),
    ...more,
  };
  const clock = createFakeClock();
  const inspector = startRoot(createActor(inspectorMachine, { input, clock }));
  return { inspector, channel, page, clock, left, saved, copied, layout, state: () => inspector.getSnapshot() };
}

function watching() {
  const opened = open();
  opened.channel.notify({ type: 'page.found', page: PAGE });
  opened.channel.notify(WHOLE);
  return opened;
}

describe('an inspector', () => {
  test('requests pages until one answers, and watches that one', () => {
    const { channel, clock, state } = open();
    clock.advance(1000);
    expect(channel.posted).toEqual([{ type: 'pages.requested' }, { type: 'pages.requested' }]);
    channel.notify({ type: 'page.found', page: PAGE });
    expect(channel.posted.at(-1)).toEqual({ type: 'watch.requested', page: 'p1', watcher: 'i1', isFirst: true });
    expect(selectIsWatching(state())).toBe(true);
  });

  test('waits a second for the page that it is for, then takes another', () => {
    const { channel, clock, state } = open({ page: PAGE.id });
    channel.notify({ type: 'page.found', page: OTHER_PAGE });
    expect([selectIsWatching(state()), state().context.pages.map(({ id }) => id)]).toEqual([false, ['p2']]);
    clock.advance(1000);
    expect(state().context.pages).toEqual([]);
    channel.notify({ type: 'page.found', page: OTHER_PAGE });
    expect(state().context.page).toBe('p2');
  });

  test('switches to another page: the one before is left, and the new one sends everything', () => {
    const { inspector, channel, state } = watching();
    channel.notify({ type: 'page.found', page: OTHER_PAGE });
    const before = channel.posted.length;
    inspector.send({ type: 'page.choose', id: OTHER_PAGE.id });
    expect(channel.posted.slice(before)).toEqual([
      { type: 'watch.ended', page: 'p1', watcher: 'i1' },
      { type: 'watch.requested', page: 'p2', watcher: 'i1', isFirst: true },
    ]);
    expect([state().context.page, state().context.actors]).toEqual(['p2', []]);
    inspector.send({ type: 'page.choose', id: OTHER_PAGE.id });
    expect(channel.posted.length).toBe(before + 2);
  });

  test('forgets a page that is left, and looks for another when it was the watched one', () => {
    const { channel, state } = watching();
    const known = () => [selectIsWatching(state()), state().context.page, state().context.pages.map(({ id }) => id)];
    channel.notify({ type: 'page.found', page: OTHER_PAGE });
    channel.notify({ type: 'page.left', page: OTHER_PAGE.id });
    expect(known()).toEqual([true, 'p1', ['p1']]);
    channel.notify({ type: 'page.left', page: PAGE.id });
    expect(known()).toEqual([false, null, []]);
    channel.notify({ type: 'page.found', page: OTHER_PAGE });
    expect(known()).toEqual([true, 'p2', ['p2']]);
  });

  test('closes an event that is open, and empties its log', () => {
    const { inspector, channel, state } = watching();
    const opened = () => [state().context.record, state().context.describedRecord?.record ?? null];
    inspector.send({ type: 'record.select', record: 1 });
    channel.notify({ type: 'record.described', page: PAGE.id, record: 1, event: {}, before: {}, after: {} });
    expect(opened()).toEqual([1, 1]);
    inspector.send({ type: 'record.close' });
    expect([opened(), selectRecords(state()).length]).toEqual([[null, null], 2]);
    inspector.send({ type: 'log.clear' });
    expect(selectRecords(state())).toEqual([]);
  });

  test('repeats that it watches, and looks for a page when the watched one is silent', () => {
    const { channel, clock, state } = watching();
    clock.advance(3000);
    expect(channel.posted.at(-1)).toEqual({ type: 'watch.requested', page: 'p1', watcher: 'i1', isFirst: false });
    channel.notify(reportOf());
    clock.advance(9000);
    expect(selectIsWatching(state())).toBe(true);
    clock.advance(3000);
    expect(selectIsWatching(state())).toBe(false);
  });

  test('shows the tree of actors with the states that they are in', () => {
    const { channel, state } = watching();
    const lines = () => selectTree(state()).map(({ actor, level, states }) => [actor.name, level, ...states]);
    expect(lines()).toEqual([
      ['a', 0, 'off'],
      ['b', 1, 'lit'],
    ]);
    channel.notify(reportOf({ actors: [actorOf('a', { active: ['lamp', 'lamp.lit'] })], gone: ['b'] }));
    expect(lines()).toEqual([['a', 0, 'lit']]);
  });

  test('draws the chosen actor, and says the same as text', async () => {
    const { inspector, state } = watching();
    inspector.send({ type: 'actor.select', id: 'b' });
    await expect.poll(() => selectDrawing(state())?.getSnapshot().value).toBe('ready');
    const drawing = selectDrawingContext(selectDrawing(state())?.getSnapshot())?.drawing;
    expect(drawing?.states.map(({ id, x, y }) => [id, x, y])).toEqual([
      ['lamp', 10, 20],
      ['lamp.off', 20, 40],
      ['lamp.lit', 120, 40],
    ]);
    expect(drawing?.lines.map(({ path, label }) => [path, label?.lines])).toEqual([
      ['M1 2 L30 40', ['lamp.press']],
      ['M1 2 L30 40', ['lamp.press [isCool]']],
    ]);
    const [off, lit] = selectOutline(state())?.children ?? [];
    expect([off?.isActive, lit?.isActive]).toEqual([false, true]);
    expect(lit?.transitions.map(({ label, targets, actions }) => [label, targets, actions])).toEqual([
      ['lamp.press [isCool]', 'off', 'count'],
      ['lamp.dim', '', 'dim'],
    ]);
  });

  test('looks first at the states in which the chosen actor is by now, also where another one has the same chart', () => {
    const { inspector, channel, state } = watching();
    inspector.send({ type: 'actor.select', id: 'b' });
    const active = () => selectDrawingContext(selectDrawing(state())?.getSnapshot())?.active;
    expect(active()).toEqual(['lamp', 'lamp.lit']);
    channel.notify(reportOf({ actors: [actorOf('b', { parent: 'a', active: ['lamp', 'lamp.off'] })] }));
    expect(active()).toEqual(['lamp', 'lamp.off']);
  });

  test('marks the last way that the chosen actor went, not what only acted', () => {
    const { channel, state } = watching();
    channel.notify(reportOf({ records: [recordOf(3, { transitions: ['lamp.lit|lamp.dim|0'] })] }));
    expect(selectLastTaken(state())?.number).toBe(1);
  });

  test('shows the events that the filter lets through', () => {
    const { inspector, state } = watching();
    const shown = () => selectRecords(state()).map(({ number }) => number);
    inspector.send({ type: 'log.filter', change: { search: 'PRESS' } });
    expect(shown()).toEqual([1]);
    inspector.send({ type: 'log.filter', change: { search: '', family: 'other' } });
    expect(shown()).toEqual([2]);
    inspector.send({ type: 'log.filter', change: { actor: 'a' } });
    expect(shown()).toEqual([]);
  });

  test('holds events while the log is paused, and shows them after', () => {
    const { inspector, channel, state } = watching();
    const shown = () => selectRecords(state()).map(({ number, tookMs }) => [number, tookMs]);
    inspector.send({ type: 'log.pause' });
    channel.notify(reportOf({ records: [recordOf(2, { tookMs: 9 }), recordOf(3)] }));
    expect(shown()).toEqual([
      [1, 1],
      [2, 1],
    ]);
    inspector.send({ type: 'log.follow' });
    expect(shown()).toEqual([
      [1, 1],
      [2, 9],
      [3, 1],
    ]);
  });

  test('opens an event: its path in words, its payload, and its changes', () => {
    const { inspector, channel, state } = watching();
    inspector.send({ type: 'record.select', record: 1 });
    expect(channel.posted.at(-1)).toEqual({ type: 'record.requested', page: 'p1', record: 1 });
    channel.notify({
      type: 'record.described',
      page: 'p1',
      record: 1,
      event: { type: 'lamp.press' },
      before: { level: 1, kept: true, old: 1 },
      after: { level: 2, kept: true, fresh: 1 },
    });
    expect(selectRecordSteps(state())).toEqual(['off: lamp.press → lit']);
    const { data, changes } = selectValues(state());
    inspector.send({ type: 'value.toggle', path: data[0]?.path ?? '' });
    expect(selectValues(state()).data.map(({ key }) => key)).toEqual(['context']);
    inspector.send({ type: 'value.toggle', path: data[0]?.path ?? '' });
    expect(selectValues(state()).data).toEqual(data);
    expect(data.map(({ key, text }) => [key, text])).toEqual([
      ['context', '{3}'],
      ['level', '2'],
      ['kept', 'true'],
      ['fresh', '1'],
    ]);
    expect(changes.map(({ key, text, change, before }) => [key, text, change, before])).toEqual([
      ['level', '2', 'changed', '1'],
      ['fresh', '1', 'added', null],
      ['old', '1', 'removed', null],
    ]);
  });

  test('an open event chooses its actor, whose chart is drawn; that of a stopped actor keeps the chosen one', () => {
    const { inspector, channel, state } = watching();
    expect(state().context.actor).toBe('a');
    inspector.send({ type: 'record.select', record: 2 });
    expect([state().context.actor, state().context.record]).toEqual(['b', 2]);
    expect(selectDrawing(state())?.getSnapshot().context.active).toEqual(['lamp', 'lamp.lit']);
    expect(channel.posted.slice(-2)).toEqual([
      { type: 'actor.requested', page: 'p1', actor: 'b' },
      { type: 'record.requested', page: 'p1', record: 2 },
    ]);
    channel.notify(reportOf({ records: [recordOf(3, { to: { id: 'gone', name: 'gone' } })] }));
    inspector.send({ type: 'record.select', record: 3 });
    expect([state().context.actor, state().context.record]).toEqual(['b', 3]);
  });

  test('the list of pages is renewed while one is watched: new ones join, titles follow', () => {
    const { channel, clock, state } = watching();
    clock.advance(3000);
    expect(channel.posted.slice(-2)).toEqual([
      { type: 'pages.requested' },
      { type: 'watch.requested', page: 'p1', watcher: 'i1', isFirst: false },
    ]);
    channel.notify({ type: 'page.found', page: OTHER_PAGE });
    channel.notify({ type: 'page.found', page: { ...PAGE, title: 'Authors' } });
    expect(state().context.pages.map(({ title }) => title)).toEqual(['Authors', 'Shelf']);
  });

  test('sends an event with its payload, and reports the result', () => {
    const { inspector, channel, state } = watching();
    inspector.send({ type: 'actor.select', id: 'a' });
    channel.notify({ type: 'actor.described', page: 'p1', actor: 'a', value: {}, takes: ['lamp.dim'] });
    expect(selectTakes(state())).toEqual(['lamp.dim']);
    inspector.send({ type: 'draft.choose', event: 'lamp.dim' });
    inspector.send({ type: 'draft.change', key: '', value: '{"level": ' });
    inspector.send({ type: 'draft.send' });
    expect(state().context.draft.faults).toEqual({ '': { kind: 'json', detail: '' } });
    inspector.send({ type: 'draft.change', key: '', value: '{"level": 3}' });
    expect(state().context.draft.faults).toEqual({});
    inspector.send({ type: 'draft.send' });
    expect(channel.posted.at(-1)).toEqual({
      type: 'event.requested',
      page: 'p1',
      actor: 'a',
      event: { type: 'lamp.dim', level: 3 },
    });
    channel.notify({ type: 'event.answered', page: 'p1', isTaken: false });
    expect(state().context.draft.outcome).toBe('refused');
  });

  test('sends an event without fields at once, and one with a form when its fields are valid', () => {
    const { inspector, channel, state } = watching();
    const sent = () => channel.posted.flatMap((message) => (message.type === 'event.requested' ? [message.event] : []));
    channel.notify(reportOf({ actors: [actorOf('c', { name: 'player' })] }));
    inspector.send({ type: 'actor.select', id: 'c' });
    const takes = ['player.pause', 'player.setRate'];
    channel.notify({ type: 'actor.described', page: 'p1', actor: 'c', value: {}, takes });
    expect(selectFields(state())).toBe(null);
    inspector.send({ type: 'draft.choose', event: 'player.pause' });
    expect(selectFields(state())).toEqual([]);
    inspector.send({ type: 'draft.send' });
    expect(sent()).toEqual([{ type: 'player.pause' }]);
    inspector.send({ type: 'draft.choose', event: 'player.setRate' });
    expect(selectFields(state())?.map(({ key, kind }) => [key, kind])).toEqual([['rate', 'number']]);
    const faultsOf = (value: string) => {
      inspector.send({ type: 'draft.change', key: 'rate', value });
      inspector.send({ type: 'draft.send' });
      return state().context.draft.faults['rate'];
    };
    expect(['', 'fast', '20', '0.1'].map(faultsOf)).toEqual([
      { kind: 'missing', detail: '' },
      { kind: 'number', detail: '' },
      { kind: 'most', detail: '10' },
      { kind: 'least', detail: '0.5' },
    ]);
    expect(faultsOf('1.5')).toBe(undefined);
    expect(sent().at(-1)).toEqual({ type: 'player.setRate', rate: 1.5 });
    inspector.send({ type: 'draft.choose', event: '' });
    inspector.send({ type: 'draft.send' });
    expect(sent().length).toBe(2);
  });

  test('sets a network rule of the page, reports an invalid one, and removes it', () => {
    const { inspector, channel, state } = watching();
    const network = () => selectNetwork(state());
    const rulesRequested = () =>
      channel.posted.flatMap((message) => (message.type === 'rules.requested' ? [message] : []));
    inspector.send({ type: 'network.toggle' });
    expect([network().isOpen, network().isAllowed]).toEqual([true, null]);
    channel.notify({ type: 'rules.changed', page: 'p1', isAllowed: true, rules: [] });
    channel.notify({ type: 'rules.changed', page: 'p2', isAllowed: false, rules: [] });
    expect(network().isAllowed).toBe(true);
    const faultOf = (change: Partial<RuleDraft>) => {
      inspector.send({ type: 'rule.change', change });
      inspector.send({ type: 'rule.add' });
      return network().fault;
    };
    expect([{}, { name: 'items.one', delay: 'long' }, { delay: '-1' }, { delay: '' }].map(faultOf)).toEqual([
      'name',
      'delay',
      'delay',
      'effect',
    ]);
    expect(faultOf({ delay: '200', effect: 'fail', status: 404 })).toBe(null);
    const rule = { id: '1', kind: 'call', name: 'items.one', delayMs: 200, effect: 'fail', status: 404 } as const;
    expect(rulesRequested()).toEqual([{ type: 'rules.requested', page: 'p1', rules: [rule] }]);
    channel.notify({ type: 'rules.changed', page: 'p1', isAllowed: true, rules: [rule] });
    expect(faultOf({ kind: 'event', name: '*' })).toBe(null);
    expect(rulesRequested().at(-1)?.rules[1]).toEqual({ ...rule, id: '2', kind: 'event', name: '*', effect: 'drop' });
    inspector.send({ type: 'rule.remove', id: '1' });
    expect(rulesRequested().at(-1)?.rules).toEqual([]);
  });

  test('closes: the page stops at once; a window takes its place without a stop', async () => {
    const first = watching();
    first.inspector.send({ type: 'inspector.close' });
    expect(first.channel.posted.at(-1)).toEqual({ type: 'watch.ended', page: 'p1', watcher: 'i1' });
    const second = watching();
    second.inspector.send({ type: 'inspector.openWindow' });
    expect(second.left).toEqual(['window of p1']);
    await waitFor(second.inspector, ({ value }) => value.window === 'idle');
    expect([first.left, second.left]).toEqual([['panel'], ['window of p1', 'panel']]);
    expect(second.channel.posted.map(({ type }) => type)).not.toContain('watch.ended');
  });

  test('stays when the browser blocks the window, says so, and leaves once one opens', async () => {
    const answers = [false, true];
    const { inspector, channel, left, state } = open({ openWindow: () => answers.shift() ?? false });
    channel.notify({ type: 'page.found', page: PAGE });
    inspector.send({ type: 'inspector.openWindow' });
    await waitFor(inspector, selectIsBlocked);
    expect([left, selectIsWatching(state())]).toEqual([[], true]);
    inspector.send({ type: 'inspector.openWindow' });
    expect(selectIsBlocked(state())).toBe(false);
    await waitFor(inspector, ({ value }) => value.window === 'idle');
    expect([left, answers]).toEqual([['panel'], []]);
  });

  test('opens no window that could receive nothing', () => {
    const { inspector, left, state } = open({ isCutOff: true });
    inspector.send({ type: 'inspector.openWindow' });
    expect([left, state().value.window]).toEqual([[], 'idle']);
  });
});

test('an inspector and a page talk: what happens there is shown here, and an event of here happens there', async () => {
  const { page, inspector: channel } = createFakeEnds();
  const clock = createFakeClock();
  const host = createHost(routerMachine, { systemId: 'router', named: { menus: null } });
  const root = host.subject as AnyActorRef;
  const recorder = createRecorder({ root, elapsed: clock.elapsed });
  const recording = startRoot(
    createActor(recorderMachine, { input: inputOfRecorder({ recorder, channel: page }), clock }),
  );
  const inspector = startRoot(
    createActor(inspectorMachine, {
      clock,
      input: {
        name: 'i1',
        channel,
        layout: createFakeLayout(),
        page: null,
        isPanel: false,
        isCutOff: false,
        openWindow: () => true,
        openStage: () => true,
        leave: () => undefined,
        saveFile: () => undefined,
        copyText: () => Promise.resolve(),
      },
    }),
  );
  await expect.poll(() => selectTree(inspector.getSnapshot())[0]?.actor.name).toBe('router');
  inspector.send({ type: 'draft.choose', event: 'router.go' });
  inspector.send({ type: 'draft.change', key: 'to', value: '/account' });
  inspector.send({ type: 'draft.send' });
  await expect.poll(() => inspector.getSnapshot().context.draft.outcome).toBe('sent');
  clock.advance(200);
  await expect.poll(() => selectRecords(inspector.getSnapshot()).map(({ event }) => event)).toContain('router.go');
  inspector.send({ type: 'inspector.close' });
  await expect.poll(() => recording.getSnapshot().value).toBe('idle');
});

test('a page listens only while it is watched: of two silent watchers one is enough', () => {
  const { page } = createFakeEnds();
  const clock = createFakeClock();
  const recorder = startRoot(
    createActor(recorderMachine, { input: inputOfRecorder({ channel: page, patience: 5 }), clock }),
  );
  const watch = (watcher: string) => page.notify({ type: 'watch.requested', page: PAGE.id, watcher, isFirst: false });
  const watchers = () => Object.keys(recorder.getSnapshot().context.watchers);
  watch('i1');
  watch('i2');
  clock.advance(600);
  watch('i2');
  clock.advance(400);
  expect([recorder.getSnapshot().value, watchers()]).toEqual([{ recording: 'waiting' }, ['i2']]);
  clock.advance(600);
  expect([recorder.getSnapshot().value, watchers()]).toEqual(['idle', []]);
});

describe('the network of a page', () => {
  const rule = { id: '1', kind: 'call', name: '*', delayMs: 100, effect: 'pass', status: 500 } as const;

  function watchedPage() {
    const { page } = createFakeEnds();
    const done: (readonly NetworkRule[])[] = [];
    let isAllowed = true;
    const recorder = startRoot(
      createActor(recorderMachine, {
        input: inputOfRecorder({
          channel: page,
          network: { set: (rules) => done.push(rules) },
          mayChangeNetwork: () => isAllowed,
        }),
        clock: createFakeClock(),
      }),
    );
    page.notify({ type: 'watch.requested', page: PAGE.id, watcher: 'i1', isFirst: true });
    const ask = (rules: NetworkRule[], id = PAGE.id) => page.notify({ type: 'rules.requested', page: id, rules });
    const report = () => page.posted.findLast(({ type }) => type === 'rules.changed');
    return { report, page, recorder, done, ask, forbid: () => (isAllowed = false) };
  }

  test('changes on request, and every inspector is notified', () => {
    const { ask, done, report, recorder } = watchedPage();
    expect(report()).toEqual({ type: 'rules.changed', page: 'p1', isAllowed: true, rules: [] });
    ask([rule]);
    ask([], OTHER_PAGE.id);
    expect([done, selectRuleCount(recorder.getSnapshot())]).toEqual([[[rule]], 1]);
    expect(report()).toEqual({ type: 'rules.changed', page: 'p1', isAllowed: true, rules: [rule] });
  });

  test('keeps its rules when the inspector goes', () => {
    const { ask, page, recorder } = watchedPage();
    ask([rule]);
    page.notify({ type: 'watch.ended', page: PAGE.id, watcher: 'i1' });
    expect([recorder.getSnapshot().value, selectRuleCount(recorder.getSnapshot())]).toEqual(['idle', 1]);
  });

  test('is left alone where that is not allowed, but rules can be removed', () => {
    const { ask, done, forbid, report } = watchedPage();
    ask([rule]);
    forbid();
    ask([rule, { ...rule, id: '2' }]);
    expect(report()).toEqual({ type: 'rules.changed', page: 'p1', isAllowed: false, rules: [rule] });
    ask([]);
    expect(done).toEqual([[rule], []]);
  });
});
