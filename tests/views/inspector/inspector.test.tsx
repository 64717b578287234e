import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor } from 'xstate';
import { expect, test } from 'vitest';
import { inspectorMachine } from '../../../src/machines/inspector/inspector.machine.ts';
import type { InspectorReport } from '../../../src/schemas/inspector-message.ts';
import { Inspector } from '../../../src/views/inspector/inspector.tsx';
import { createFakeClock } from '../../support/fakes/clock.ts';
import { createFakeEnds } from '../../support/fakes/inspector-channel.ts';
import { actorOf, createFakeLayout, PAGE, RECORDING, reportOf, WHOLE } from '../../support/inspector-fixtures.ts';
import { startRoot } from '../../support/roots.ts';

function open(isPanel = true) {
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
        openWindow: (page) => left.push(page),
        leave: () => left.push('panel'),
        saveFile: (name, text) => saved.push({ name, text }),
        copyText: async (text) => void copied.push(text),
      },
    }),
  );
  render(<Inspector inspector={inspector} />);
  const tell = (message: InspectorReport) => act(() => channel.tell(message));
  return { channel, layout, left, saved, copied, tell, user: userEvent.setup() };
}

function watching() {
  const opened = open();
  opened.tell({ type: 'page.found', page: PAGE });
  opened.tell(WHOLE);
  return opened;
}

test('without a page it says where to find one', () => {
  open(false);
  expect(screen.getByRole('main', { name: 'Inspector' }).textContent).toContain('No page of Earmark is open');
});

test('the tree is walked by arrow keys, and each actor is drawn with its active states', async () => {
  const { channel, user, tell } = watching();
  const first = screen.getByRole('treeitem', { name: 'a off' });
  first.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('treeitem', { name: 'b lit', selected: true }));
  expect(channel.posted.at(-1)).toEqual({ type: 'actor.requested', page: 'p1', actor: 'b' });
  const active = () =>
    [...document.querySelectorAll('.chart-state[data-active="true"]')].map((state) => state.getAttribute('data-state'));
  await expect.poll(active).toEqual(['lamp', 'lamp.lit']);
  tell(reportOf({ actors: [actorOf('b', { active: ['lamp', 'lamp.off'] })] }));
  expect(active()).toEqual(['lamp', 'lamp.off']);
});

test('the outline says what the drawing shows', async () => {
  const { user } = watching();
  await user.click(screen.getByText('As text'));
  const outline = screen.getByRole('region', { name: 'As text' });
  expect(outline.textContent).toContain('off (active)');
  expect(outline.textContent).toContain('lit (runs burn)');
  expect(outline.textContent).toContain('lamp.press [isCool]: goes to off, does count');
  expect(outline.textContent).toContain('lamp.dim: stays, does dim');
});

test('a drawing that failed can be tried again', async () => {
  const { layout, tell, user } = open();
  layout.isBroken = true;
  tell({ type: 'page.found', page: PAGE });
  tell(WHOLE);
  expect((await screen.findByRole('alert')).textContent).toContain('It could not be drawn.');
  layout.isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => document.querySelectorAll('.chart-state').length).toBe(3);
});

test('what an actor holds is a tree that folds, and it is sent only what it takes', async () => {
  const { channel, tell, user } = watching();
  const value = { context: { level: 3, shade: { colour: 'green' } } };
  tell({ type: 'actor.described', page: 'p1', actor: 'a', value, takes: ['lamp.dim', 'lamp.press'] });
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
  tell({ type: 'event.answered', page: 'p1', isTaken: true });
  expect(screen.getByRole('status').textContent).toContain('It took the event.');
});

test('a panel goes into a window of its own, or closes', async () => {
  const { left, user } = watching();
  await user.click(screen.getByRole('button', { name: 'Open in a window of its own' }));
  await user.click(screen.getByRole('button', { name: 'Close the inspector' }));
  expect(left).toEqual(['p1', 'panel', 'panel']);
});

test('a recording is opened from a file, gone through, and made a test; a foreign file is refused', async () => {
  const { user, copied, saved } = watching();
  const choose = (text: string) =>
    user.upload(screen.getByLabelText('Open recording'), new File([text], 'r.json', { type: 'application/json' }));
  await choose('{}');
  expect((await screen.findByRole('alert')).textContent).toContain('no recording');
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
  expect(await within(bar).findByText('The test is on the clipboard.')).toBeTruthy();
  await user.click(within(bar).getByRole('button', { name: 'Save test' }));
  expect([copied[0], saved[0]?.name]).toEqual([saved[0]?.text, 'a.recording.test.ts']);
  await user.click(within(bar).getByRole('button', { name: 'Close recording' }));
  expect(screen.queryByRole('region', { name: 'Recording' })).toBe(null);
});
