import { expect, type Page } from 'playwright/test';
import { assign, setup } from 'xstate';
import { batchMachine } from '../../src/machines/edit/batch/batch.machine.ts';
import { selectionMachine } from '../../src/machines/browse/selection/selection.machine.ts';
import { bookLibrary, booksOf } from '../e2e/support/library.ts';
import { expectHistoryAtRest } from '../e2e/support/reload.ts';
import { defineJourney, type Place } from '../support/journeys/journey.ts';

/** `count`: how many of the first books of the shelf are selected. */
const machine = setup({
  types: { context: {} as { count: 0 | 1 | 3 } },
  guards: { isOne: ({ context }) => context.count === 1 },
  actions: {
    selectOne: assign({ count: 1 }),
    selectThree: assign({ count: 3 }),
    selectNone: assign({ count: 0 }),
  },
}).createMachine({
  id: 'selecting',
  context: { count: 0 },
  initial: 'shelf',
  states: {
    shelf: {
      on: {
        tick: { target: 'picking', actions: 'selectOne' },
        pressKey: { target: 'picking', actions: 'selectOne' },
        leave: 'home',
      },
    },
    picking: {
      on: {
        selectRange: { guard: 'isOne', actions: 'selectThree' },
        untick: { guard: 'isOne', target: 'shelf', actions: 'selectNone' },
        escape: { target: 'shelf', actions: 'selectNone' },
        deselectAll: { target: 'shelf', actions: 'selectNone' },
        finish: { target: 'shelf', actions: 'selectNone' },
        reload: { target: 'shelf', actions: 'selectNone' },
        leave: { target: 'home', actions: 'selectNone' },
        openMenu: 'choosing',
        askDelete: 'asking',
      },
    },
    choosing: { on: { escape: 'picking', openMatch: 'matching', rescan: { target: 'shelf', actions: 'selectNone' } } },
    matching: { on: { escape: 'picking', cancel: 'picking' } },
    asking: { on: { escape: 'picking', cancel: 'picking' } },
    home: { on: { back: 'shelf' } },
  },
});

