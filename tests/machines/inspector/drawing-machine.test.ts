import { describe, expect, test, vi } from 'vitest';
import { lookAtAll, lookAtStates, zoomed } from '../../../src/machines/inspector/drawing.logic.ts';
import { drawingMachine } from '../../../src/machines/inspector/drawing.machine.ts';
import { createHost } from '../../support/host.ts';
import { createFakeLayout, LAMP } from '../../support/inspector-fixtures.ts';

const active = ['lamp', 'lamp.lit'];
const frame = { width: 200, height: 100 };

function start() {
  const layout = createFakeLayout();
  const host = createHost(drawingMachine, { input: { layout } });
  const now = () => host.subject.getSnapshot();
  return { ...host, layout, now, is: (value: string) => vi.waitFor(() => expect(now().value).toBe(value)) };
}

/** A drawing of the lamp, lit, in a frame. */
async function open() {
  const opened = start();
  opened.subject.send({ type: 'frame.changed', ...frame });
  opened.subject.send({ type: 'drawing.show', chart: LAMP, active });
  expect(opened.now().hasTag('busy')).toBe(true);
  await opened.is('ready');
  const { drawing } = opened.now().context;
  if (!drawing) throw new Error('Nothing was drawn');
  return { ...opened, drawing, look: () => opened.now().context.look };
}

describe('a drawing', () => {
  test('starts at its actor, also in a changing frame, until a user moves it', async () => {
    const { subject, now, drawing, look } = await open();
    expect([look(), now().context.isMoved]).toEqual([lookAtStates(drawing, frame, active), false]);
    const small = { width: 60, height: 50 };
    subject.send({ type: 'frame.changed', ...small });
    expect(look()).toEqual(lookAtStates(drawing, small, active));
    const before = look();
    subject.send({ type: 'drawing.move', x: 5, y: -7 });
    expect(look()).toEqual({ ...before, x: before.x + 5, y: before.y - 7 });
    subject.send({ type: 'frame.changed', ...frame });
    expect([look(), now().context.frame]).toEqual([{ ...before, x: before.x + 5, y: before.y - 7 }, frame]);
  });

  test.each([
    ['in the middle of the frame', {}, { x: 100, y: 50 }],
    ['at a point', { at: { x: 3, y: 4 } }, { x: 3, y: 4 }],
  ])('comes nearer %s, and is seen whole again', async (_where, more, at) => {
    const { subject, now, drawing, look } = await open();
    const before = look();
    subject.send({ type: 'drawing.zoom', factor: 2, ...more });
    expect([look(), now().context.isMoved]).toEqual([zoomed(before, 2, at), true]);
    subject.send({ type: 'drawing.reset' });
    expect(look()).toEqual(lookAtAll(drawing, frame));
  });

  test('is laid out again for another chart, kept for the same one, and hidden without one', async () => {
    const { subject, now, is, drawing } = await open();
    subject.send({ type: 'drawing.show', chart: LAMP, active: ['lamp', 'lamp.off'] });
    expect([now().value, now().context.drawing, now().context.active]).toEqual([
      'ready',
      drawing,
      ['lamp', 'lamp.off'],
    ]);
    subject.send({ type: 'drawing.show', chart: { ...LAMP, title: 'other' }, active });
    expect([now().value, now().context.drawing]).toEqual(['placing', null]);
    subject.send({ type: 'drawing.show', chart: { ...LAMP, id: 'third' }, active });
    await is('ready');
    expect(now().context.chart?.id).toBe('third');
    subject.send({ type: 'drawing.show', chart: null, active: [] });
    expect([now().value, now().context.chart, now().context.drawing]).toEqual(['empty', null, null]);
  });

  test('that failed to be laid out says so, and retries on request', async () => {
    const { subject, layout, now, is } = start();
    layout.isBroken = true;
    subject.send({ type: 'drawing.show', chart: LAMP, active });
    await is('failed');
    expect([now().hasTag('failed'), now().context.drawing]).toEqual([true, null]);
    layout.isBroken = false;
    subject.send({ type: 'drawing.retry' });
    expect(now().hasTag('busy')).toBe(true);
    await is('ready');
    expect(now().context.drawing?.states).toHaveLength(LAMP.states.length);
  });
});
