import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect } from 'playwright/test';
import type { Tab } from '../driver/browser.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Axe finds no accessibility fault in either theme. Lists faults as `theme rule: selector`. */
export async function expectAccessible(tab: Tab): Promise<void> {
  const faults = [];
  for (const theme of ['dark', 'light']) faults.push(...(await tab.evaluateWith(AXE, faultsIn, theme)));
  expect(faults).toEqual([]);
}

/** In the page, once its colours are at rest. */
async function faultsIn(theme: string): Promise<string[]> {
  const { axe } = window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } };
  document.documentElement.dataset['theme'] = theme;
  const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(finite.map(({ finished }) => finished));
  const { violations } = await axe.run({ resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${theme} ${id}: ${target.join(' ')}`));
}