interface Own {
  readonly titles: readonly string[];
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Items' });
const card = (page: Page, index: number) => grid(page).getByRole('gridcell').nth(index);
const selected = (page: Page) => page.locator('[role=grid] [aria-pressed=true]');
const bar = (page: Page) => page.getByRole('banner');
const countOf = ({ snapshot }: Place) => (snapshot.context as { count: number }).count;

/** The first books are selected, these and no others, also below a menu or a dialog. */
async function expectSelected(page: Page, titles: readonly string[], place: Place): Promise<void> {
  await expect(selected(page)).toHaveText(titles.slice(0, countOf(place)));
}

export const selectionJourney = defineJourney<Own>({
  name: 'selection',
  machine,
  steps: 40,
  restarts: ['reload'],
  async begin({ page, api, signIn }) {
    const root = await api();
    const library = await bookLibrary(root);
    const books = await booksOf(root, library);
    await signIn();
    await page.goto(`/library/${library}/bookshelf`);
    await expect(grid(page).getByRole('link').first()).toBeVisible();
    return { titles: books.map(({ media }) => media.metadata.title) };
  },
  does: {
    async tick({ page }) {
      await card(page, 0).hover();
      await card(page, 0).getByRole('checkbox').click();
    },
    async pressKey({ page, titles }) {
      await grid(page)
        .getByText(titles[0] ?? '', { exact: true })
        .focus();
      await page.keyboard.press('Shift+Space');
    },
    selectRange: ({ page }) => card(page, 2).click({ modifiers: ['Shift'] }),
    untick: ({ page }) => card(page, 0).click(),
    escape: ({ page }) => page.keyboard.press('Escape'),
    deselectAll: ({ page }) => bar(page).getByRole('button', { name: 'Deselect all' }).click(),
    finish: ({ page }) =>
      bar(page)
        .getByRole('button', { name: /^Mark as (not )?finished$/ })
        .click(),
    reload: async ({ page }) => void (await page.reload()),
    leave: ({ page }) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click(),
    back: async ({ page }) => void (await page.goBack()),
    // By keyboard: a pointer takes no focus that could be lost.
    openMenu: ({ page }) => bar(page).getByRole('button', { name: 'More actions' }).press('Enter'),
    rescan: ({ page }) => page.getByRole('menuitem', { name: 'Re-scan' }).press('Enter'),
    openMatch: ({ page }) => page.getByRole('menuitem', { name: 'Quick match' }).press('Enter'),
    askDelete: ({ page }) => bar(page).getByRole('button', { name: 'Delete' }).press('Enter'),
    cancel: ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
  },
  shows: {
    async shelf({ page }) {
      await expect(grid(page).getByRole('link').first()).toBeVisible();
      await expect(selected(page)).toHaveCount(0);
      await expect(bar(page).getByRole('button', { name: 'Deselect all' })).toHaveCount(0);
    },
    async picking({ page, titles }, place) {
      await expectSelected(page, titles, place);
      await expect(bar(page).getByText(`${countOf(place)} selected`)).toBeVisible();
      await expectHistoryAtRest(page, 0);
    },
    async choosing({ page, titles }, place) {
      await expect(page.getByRole('menuitem', { name: 'Quick match' })).toBeVisible();
      await expectSelected(page, titles, place);
    },
    async matching({ page, titles }, place) {
      const count = countOf(place);
      const name = `Quick match ${count === 1 ? '1 item' : `${count} items`}`;
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await expectSelected(page, titles, place);
    },
    async asking({ page, titles }, place) {
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete' })).toBeVisible();
      await expectSelected(page, titles, place);
    },
    async home({ page }) {
      await expect(page.getByRole('heading', { level: 1, name: /home$/ })).toBeAttached();
      await expect(bar(page).getByRole('button', { name: 'Deselect all' })).toHaveCount(0);
    },
  },
  invariants: {
    async 'no book is gone: every deletion was called off'({ api, titles }) {
      const root = await api();
      expect((await booksOf(root, await bookLibrary(root))).length).toBe(titles.length);
    },
    async 'nothing stands over the page but what was opened'({ page }, { to }) {
      const isOpen = to.active.some((path) => path === 'matching' || path === 'asking');
      await expect(page.getByRole('dialog')).toHaveCount(isOpen ? 1 : 0);
    },
  },
  covers: [
    {
      machine: selectionMachine,
      states: {
        empty: ['shelf', 'home'],
        picking: ['picking', 'choosing'],
        'picking.deciding': { reason: 'passed in one step' },
        'picking.resting': ['picking', 'choosing'],
        'picking.completing': { reason: 'the books of a collapsed series: selection.spec.ts' },
        working: ['matching', 'asking'],
        'working.loadingCode': { reason: 'passed while the code loads' },
        'working.running': ['matching', 'asking'],
        'working.ended': { reason: 'passed in one step' },
      },
      events: {
        'selection.toggle': ['tick', 'pressKey', 'untick'],
        'selection.extend': ['selectRange'],
        'selection.clear': ['escape', 'deselectAll'],
        'selection.run': ['finish', 'openMatch', 'askDelete', 'rescan'],
        'route.changed': ['leave', 'back'],
        'matches.begun': { reason: 'the answer of the server: tests/machines/browse/selection' },
        'selection.showMatches': { reason: 'what a match changed: tests/machines/edit/quick-match' },
        'modal.closed': { reason: 'the dialog of what a match changed: tests/machines/edit/quick-match' },
        'server.*': { reason: 'what somebody else does to the books: tests/machines/browse/selection' },
      },
    },
    {
      machine: batchMachine,
      states: {
        deciding: { reason: 'passed in one step' },
        asking: ['asking'],
        choosing: ['matching'],
        listing: { reason: 'the modal of lists: collections.spec.ts' },
        sending: { reason: 'passed while the server answers; `rescan` goes through it' },
        ended: { reason: 'over: what was done is no longer selected, or the selection is as it was' },
      },
      events: {
        'modal.closed': ['escape', 'cancel'],
        'batch.looked': { reason: 'passed while items are read before a match: tests/machines/edit/quick-match' },
        'batch.partSettled': ['rescan'],
        'batch.allSettled': ['rescan'],
      },
    },
  ],
});
