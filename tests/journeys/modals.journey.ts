import { expect, type Page } from 'playwright/test';
import { setup } from 'xstate';
import { itemEditMachine } from '../../src/machines/edit/item-edit/item-edit.machine.ts';
import { modalMachine } from '../../src/machines/app/modals/modal.machine.ts';
import { modalsMachine } from '../../src/machines/app/modals/modals.machine.ts';
import { bookLibrary, booksOf } from '../e2e/support/library.ts';
import { expectHistoryAtRest } from '../e2e/support/reload.ts';
import { defineJourney } from '../support/journeys/journey.ts';

/** Overlays of a book's page: none, one modal, or a question over the modal. */
const machine = setup({}).createMachine({
  id: 'modals',
  initial: 'page',
  states: {
    home: { on: { forward: 'page' } },
    page: {
      on: { back: 'home', openEdit: 'editing', openLists: 'listing', openDelete: 'deleting', followLink: 'editing' },
    },
    editing: {
      initial: 'unchanged',
      on: { save: '.unchanged', saveAndClose: 'page' },
      states: {
        unchanged: {
          on: {
            type: 'changed',
            escape: '#modals.page',
            back: '#modals.page',
            close: '#modals.page',
            reload: 'unchanged',
          },
        },
        changed: {
          on: { escape: '#modals.asking', back: '#modals.asking', close: '#modals.asking', reload: 'restored' },
        },
        restored: {
          on: {
            type: 'changed',
            forgetDraft: 'unchanged',
            escape: '#modals.asking',
            back: '#modals.asking',
            close: '#modals.asking',
            reload: 'restored',
          },
        },
      },
    },
    asking: {
      on: {
        discard: 'page',
        cancel: 'editing.changed',
        escape: 'editing.changed',
        back: 'editing.changed',
        reload: 'editing.restored',
      },
    },
    listing: { on: { escape: 'page', close: 'page', back: 'page', reload: 'page' } },
    deleting: { on: { escape: 'page', cancel: 'page', back: 'page', reload: 'page' } },
  },
});

interface Own {
  readonly id: string;
  readonly title: string;
  readonly count: { typed: number };
}

const dialogs = (page: Page) => page.getByRole('dialog');
const edit = (page: Page, title: string) => page.getByRole('dialog', { name: `Edit: ${title}` });
/** The notice that values typed before a reload are restored. */
const restored = (page: Page, title: string) =>
  edit(page, title).getByText('Your changes from before the page reloaded');
const lists = (page: Page) => page.getByRole('dialog', { name: 'Add to collection' });
const question = (page: Page) => page.getByText('Discard the unsaved changes');
const more = (page: Page, title: string) => page.getByRole('button', { name: `More options for ${title}` });

/** By keyboard: a pointer takes no focus that could be lost. */
async function choose(page: Page, title: string, entry: string): Promise<void> {
  await more(page, title).press('Enter');
  await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter');
}

