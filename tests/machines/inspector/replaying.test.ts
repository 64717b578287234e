import { createActor } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { inspectorMachine } from '../../../src/machines/inspector/inspector.machine.ts';
import {
  selectDrawing,
  selectIsBlocked,
  selectLastTaken,
  selectReplay,
  selectTree,
} from '../../../src/machines/inspector/inspector.selectors.ts';
import { createFakeClock } from '../../support/fakes/clock.ts';
import { createFakeEnds } from '../../support/fakes/inspector-channel.ts';
import { createFakeLayout, LAMP, PAGE, RECORDING, TAPED, WHOLE } from '../../support/inspector-fixtures.ts';
import { startRoot } from '../../support/roots.ts';

function watching({
  copyText = (text: string) => Promise.resolve(void copied.push(text)),
  mayOpen = () => true,
}: { copyText?: (text: string) => Promise<void>; mayOpen?: () => boolean } = {}) {
  const { inspector: channel } = createFakeEnds();
  const saved: { name: string; text: string }[] = [];
  const stages: string[] = [];
  const clock = createFakeClock();
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
        openStage: (name) => stages.push(name) > 0 && mayOpen(),
        leave: () => undefined,
        saveFile: (name, text) => saved.push({ name, text }),
        copyText,
      },
    }),
  );
  channel.notify({ type: 'page.found', page: PAGE });
  channel.notify(WHOLE);
  copied.length = 0;
  const state = () => inspector.getSnapshot();
  const openFile = async (text: string) => {
    inspector.send({ type: 'recording.open', file: { text: () => Promise.resolve(text) } });
    await vi.waitFor(() => expect(state().value.file).toBe('idle'));
  };
  return { inspector, channel, saved, stages, state, openFile };
}
const copied: string[] = [];

/** A watched page, and a recording opened over it. */
async function replaying() {
  const opened = watching();
  await opened.openFile(JSON.stringify(RECORDING));
  return opened;
}

const statesOf = (state: Parameters<typeof selectTree>[0]) => selectTree(state).map(({ states }) => states);

