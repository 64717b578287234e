import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor } from 'xstate';
import { expect, test } from 'vitest';
import { inspectorMachine } from '../../../src/machines/inspector/inspector.machine.ts';
import type { InspectorInput } from '../../../src/machines/inspector/inspector.protocol.ts';
import { recorderMachine } from '../../../src/machines/inspector/recorder.machine.ts';
import type { InspectorReport, NetworkRule } from '../../../src/schemas/inspector-message.ts';
import { Inspector } from '../../../src/views/inspector/inspector.tsx';
import { NetworkMark } from '../../../src/views/inspector/network-mark.tsx';
import { createFakeClock } from '../../support/fakes/clock.ts';
import { createFakeEnds } from '../../support/fakes/inspector-channel.ts';
import {
  actorOf,
  createFakeLayout,
  inputOfRecorder,
  PAGE,
  RECORDING,
  TAPED,
  recordOf,
  reportOf,
  WHOLE,
} from '../../support/inspector-fixtures.ts';
import { startRoot } from '../../support/roots.ts';

function open(isPanel = true, more: Partial<InspectorInput> = {}) {
  const { inspector: channel } = createFakeEnds();
  const layout = createFakeLayout();
  const left: string[] = [];
  const saved: { name: string; text: string }[] = [];
  const copied: string[] = [];
  const inspector = startRoot(
    createActor(inspectorMachine, {
      clock: createFakeClock(),
      input: {
        name: 'i1',
        channel,
        layout,
        page: null,
        isPanel,
        isCutOff: false,
        openStage: (name) => left.push(`stage of ${name}`) > 0,
        openWindow: (page) => left.push(page) > 0,
        leave: () => left.push('panel'),
        saveFile: (name, text) => saved.push({ name, text }),
        copyText: async (text) => void copied.push(text),
        ...more,
      },
    }),
  );
  const { unmount } = render(<Inspector inspector={inspector} />);
  const notify = (message: InspectorReport) => act(() => channel.notify(message));
  return { channel, layout, left, saved, copied, notify, unmount, user: userEvent.setup() };
}

function watching() {
  const opened = open();
  opened.notify({ type: 'page.found', page: PAGE });
  opened.notify(WHOLE);
  return opened;
}

test('without a page it explains how to find one', () => {
  open(false);
  expect(screen.getByRole('main', { name: 'Inspector' }).textContent).toContain('Earmark isn’t open');
});

test('in a page it takes the focus, and its heading is below that of the page; a window has its own', () => {
  const { unmount } = open(true);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Inspector' }));
  screen.getByRole('heading', { level: 2, name: 'Inspector' });
  unmount();
  open(false);
  screen.getByRole('heading', { level: 1, name: 'Inspector' });
  expect(document.activeElement).toBe(document.body);
});

test('scrolling back in the events stops following, until requested again', async () => {
  const { user } = watching();
  const events = screen.getByRole('region', { name: 'Events, oldest first' }).querySelector('[data-scroller]');
  if (!events) throw new Error('There is no list of events');
  const follow = () => screen.queryByRole('button', { name: 'Follow' });
  fireEvent.wheel(events, { deltaY: 20 });
  expect(follow()).toBe(null);
  fireEvent.wheel(events, { deltaY: -20 });
  await user.click(follow() as HTMLElement);
  expect(follow()).toBe(null);
  fireEvent.touchMove(events);
  expect(follow()).not.toBe(null);
});

test('the tree is walked by arrow keys, and each actor shows its active states', async () => {
  const { channel, user, notify } = watching();
  const first = screen.getByRole('treeitem', { name: 'a off' });
  first.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('treeitem', { name: 'b lit', selected: true }));
  expect(channel.posted.at(-1)).toEqual({ type: 'actor.requested', page: 'p1', actor: 'b' });
  const active = () =>
    [...document.querySelectorAll('.chart-state[data-active="true"]')].map((state) => state.getAttribute('data-state'));
  await expect.poll(active).toEqual(['lamp', 'lamp.lit']);
  notify(reportOf({ actors: [actorOf('b', { active: ['lamp', 'lamp.off'] })] }));
  expect(active()).toEqual(['lamp', 'lamp.off']);
});

