import { describe, expect, test } from 'vitest';
import { closer, fitted, moved, scalesOf, zoomed } from '../../../src/machines/reader/picture-view.logic.ts';
import { pictureViewMachine } from '../../../src/machines/reader/picture-view.machine.ts';
import { createHost } from '../../support/host.ts';

const picture = { width: 1000, height: 500 };
const frame = { width: 500, height: 400 };

describe('the view of a picture', () => {
  test.each([
    [picture, frame, { x: 0, y: 75, scale: 0.5 }],
    [{ width: 400, height: 1600 }, frame, { x: 200, y: 0, scale: 0.25 }],
    [{ width: 100, height: 100 }, frame, { x: 100, y: 50, scale: 3 }],
    [picture, { width: 0, height: 0 }, { x: 0, y: 0, scale: 0 }],
  ])('%j in %j is fitted as %j', (size, room, view) => {
    expect(fitted(size, room)).toEqual(view);
  });

  test.each([
    [picture, { least: 0.5, most: 4 }],
    [
      { width: 100, height: 100 },
      { least: 1, most: 12 },
    ],
  ])('%j has the scales %j', (size, scales) => {
    expect(scalesOf(size, frame)).toEqual(scales);
  });

  test('zoom keeps the point under the finger', () => {
    const view = zoomed(fitted(picture, frame), 4, { x: 100, y: 200 }, picture, frame);
    expect(view).toEqual({ x: -300, y: -300, scale: 2 });
  });

  test('zoom ends at the least and the most', () => {
    const view = fitted(picture, frame);
    expect(zoomed(view, 0.1, { x: 0, y: 0 }, picture, frame)).toEqual(view);
    expect(zoomed(view, 100, { x: 0, y: 0 }, picture, frame).scale).toBe(4);
  });

  test('moves end at the edges of the picture, and the middle stays in the middle', () => {
    const view = { x: -100, y: 75, scale: 0.8 };
    expect(moved(view, { x: 500, y: 500 }, picture, frame)).toEqual({ x: 0, y: 0, scale: 0.8 });
    expect(moved(view, { x: -500, y: -500 }, picture, frame)).toEqual({ x: -300, y: 0, scale: 0.8 });
    expect(moved({ ...view, scale: 0.6 }, { x: 10, y: 10 }, picture, frame)).toEqual({ x: -90, y: 50, scale: 0.6 });
  });

  test.each([
    [0.5, 2],
    [0.9, 2],
    [3, 2],
    [0.25, 4],
  ])('a double press on one fitted as %d zooms it by %d', (scale, factor) => {
    expect(closer({ x: 0, y: 0, scale })).toBe(factor);
  });
});

function open() {
  const { subject } = createHost(pictureViewMachine, { input: { ...picture, address: 'blob:map', name: '' } });
  subject.send({ type: 'frame.changed', ...frame });
  return { subject, view: () => subject.getSnapshot().context.view, state: () => subject.getSnapshot().value };
}

describe('a picture', () => {
  test('fits its frame, also another one, until it is zoomed', () => {
    const { subject, view, state } = open();
    expect([state(), view()]).toEqual(['fitted', { x: 0, y: 75, scale: 0.5 }]);
    subject.send({ type: 'frame.changed', width: 1000, height: 500 });
    expect(view()).toEqual({ x: 0, y: 0, scale: 1 });
    subject.send({ type: 'picture.zoom', factor: 2 });
    expect([state(), view()]).toEqual(['zoomed', { x: -500, y: -250, scale: 2 }]);
    subject.send({ type: 'frame.changed', ...frame });
    expect(view()).toEqual({ x: -500, y: -250, scale: 2 });
  });

  test('waits for its frame', () => {
    const { subject } = createHost(pictureViewMachine, { input: { ...picture, address: 'blob:map', name: '' } });
    subject.send({ type: 'picture.toggle', at: { x: 0, y: 0 } });
    subject.send({ type: 'picture.zoom', factor: 2 });
    expect(subject.getSnapshot().matches('fitted')).toBe(true);
  });

  test('moves in its frame while it is zoomed', () => {
    const { subject, view } = open();
    subject.send({ type: 'picture.move', x: 50, y: 0 });
    expect(view()).toEqual({ x: 0, y: 75, scale: 0.5 });
    subject.send({ type: 'picture.zoom', factor: 4, at: { x: 0, y: 0 } });
    subject.send({ type: 'picture.move', x: -50, y: 9000 });
    expect(view()).toEqual({ x: -50, y: 0, scale: 2 });
  });

  test.each(['picture.reset', 'picture.toggle', 'picture.zoom'] as const)('fits again by %s', (type) => {
    const { subject, view, state } = open();
    subject.send({ type: 'picture.toggle', at: { x: 500, y: 200 } });
    expect([state(), view()]).toEqual(['zoomed', { x: -500, y: -50, scale: 1 }]);
    subject.send(type === 'picture.zoom' ? { type, factor: 0.1 } : { type, at: { x: 0, y: 0 } });
    expect([state(), view()]).toEqual(['fitted', { x: 0, y: 75, scale: 0.5 }]);
    subject.send({ type: 'picture.zoom', factor: 0.5 });
    expect(state()).toBe('fitted');
  });
});