describe('recordings', () => {
  test('that of the watched page is requested, and saved as one file', () => {
    const { inspector, channel, saved } = watching();
    inspector.send({ type: 'saving.toggle' });
    inspector.send({ type: 'recording.save' });
    expect(channel.posted.at(-1)).toEqual({ type: 'recording.requested', page: PAGE.id, isAnonymous: false });
    channel.notify({ type: 'recording.finished', page: 'other', recording: {} });
    channel.notify({ type: 'recording.finished', page: PAGE.id, recording: RECORDING });
    expect(saved).toEqual([{ name: 'earmark-recording.json', text: JSON.stringify(RECORDING) }]);
  });

  test('a file is stepped through forwards and backwards, by steps and by the log', async () => {
    const { inspector, channel, state } = await replaying();
    expect(channel.posted.at(-1)).toEqual({ type: 'pages.requested' });
    const drawn = () => selectDrawing(state())?.getSnapshot().context;
    expect([drawn()?.chart === state().context.charts[LAMP.id], drawn()?.active]).toEqual([true, ['lamp', 'lamp.lit']]);
    expect(statesOf(state())).toEqual([['lit']]);
    expect(selectReplay(state())).toMatchObject({ index: 0, count: 2, isAlone: true });
    expect(selectLastTaken(state())?.number).toBe(1);
    inspector.send({ type: 'recording.go', index: 1 });
    expect(statesOf(state())).toEqual([['off']]);
    inspector.send({ type: 'recording.go', index: 2 });
    expect(selectReplay(state())?.index).toBe(1);
    inspector.send({ type: 'record.select', record: 1 });
    expect([statesOf(state()), selectReplay(state())?.index]).toEqual([[['lit']], 0]);
    expect(state().context.describedRecord?.event).toEqual({ type: 'lamp.press' });
  });

  test('the page is left alone meanwhile, and watched again when the recording is closed', async () => {
    const { inspector, channel, state } = await replaying();
    expect(channel.posted).toContainEqual({ type: 'watch.ended', page: PAGE.id, watcher: 'i1' });
    channel.notify(WHOLE);
    expect(state().context.records).toBe(state().context.replay?.recording.steps);
    inspector.send({ type: 'recording.close' });
    channel.notify({ type: 'page.found', page: PAGE });
    expect(state().value.page).toBe('watching');
    expect(state().context.replay).toBe(null);
  });

  test('a page reports what its machines do with it now, and where that differs', async () => {
    const { channel, state } = await replaying();
    channel.notify({ type: 'page.found', page: PAGE });
    expect(channel.posted.at(-1)).toEqual({ type: 'replay.requested', page: PAGE.id, recording: RECORDING });
    const step = (number: number, leaf: string) => ({
      number,
      active: ['lamp', `lamp.${leaf}`],
      isTaken: true,
      problem: null,
    });
    channel.notify({
      type: 'recording.replayed',
      page: PAGE.id,
      steps: [step(1, 'lit'), step(2, 'off')],
      missing: ['x'],
    });
    expect(selectReplay(state())).toMatchObject({ isAlone: false, others: [], now: null, missing: ['x'] });
    channel.notify({ type: 'recording.replayed', page: PAGE.id, steps: [step(1, 'off'), step(2, 'off')], missing: [] });
    expect(selectReplay(state())).toMatchObject({ others: [0], now: 'lamp.press → off' });
  });

  test.each([
    ['no JSON', 'unreadable'],
    ['{"format":"other"}', 'foreign'],
  ])('a file with %s is refused in words, and the page is watched on', async (text, note) => {
    const { state, openFile } = watching();
    await openFile(text);
    expect([state().context.note, state().value.page, state().context.records.length]).toEqual([note, 'watching', 2]);
  });

  test('a test is made of the open step, on the clipboard and as a file', async () => {
    const { inspector, state, saved } = await replaying();
    inspector.send({ type: 'recording.copy' });
    await vi.waitFor(() => expect(state().context.note).toBe('copied'));
    expect(state().matches({ page: { replaying: 'ready' } })).toBe(true);
    inspector.send({ type: 'recording.mark' });
    expect(selectReplay(state())?.isWrong).toBe(true);
    inspector.send({ type: 'recording.saveTest' });
    expect(saved[0]?.name).toBe('a.recording.test.ts');
    expect(saved[0]?.text).toContain('.not.toBe("lamp.press → lit")');
    expect(copied[0]).toContain('"lamp.press → lit",\n    "lamp.press → off"');
    inspector.send({ type: 'recording.mark' });
    expect(selectReplay(state())?.isWrong).toBe(false);
  });

  test('a blocked clipboard is reported', async () => {
    const { inspector, state, openFile } = watching({ copyText: () => Promise.reject(new Error('closed')) });
    await openFile(JSON.stringify(RECORDING));
    inspector.send({ type: 'recording.copy' });
    await vi.waitFor(() => expect(state().context.note).toBe('notCopied'));
    expect(state().matches({ page: { replaying: 'ready' } })).toBe(true);
  });

  test('a page is requested to start over, on a tape', () => {
    const { inspector, channel } = watching();
    inspector.send({ type: 'recording.restart' });
    expect(channel.posted.at(-1)).toEqual({ type: 'tape.requested', page: PAGE.id, isPanel: false });
  });

  test('the client of a tape is shown beside, and goes along', async () => {
    const { inspector, channel, stages, state, openFile } = watching();
    await openFile(JSON.stringify(TAPED));
    inspector.send({ type: 'stage.open' });
    expect(stages).toEqual(['i1']);
    channel.notify({ type: 'stage.opened', stage: 'i1' });
    expect(channel.posted.at(-1)).toEqual({ type: 'stage.show', stage: 'i1', tape: TAPED.tape, step: 0 });
    expect(selectReplay(state())?.stage).toMatchObject({ step: null, count: 2 });
    channel.notify({ type: 'stage.reached', stage: 'i1', step: 0, differences: [] });
    inspector.send({ type: 'recording.go', index: 1 });
    expect(channel.posted.at(-1)).toEqual({ type: 'stage.go', stage: 'i1', step: 1 });
    inspector.send({ type: 'record.select', record: 1 });
    expect(channel.posted.at(-1)).toEqual({ type: 'stage.go', stage: 'i1', step: 0 });
    inspector.send({ type: 'record.select', record: 2 });
    expect(channel.posted.at(-1)).toEqual({ type: 'stage.go', stage: 'i1', step: 1 });
    channel.notify({
      type: 'stage.reached',
      stage: 'i1',
      step: 1,
      differences: [{ step: 1, what: ['auth: a, now b'] }],
    });
    expect(selectReplay(state())?.stage).toEqual({ step: 1, count: 2, otherwise: ['auth: a, now b'], others: 1 });
    channel.notify({ type: 'stage.left', stage: 'i1' });
    expect(selectReplay(state())?.stage).toBe(null);
    channel.notify({ type: 'stage.opened', stage: 'i1' });
    inspector.send({ type: 'recording.close' });
    expect(channel.posted).toContainEqual({ type: 'stage.close', stage: 'i1' });
  });

  test('a blocked window with the client is reported, until one opens', async () => {
    let isOpen = false;
    const { inspector, stages, state, openFile } = watching({ mayOpen: () => isOpen });
    await openFile(JSON.stringify(TAPED));
    inspector.send({ type: 'stage.open' });
    await vi.waitFor(() => expect(selectIsBlocked(state())).toBe(true));
    isOpen = true;
    inspector.send({ type: 'stage.open' });
    await vi.waitFor(() => expect([state().value.window, selectIsBlocked(state())]).toEqual(['idle', false]));
    expect(stages).toEqual(['i1', 'i1']);
  });

  test('a test is made of the whole client, or of its path to a bug', async () => {
    const { inspector, saved, openFile } = watching();
    await openFile(JSON.stringify(TAPED));
    inspector.send({ type: 'recording.toggleWhole' });
    inspector.send({ type: 'recording.saveTest' });
    expect(saved.at(-1)?.name).toBe('client.recording.test.ts');
    expect(saved.at(-1)?.text).toContain('"api.call auth.status answered → auth: signedOut",');
    inspector.send({ type: 'recording.mark' });
    inspector.send({ type: 'recording.saveTest' });
    expect(saved.at(-1)?.text).toContain('expect(lines.at(-1)).not.toBe("start → auth: starting");');
    expect(saved.at(-1)?.text).not.toContain('signedOut');
  });

  test('without a tape it offers no page, and no such test', async () => {
    const { inspector, stages, state } = await replaying();
    inspector.send({ type: 'stage.open' });
    inspector.send({ type: 'recording.toggleWhole' });
    expect(stages).toEqual([]);
    expect(selectReplay(state())).toMatchObject({ isTaped: false, isWhole: false, stage: null });
  });
});