test('the outline says what the drawing shows', async () => {
  const { user } = watching();
  await user.click(screen.getByText('As text'));
  const outline = screen.getByRole('region', { name: 'As text' });
  expect(outline.textContent).toContain('off (active)');
  expect(outline.textContent).toContain('lit (runs burn)');
  expect(outline.textContent).toContain('lamp.press [isCool]: goes to off, actions: count');
  expect(outline.textContent).toContain('lamp.dim: stays, actions: dim');
});

test('a failed drawing can be retried', async () => {
  const { layout, notify, user } = open();
  layout.isBroken = true;
  notify({ type: 'page.found', page: PAGE });
  notify(WHOLE);
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t draw the statechart.');
  layout.isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => document.querySelectorAll('.chart-state').length).toBe(3);
});

test("an actor's context is a tree that folds, and accepts only its own events", async () => {
  const { channel, notify, user } = watching();
  const value = { context: { level: 3, shade: { colour: 'green' } } };
  notify({ type: 'actor.described', page: 'p1', actor: 'a', value, takes: ['lamp.dim', 'lamp.press'] });
  const data = screen.getByRole('list', { name: 'Data of a' });
  expect(data.textContent).toContain('colour green');
  await user.click(within(data).getByRole('button', { name: 'shade', expanded: true }));
  expect(data.textContent).not.toContain('colour');

  const events = screen.getByRole('combobox', { name: 'Event' });
  expect(
    within(events)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Choose', 'lamp.dim', 'lamp.press']);
  await user.selectOptions(events, 'lamp.dim');
  await user.type(screen.getByRole('textbox', { name: 'Payload, as JSON' }), '{{"level": 1}');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(channel.posted.at(-1)).toMatchObject({ type: 'event.requested', event: { type: 'lamp.dim', level: 1 } });
  notify({ type: 'event.answered', page: 'p1', isTaken: true });
  expect(screen.getByRole('status').textContent).toContain('Event sent.');
});

test('an event has a form with its fields, and errors show at the field', async () => {
  const { channel, notify, user } = watching();
  notify(reportOf({ actors: [actorOf('q', { name: 'queue' })] }));
  await user.click(screen.getByRole('treeitem', { name: 'queue off' }));
  const takes = ['queue.add', 'queue.clear', 'queue.setAutoplay', 'server.item.removed'];
  notify({ type: 'actor.described', page: 'p1', actor: 'q', value: {}, takes });
  const events = screen.getByRole('combobox', { name: 'Event' });
  const send = () => user.click(screen.getByRole('button', { name: 'Send' }));
  await user.selectOptions(events, 'queue.clear');
  expect(screen.queryByRole('textbox')).toBe(null);
  await send();
  expect(channel.posted.at(-1)).toMatchObject({ event: { type: 'queue.clear' } });

  await user.selectOptions(events, 'queue.setAutoplay');
  await user.click(screen.getByRole('checkbox', { name: 'isOn' }));
  await send();
  expect(channel.posted.at(-1)).toMatchObject({ event: { type: 'queue.setAutoplay', isOn: true } });

  await user.selectOptions(events, 'queue.add');
  const items = screen.getByRole('textbox', { name: 'items' });
  await user.type(items, '[[{{"title": 1}]');
  await send();
  expect(items.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(items);
  expect(screen.getByText('The value at 0.libraryItemId isn’t valid.')).toBeTruthy();
  await user.clear(items);
  await user.paste('[]');
  expect(items.getAttribute('aria-invalid')).toBe(null);
  await send();
  const place = screen.getByRole('combobox', { name: 'place' });
  expect(document.activeElement).toBe(place);
  await user.selectOptions(place, 'next');
  await send();
  expect(channel.posted.at(-1)).toMatchObject({ event: { type: 'queue.add', items: [], place: 'next' } });

  await user.selectOptions(events, 'server.item.removed');
  await user.type(screen.getByRole('textbox', { name: 'item' }), '{{"id": "li_1"}');
  await send();
  expect(channel.posted.at(-1)).toMatchObject({ event: { type: 'server.item.removed', item: { id: 'li_1' } } });
});

test('network rules are made, listed and removed; elsewhere it says why there are none', async () => {
  const { channel, notify, user } = watching();
  await user.click(screen.getByRole('button', { name: 'Network', expanded: false }));
  const panel = screen.getByRole('region', { name: 'Network conditions' });
  expect(panel.textContent).toContain('Asking the page');
  notify({ type: 'rules.changed', page: 'p1', isAllowed: false, rules: [] });
  expect(panel.textContent).toContain('work in development and with the embedded server');
  notify({ type: 'rules.changed', page: 'p1', isAllowed: true, rules: [] });
  await user.click(within(panel).getByRole('button', { name: 'Add rule' }));
  const target = within(panel).getByRole('combobox', { name: 'What' });
  expect([document.activeElement, target.getAttribute('aria-invalid')]).toEqual([target, 'true']);
  await user.selectOptions(target, 'items.one');
  await user.selectOptions(within(panel).getByRole('combobox', { name: 'Then' }), 'fails');
  await user.selectOptions(within(panel).getByRole('combobox', { name: 'Status' }), '429 Too many requests');
  await user.type(within(panel).getByRole('textbox', { name: 'Delay, in ms' }), '50');
  await user.click(within(panel).getByRole('button', { name: 'Add rule' }));
  const rule = { id: '1', kind: 'call', name: 'items.one', delayMs: 50, effect: 'fail', status: 429 } as const;
  expect(channel.posted.at(-1)).toEqual({ type: 'rules.requested', page: 'p1', rules: [rule] });
  notify({ type: 'rules.changed', page: 'p1', isAllowed: true, rules: [rule] });
  expect(within(panel).getByRole('listitem').textContent).toBe('items.one is delayed 50 ms, fails with 429');
  await user.click(within(panel).getByRole('button', { name: /^Remove: items\.one/ }));
  expect(channel.posted.at(-1)).toEqual({ type: 'rules.requested', page: 'p1', rules: [] });
});

test('the page has a mark while rules are on, which removes them', async () => {
  const recorder = startRoot(createActor(recorderMachine, { input: inputOfRecorder(), clock: createFakeClock() }));
  const set = (rules: NetworkRule[]) => recorder.send({ type: 'rules.requested', page: PAGE.id, rules });
  render(<NetworkMark recorder={recorder} onEnd={() => set([])} />);
  expect(screen.queryByRole('complementary')).toBe(null);
  act(() => set([{ id: '1', kind: 'event', name: '*', delayMs: 0, effect: 'drop', status: 500 }]));
  const mark = screen.getByRole('complementary', { name: 'Network conditions' });
  expect(mark.textContent).toContain('1 rule changes the network of this page');
  await userEvent.click(within(mark).getByRole('button', { name: 'Remove all' }));
  expect(screen.queryByRole('complementary')).toBe(null);
});

test('a panel moves to its own window, or closes', async () => {
  const { left, user } = watching();
  await user.click(screen.getByRole('button', { name: 'Open in a new window' }));
  await user.click(screen.getByRole('button', { name: 'Close inspector' }));
  expect(left).toEqual(['p1', 'panel', 'panel']);
});

test('a recording is opened from a file, stepped through, and made a test; a foreign file is refused', async () => {
  const { user, copied, saved } = watching();
  const choose = (text: string) =>
    user.upload(screen.getByLabelText('Open recording'), new File([text], 'r.json', { type: 'application/json' }));
  await choose('{}');
  expect((await screen.findByRole('alert')).textContent).toContain('isn’t a recording');
  await choose(JSON.stringify(RECORDING));
  const bar = await screen.findByRole('region', { name: 'Recording' });
  expect(screen.queryByRole('alert')).toBe(null);
  expect(bar.textContent).toContain('Step 1 of 2');
  expect(screen.getByRole('treeitem', { name: 'a lit' })).toBeTruthy();
  await user.click(within(bar).getByRole('button', { name: 'Step forward' }));
  expect(screen.getByRole('treeitem', { name: 'a off' })).toBeTruthy();
  await user.click(within(bar).getByRole('button', { name: 'Step back' }));
  expect(bar.textContent).toContain('Step 1 of 2');
  await user.click(within(bar).getByRole('checkbox', { name: 'This state is a bug' }));
  await user.click(within(bar).getByRole('button', { name: 'Copy as test' }));
  expect(await within(bar).findByText('Test copied.')).toBeTruthy();
  await user.click(within(bar).getByRole('button', { name: 'Save test' }));
  expect([copied[0], saved[0]?.name]).toEqual([saved[0]?.text, 'a.recording.test.ts']);
  await user.click(within(bar).getByRole('button', { name: 'Close recording' }));
  expect(screen.queryByRole('region', { name: 'Recording' })).toBe(null);
});

test('a slider leads to any step of a recording, and the log and the actors follow', async () => {
  const { user } = watching();
  await user.upload(screen.getByLabelText('Open recording'), new File([JSON.stringify(RECORDING)], 'a.json'));
  const slider = await screen.findByRole('slider', { name: 'Step' });
  expect(slider.getAttribute('aria-valuetext')).toBe('Step 1 of 2');
  expect(screen.queryByRole('button', { name: 'Pause' })).toBe(null);
  slider.focus();
  await user.keyboard('{ArrowRight}');
  expect(slider.getAttribute('aria-valuetext')).toBe('Step 2 of 2');
  screen.getByRole('button', { name: '2: outside sent lamp.press to a', pressed: true });
  screen.getByRole('treeitem', { name: 'a off', selected: true });
  await user.keyboard('{Home}');
  expect(slider.getAttribute('aria-valuetext')).toBe('Step 1 of 2');
  await user.click(screen.getByRole('button', { name: 'Last step' }));
  expect(slider.getAttribute('aria-valuetext')).toBe('Step 2 of 2');
});

test('a recording is saved after its content is named, with or without personal data', async () => {
  const { channel, notify, user } = watching();
  const requests = () => channel.posted.filter(({ type }) => type === 'recording.requested');
  await user.click(screen.getByRole('button', { name: 'Save recording', expanded: false }));
  const panel = screen.getByRole('region', { name: 'Save recording' });
  expect(panel.textContent).toContain('The file holds personal data: titles, names, files, searches');
  expect(requests()).toEqual([]);
  await user.click(within(panel).getByRole('checkbox', { name: 'Leave out personal data' }));
  await user.click(within(panel).getByRole('button', { name: 'Save file' }));
  expect(requests()).toEqual([{ type: 'recording.requested', page: PAGE.id, isAnonymous: true }]);
  expect(screen.queryByRole('region', { name: 'Save recording' })).toBe(null);
  notify({ type: 'recording.finished', page: PAGE.id, recording: RECORDING });

  const note = 'This recording and its tests hold personal data.';
  const upload = (isAnonymous: boolean) =>
    user.upload(
      screen.getByLabelText('Open recording'),
      new File([JSON.stringify({ ...RECORDING, isAnonymous })], 'a.json'),
    );
  await upload(false);
  expect((await screen.findByRole('region', { name: 'Recording' })).textContent).toContain(note);
  await user.click(screen.getByRole('button', { name: 'Copy as test' }));
  await upload(true);
  await expect.poll(() => screen.getByRole('region', { name: 'Recording' }).textContent).not.toContain(note);
});

test('an ignored event names the guard that refused it', async () => {
  const { notify, user } = watching();
  notify(reportOf({ records: [recordOf(3, { isTaken: false, transitions: [], refusedBy: ['isCool'] })] }));
  const row = await screen.findByRole('button', { name: '3: outside sent lamp.press to a, refused by isCool' });
  expect(row.textContent).toContain('refused by isCool');
  await user.click(row);
  screen.getByText('None: isCool refused the event.');
});

test('a window blocked by the browser is reported, and the panel stays', async () => {
  const { left, notify, user } = open(true, { openWindow: () => false });
  notify({ type: 'page.found', page: PAGE });
  notify(WHOLE);
  await user.click(screen.getByRole('button', { name: 'Open in a new window' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your browser blocked the new window. Allow pop-ups for this site and try again, or keep working here.',
  );
  expect(left).toEqual([]);
  screen.getByRole('tree', { name: 'Actors on this page' });
});

test('where windows cannot communicate, a panel offers none and says why', async () => {
  const { notify, user } = open(true, { isCutOff: true });
  notify({ type: 'page.found', page: { ...PAGE, isTaped: true } });
  notify(WHOLE);
  screen.getByText('This browser blocks messages between windows, so the inspector works only in this page.');
  expect(screen.queryByRole('button', { name: 'Open in a new window' })).toBe(null);
  await user.upload(screen.getByLabelText('Open recording'), new File([JSON.stringify(TAPED)], 'a.json'));
  const bar = await screen.findByRole('region', { name: 'Recording' });
  expect(within(bar).queryByRole('button', { name: 'Show page' })).toBe(null);
});

test('where windows cannot communicate, a window shows the way to the page', () => {
  open(false, { isCutOff: true });
  expect(screen.getByRole('status').textContent).toContain('Go to Earmark and press Shift+I.');
  expect(screen.getByRole('link', { name: 'Go to Earmark' }).getAttribute('href')).toBe('.');
});

test('without browser storage the events can be saved, but nothing recorded from the start', () => {
  const { notify } = open();
  notify({ type: 'page.found', page: { ...PAGE, canTape: false } });
  notify(WHOLE);
  screen.getByText('This browser blocks storage, so Earmark can’t record from the start.');
  screen.getByRole('button', { name: 'Save recording' });
  expect(screen.queryByRole('button', { name: 'Record from start' })).toBe(null);
});

test('the page of a tape opens beside it, and follows its position', async () => {
  const { channel, left, notify, user } = watching();
  await user.click(screen.getByRole('button', { name: 'Record from start' }));
  expect(channel.posted.at(-1)).toEqual({ type: 'tape.requested', page: PAGE.id, isPanel: true });
  notify({ type: 'page.left', page: PAGE.id });
  notify({ type: 'page.found', page: { ...PAGE, isTaped: true } });
  notify(WHOLE);
  screen.getByRole('button', { name: 'Save recording from start' });
  await user.upload(screen.getByLabelText('Open recording'), new File([JSON.stringify(TAPED)], 'a.json'));
  const bar = await screen.findByRole('region', { name: 'Recording' });
  await user.click(within(bar).getByRole('button', { name: 'Show page' }));
  expect(left).toEqual(['stage of i1']);
  notify({ type: 'stage.opened', stage: 'i1' });
  expect(bar.textContent).toContain('Starting the page…');
  notify({ type: 'stage.reached', stage: 'i1', step: 0, differences: [] });
  expect(bar.textContent).toContain('The page is at step 1 of 2. It matches the recording.');
  const differences = [{ step: 0, what: ['auth: starting, now failed'] }];
  notify({ type: 'stage.reached', stage: 'i1', step: 0, differences });
  expect(bar.textContent).toContain('The page is at step 1 of 2. Differs now: auth: starting, now failed');
  notify({ type: 'stage.reached', stage: 'i1', step: 1, differences });
  expect(bar.textContent).toContain('The page is at step 2 of 2. 1 earlier step differed.');
});