export const modalsJourney = defineJourney<Own>({
  name: 'modals',
  machine,
  steps: 32,
  restarts: ['reload', 'followLink'],
  async begin({ page, api, signIn }) {
    const root = await api();
    const [book] = await booksOf(root, await bookLibrary(root));
    if (!book) throw new Error('The demo has no book');
    await signIn();
    await page.goto('/');
    await expect(page.getByRole('main').getByRole('region').first()).toBeVisible();
    await page.goto(`/item/${book.id}`);
    return { id: book.id, title: book.media.metadata.title, count: { typed: 0 } };
  },
  does: {
    back: async ({ page }) => void (await page.goBack()),
    forward: async ({ page }) => void (await page.goForward()),
    reload: async ({ page }) => void (await page.reload()),
    openEdit: ({ page, title }) => choose(page, title, 'Edit'),
    async openLists({ page, title }) {
      await page.getByRole('button', { name: `Add ${title}` }).press('Enter');
      await page.getByRole('menuitem', { name: 'Add to collection', exact: true }).press('Enter');
    },
    openDelete: ({ page, title }) => choose(page, title, 'Delete'),
    async followLink({ page, id }) {
      const loaded = page.waitForEvent('domcontentloaded');
      await page.evaluate((address) => location.replace(address), `/item/${id}?edit=${id}`);
      await loaded;
    },
    async type({ page, title, count }) {
      count.typed += 1;
      await edit(page, title).getByLabel('Subtitle').fill(`Draft ${count.typed}`);
    },
    escape: ({ page }) => page.keyboard.press('Escape'),
    close: ({ page }) => dialogs(page).last().getByRole('button', { name: 'Close', exact: true }).click(),
    discard: ({ page }) => page.getByRole('button', { name: 'Discard' }).click(),
    cancel: ({ page }) => dialogs(page).last().getByRole('button', { name: 'Cancel' }).click(),
    save: ({ page, title }) => edit(page, title).getByRole('button', { name: 'Save', exact: true }).click(),
    saveAndClose: ({ page, title }) => edit(page, title).getByRole('button', { name: 'Save & close' }).click(),
    forgetDraft: ({ page, title }) => edit(page, title).getByRole('button', { name: 'Back to saved' }).click(),
  },
  shows: {
    home: ({ page }) => expect(page.getByRole('heading', { level: 1, name: /home$/ })).toBeAttached(),
    async page({ page, id, title }) {
      await expect(page).toHaveURL(new RegExp(`/item/${id}$`));
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expectHistoryAtRest(page, 0);
    },
    async editing({ page, id, title }) {
      await expect(edit(page, title).getByLabel('Title', { exact: true })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`\\?edit=${id}`));
      await expect(dialogs(page)).toHaveCount(1);
    },
    async 'editing.unchanged'({ page, title }) {
      await expect(restored(page, title)).toHaveCount(0);
    },
    'editing.changed': ({ page, title, count }) =>
      expect(edit(page, title).getByLabel('Subtitle')).toHaveValue(`Draft ${count.typed}`),
    async 'editing.restored'({ page, title, count }) {
      await expect(restored(page, title)).toBeVisible();
      await expect(edit(page, title).getByLabel('Subtitle')).toHaveValue(`Draft ${count.typed}`);
    },
    asking: ({ page }) => expect(question(page)).toBeVisible(),
    listing: ({ page }) => expect(lists(page)).toBeVisible(),
    deleting: ({ page }) => expect(dialogs(page).getByRole('button', { name: 'Delete' })).toBeVisible(),
  },
  invariants: {
    async 'a page that nothing stands over can be reached, and only then'({ page }, { to }) {
      const isOpen = !to.active.some((path) => path === 'page' || path === 'home');
      await expect
        .poll(() =>
          dialogs(page)
            .count()
            .then((count) => count > 0),
        )
        .toBe(isOpen);
      await expect(page.getByRole('banner')).toHaveCount(isOpen ? 0 : 1);
    },
    async 'the focus is in what stands on top'({ page }, { to }) {
      if (to.active.some((path) => path === 'page' || path === 'home')) return;
      await expect(
        dialogs(page)
          .last()
          .locator(':focus')
          .or(dialogs(page).last().and(page.locator(':focus'))),
      ).toHaveCount(1);
    },
    async 'the focus goes back to the button that opened it'({ page, title }, { from, event, to }) {
      if (!['escape', 'close', 'cancel'].includes(event) || !to.active.includes('page')) return;
      if (from.active.includes('editing')) return;
      const opener = from.active.includes('listing')
        ? page.getByRole('button', { name: `Add ${title}` })
        : more(page, title);
      await expect(opener).toBeFocused();
    },
    async 'what was given up was not saved'({ api, id, count }, { event }) {
      if (event !== 'discard') return;
      const { media } = (await (await api()).call('GET', `/api/items/${id}?expanded=1`)) as {
        media: { metadata: { subtitle: string | null } };
      };
      expect(media.metadata.subtitle).not.toBe(`Draft ${count.typed}`);
    },
  },
  covers: [
    {
      machine: modalsMachine,
      states: { closed: ['page', 'home'], open: ['editing', 'asking', 'listing', 'deleting'] },
      events: {
        'modals.open': ['openEdit', 'openLists', 'openDelete', 'followLink'],
        'modals.closeAll': { reason: 'the page is left by other ways than Back: tests/machines/app/modals' },
        'modals.prefetch': { reason: 'loads code ahead, and shows nothing: tests/machines/app/modals' },
        'server.*': { reason: 'about items: item-edit.spec.ts' },
      },
    },
    {
      machine: modalMachine,
      states: {
        loading: { reason: 'passed while the code loads' },
        loadingAgain: { reason: 'a chunk that fails: faults.spec.ts' },
        failed: { reason: 'a chunk that fails: faults.spec.ts' },
        open: ['editing', 'asking', 'listing', 'deleting'],
        closed: ['page', 'home'],
      },
      events: {
        'modal.close': ['escape', 'close'],
        'back.pressed': ['back'],
        'modal.retry': { reason: 'a chunk that fails: faults.spec.ts' },
        'call.answered': { reason: 'a chunk that the server did not answer: tests/views/app/modals' },
        'modal.viewFailed': { reason: 'a fault in a view: tests/views' },
        'server.*': { reason: 'about items: item-edit.spec.ts' },
      },
    },
    {
      machine: itemEditMachine,
      states: {
        shown: ['editing', 'asking'],
        'shown.loading': { reason: 'passed while the server answers' },
        'shown.ready': ['editing', 'asking'],
        'shown.ready.resting': ['editing'],
        'shown.ready.saving': { reason: 'passed while the server answers' },
        'shown.ready.asking': ['asking'],
        closed: ['page'],
      },
      events: {
        'itemEdit.close': ['escape', 'close'],
        'address.left': ['back'],
        'itemEdit.save': ['save'],
        'itemEdit.saveAndClose': ['saveAndClose'],
        'modal.closed': ['discard', 'cancel', 'escape'],
        'itemEdit.step': { reason: 'there is no next item on the page of one: item-edit.spec.ts' },
        'itemEdit.saveAndNext': { reason: 'there is no next item on the page of one: item-edit.spec.ts' },
        'itemEdit.showTab': { reason: 'within one modal' },
        'tab.finished': { reason: 'within one modal: item-edit-tabs.spec.ts' },
        'tab.changedItem': { reason: 'within one modal: item-edit-tabs.spec.ts' },
        'itemEdit.takeTheirs': { reason: 'within one modal: item-edit.spec.ts' },
        'itemEdit.forgetDraft': ['forgetDraft'],
        'itemEdit.keepMine': { reason: 'within one modal: item-edit.spec.ts' },
        'item.loaded': { reason: 'the answer of the server' },
        'item.failed': { reason: 'the answer of the server: tests/machines/edit/item-edit' },
        'edits.saved': { reason: 'the answer of the server' },
        'edits.refused': { reason: 'the form says what is missing: tests/views' },
        'edits.failed': { reason: 'the answer of the server: item-edit.spec.ts' },
        'server.*': { reason: 'about items: item-edit.spec.ts' },
      },
    },
  ],
});
