import { expect, test } from 'vitest';
import { meanTint } from '../../../src/views/ui/tinted.tsx';

const pixels = (...colours: readonly (readonly [number, number, number, number])[]) => colours.flat();

test('grey has no tint', () => {
  expect(meanTint(pixels([0, 0, 0, 255], [128, 128, 128, 255], [255, 255, 255, 255])).strength).toBe(0);
});

test('a strong colour has its hue at full strength, also among grey', () => {
  expect(meanTint(pixels([200, 40, 30, 255]))).toEqual({ hue: 29, strength: 1 });
  expect(meanTint(pixels([200, 40, 30, 255], [20, 20, 20, 255])).hue).toBe(29);
});

test('transparent pixels do not count, and an empty picture has no tint', () => {
  expect(meanTint(pixels([30, 60, 200, 255], [255, 0, 0, 0])).hue).toBe(meanTint(pixels([30, 60, 200, 255])).hue);
  expect(meanTint([])).toEqual({ hue: 0, strength: 0 });
});
