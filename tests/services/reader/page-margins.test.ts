import { expect, test } from 'vitest';
import { lookOf } from '../../../src/machines/reader/settings.logic.ts';
import { defaultEreaderSettings } from '../../../src/schemas/reading.ts';
import { edgeOf, gapOf, kindOf } from '../../../src/services/reader/page-margins.ts';

const look = lookOf(defaultEreaderSettings);

test('pages are side by side where they fit, unless their lines are vertical or they are scrolled', () => {
  expect([kindOf(899, false, look), kindOf(900, false, look), kindOf(900, true, look)]).toEqual([
    'single',
    'split',
    'vertical',
  ]);
  expect(kindOf(900, false, { ...look, flow: 'scrolled' })).toBe('single');
  expect(kindOf(900, false, { ...look, spread: 'none' })).toBe('single');
});

test('margins are a share of the page, larger where lines would be too long, and follow the setting', () => {
  expect([gapOf(374, 'single', look), gapOf(1200, 'split', look), gapOf(1200, 'single', look)]).toEqual([32, 100, 656]);
  // Larger letters take longer lines.
  expect(gapOf(1200, 'single', { ...look, scale: 150 })).toBe(384);
  expect([0, 50, 200].map((margins) => gapOf(1200, 'single', { ...look, margins }))).toEqual([0, 328, 840]);
  // Two pages never touch.
  expect([0, 50, 200].map((margins) => gapOf(1200, 'split', { ...look, margins }))).toEqual([32, 50, 200]);
  expect([0, 100, 300].map((margins) => edgeOf({ ...look, margins }))).toEqual([0, 20, 60]);
});

test('text is never narrower than a third of its page, about', () => {
  expect(gapOf(1200, 'single', { ...look, margins: 300 })).toBe(840);
  expect(gapOf(300, 'split', { ...look, margins: 300 })).toBeLessThanOrEqual(104);
});
