import { describe, expect, test } from 'vitest';
import {
  headingOf,
  lookAtStates,
  type Drawing,
  type DrawnState,
} from '../../../src/machines/inspector/drawing.logic.ts';

const box = (id: string, x: number, y: number, kind: DrawnState['kind'] = 'atomic'): DrawnState => ({
  id,
  key: id,
  kind,
  isInitial: false,
  invokes: [],
  level: 0,
  x,
  y,
  width: 100,
  height: 40,
});
const drawingOf = (width: number, height: number, ...states: DrawnState[]): Drawing => ({
  width,
  height,
  states,
  lines: [],
});
/** Where a state is in the window, in CSS pixels. */
const seen = (drawing: Drawing, frame: { width: number; height: number }, id: string) => {
  const { x, y, scale } = lookAtStates(drawing, frame, [id]);
  const state = drawing.states.find((one) => one.id === id);
  return { left: x + (state?.x ?? 0) * scale, top: y + (state?.y ?? 0) * scale };
};

describe('the first look at a drawing', () => {
  const large = drawingOf(2000, 2000, box('root', 0, 0, 'compound'), box('top', 20, 30), box('mid', 950, 980));
  const frame = { width: 400, height: 400 };

  test('is at the whole where that can be read', () => {
    expect(lookAtStates(drawingOf(200, 100, box('a', 0, 0)), frame, ['a'])).toEqual({ x: 75, y: 137.5, scale: 1.25 });
  });

  test('is at the active state in the middle of a large one, and at the whole without one', () => {
    const { left, top } = seen(large, frame, 'mid');
    expect([left, top]).toEqual([200 - 50 * 0.85, 200 - 20 * 0.85]);
    expect(lookAtStates(large, frame, ['root'])).toEqual({ x: 0, y: 0, scale: 0.2 });
  });

  test('shows nothing empty past the edges of a large one: its heading is in view with a state near it', () => {
    expect(lookAtStates(large, frame, ['top'])).toEqual({ x: 12, y: 12, scale: 0.85 });
    const low = drawingOf(2000, 2000, box('end', 1890, 1950));
    expect(lookAtStates(low, frame, ['end'])).toEqual({ x: 400 - 1700 - 12, y: 400 - 1700 - 12, scale: 0.85 });
  });

  test('a drawing that is only wide is centred vertically', () => {
    const wide = drawingOf(2000, 200, box('a', 0, 0), box('b', 950, 80));
    expect(lookAtStates(wide, frame, ['b'])).toEqual({ x: 200 - 1000 * 0.85, y: (400 - 170) / 2, scale: 0.85 });
  });
});

describe('the heading of a state with states of its own', () => {
  const frame = { width: 400, height: 400 };
  const outer = { ...box('app', 0, 0, 'compound'), width: 2000, height: 1000 };
  const inner = { ...box('signedIn', 100, 100, 'parallel'), level: 1, width: 1000, height: 500 };
  const at = (state: DrawnState, x: number, y: number, scale = 1, seenIn = frame) => {
    const { width, ...place } = headingOf(state, { x, y, scale }, seenIn);
    expect(width).toBeCloseTo(state.key.length * 6.7 + 8);
    return place;
  };

  test('is in the middle of its top when fully in view', () => {
    expect(at(inner, 0, 0, 1, { width: 2000, height: 1000 })).toEqual({ x: 600, y: 118 });
    expect(at(inner, 0, 0, 0.1), 'from far away').toEqual({ x: 600, y: 118 });
  });

  test('is in the middle of its visible part', () => {
    expect(at(outer, 0, 0)).toEqual({ x: 200, y: 18 });
    expect(at(outer, -1800, 0)).toEqual({ x: 1900, y: 18 });
    expect(at(outer, 100, 50), 'its left edge is seen').toEqual({ x: 150, y: 18 });
    expect(at(outer, -300, 0, 0.5), 'in the pixels of the drawing').toEqual({ x: 1000, y: 18 });
  });

  test('stays at the top of the window when its own is above it, below those of its parents', () => {
    expect(at(outer, 0, -300)).toEqual({ x: 200, y: 318 });
    expect(at(inner, 0, -300)).toEqual({ x: 250, y: 333 });
    expect(at(inner, 0, -95), 'and below them also while its own top is seen').toEqual({ x: 250, y: 128 });
  });

  test('never leaves its state', () => {
    expect(at(inner, 0, -590)).toEqual({ x: 250, y: 594 });
    expect(at(inner, -1060, 0), 'a narrow rest of it').toEqual({ x: 1100 - 30.8, y: 118 });
    expect(at(inner, 380, 0), 'from the other side').toEqual({ x: 100 + 30.8, y: 118 });
    expect(at(inner, 5000, 5000), 'out of sight').toEqual({ x: 100 + 30.8, y: 118 });
  });
});
