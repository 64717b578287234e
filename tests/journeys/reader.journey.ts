import { expect, type Page } from 'playwright/test';
import { assign, setup } from 'xstate';
import { readerMachine } from '../../src/machines/reader/reader.machine.ts';
import { bookNamed, isOnPage, serve, wordAtTop } from '../e2e/support/reader.ts';
import { expectHistoryAtRest } from '../e2e/support/reload.ts';
import { createEpub, paragraphs } from '../support/epub.ts';
import { defineJourney, type Place } from '../support/journeys/journey.ts';

interface Seen {
  readonly isMarked: boolean;
}

/** An ebook, its overlays, and one bookmark. */
const machine = setup({
  types: { context: {} as Seen },
  guards: { isMarked: ({ context }) => context.isMarked, isUnmarked: ({ context }) => !context.isMarked },
  actions: { mark: assign({ isMarked: true }), unmark: assign({ isMarked: false }) },
}).createMachine({
  id: 'reading',
  context: { isMarked: false },
  initial: 'page',
  states: {
    page: { on: { read: 'open' } },
    open: {
      initial: 'reading',
      on: { reload: '.reading' },
      states: {
        reading: {
          on: {
            turn: 'reading',
            // A bookmark changes nothing of these: once is enough.
            openContents: { guard: 'isUnmarked', target: 'contents' },
            openSettings: { guard: 'isUnmarked', target: 'settings' },
            openMarks: 'marks',
            mark: { guard: 'isUnmarked', actions: 'mark' },
            escape: '#reading.page',
            back: '#reading.page',
          },
        },
        contents: { on: { chooseChapter: 'reading', search: 'found', escape: 'reading', back: 'reading' } },
        found: { on: { chooseMatch: 'searched', escape: 'searched', clearSearch: 'contents' } },
        /** The search is kept for the next look. */
        searched: { on: { openContents: 'found' } },
        settings: { on: { enlarge: 'settings', escape: 'reading', back: 'reading' } },
        marks: {
          on: {
            goToMark: { guard: 'isMarked', target: 'reading' },
            unmark: { guard: 'isMarked', actions: 'unmark' },
            escape: 'reading',
            back: 'reading',
          },
        },
      },
    },
  },
});

interface Own {
  readonly seen: { word: string; marked: string };
}

const TITLE = 'Alice: A Reader';
const reader = (page: Page) => page.getByRole('dialog', { name: `Reading ${TITLE}` });
const surface = (page: Page) => reader(page).getByRole('region', { name: 'Page' });
const contents = (page: Page) => reader(page).getByRole('complementary', { name: 'Table of contents' });
const marks = (page: Page) => reader(page).getByRole('complementary', { name: 'Highlights and bookmarks' });
const settings = (page: Page) => page.getByRole('dialog', { name: 'Reader settings' });
const button = (page: Page, name: string) => reader(page).getByRole('button', { name, exact: true });
const isMarked = ({ snapshot }: Place) => (snapshot.context as Seen).isMarked;

/** Words of chapter, paragraph and place that the search uses. */
const WANTED = 'Three-5-7';
/** After these the page in view is the one before. */
const KEEPS_PLACE = [
  'read',
  'reload',
  'escape',
  'back',
  'enlarge',
  'openContents',
  'openSettings',
  'openMarks',
  'unmark',
];

export const readerJourney = defineJourney<Own>({
  name: 'reader',
  machine,
  steps: 40,
  restarts: ['reload'],
  async begin({ page, api, signIn, watch }) {
    const id = await bookNamed(await api(), TITLE);
    // The account has no place in the book before the first is saved.
    watch.allow(/404 .*\/api\/me\/progress\//);
    await signIn();
    await serve(
      page,
      createEpub({ chapters: ['One', 'Two', 'Three'].map((title) => ({ title, body: paragraphs(title, 40) })) }),
    );
    await page.goto(`/item/${id}`);
    return { seen: { word: '', marked: '' } };
  },
  does: {
    read: ({ page }) => page.getByRole('button', { name: `Read ${TITLE}` }).click(),
    reload: async ({ page }) => void (await page.reload()),
    back: async ({ page }) => void (await page.goBack()),
    escape: ({ page }) => page.keyboard.press('Escape'),
    async turn({ page, seen }) {
      await surface(page).focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => isOnPage(surface(page), seen.word)).toBe(false);
    },
    openContents: ({ page }) => button(page, 'Table of contents').press('Enter'),
    openSettings: ({ page }) => button(page, 'Reader settings').press('Enter'),
    openMarks: ({ page }) => button(page, 'Highlights and bookmarks').press('Enter'),
    async mark({ page, seen }) {
      await surface(page).focus();
      await page.keyboard.press('b');
      seen.marked = seen.word;
    },
    chooseChapter: ({ page }) => contents(page).getByRole('button', { name: 'Two', exact: true }).click(),
    search: ({ page }) => contents(page).getByRole('searchbox').fill(WANTED),
    clearSearch: ({ page }) => contents(page).getByRole('searchbox').fill(''),
    async chooseMatch({ page }) {
      await contents(page)
        .getByRole('button', { name: new RegExp(`${WANTED} `) })
        .click();
      await expect.poll(() => isOnPage(surface(page), WANTED)).toBe(true);
    },
    async enlarge({ page }) {
      await settings(page).getByRole('slider', { name: 'Font size' }).focus();
      await page.keyboard.press('ArrowRight');
    },
    async goToMark({ page, seen }) {
      await marks(page).getByRole('listitem').getByRole('button').first().click();
      await expect.poll(() => isOnPage(surface(page), seen.marked)).toBe(true);
    },
    unmark: ({ page }) =>
      marks(page)
        .getByRole('button', { name: /^Remove / })
        .click(),
  },
  shows: {
    async page({ page }) {
      await expect(reader(page)).toBeHidden();
      await expect(page).toHaveURL(/\/item\/[\w-]+$/);
    },
    open: ({ page }) => expect(page).toHaveURL(/\?read=\w+$/),
    'open.searched': ({ page }) => expect(reader(page).getByRole('complementary')).toBeHidden(),
    async 'open.reading'({ page }) {
      await expect(reader(page).getByRole('contentinfo').getByRole('status')).toContainText('Page');
      await expect(reader(page).getByRole('complementary')).toBeHidden();
      await expect(settings(page)).toBeHidden();
      await expectHistoryAtRest(page, 1);
    },
    'open.contents': ({ page }) =>
      expect(contents(page).getByRole('button', { name: 'Two', exact: true })).toBeVisible(),
    'open.found': ({ page }) => expect(contents(page).getByText('1 result')).toBeVisible(),
    'open.settings': ({ page }) => expect(settings(page).getByRole('slider', { name: 'Font size' })).toBeVisible(),
    'open.marks': ({ page }, place) => expect(marks(page).getByRole('listitem')).toHaveCount(isMarked(place) ? 1 : 0),
  },
  invariants: {
    async 'what stood at the top of the page stays in view, over closing and reload too'(
      { page, seen },
      { event, to },
    ) {
      // The dialog of the settings hides the pages from role queries.
      if (!to.active.includes('open') || to.active.includes('open.settings')) return;
      await expect.poll(() => wordAtTop(surface(page))).not.toBe('');
      if (seen.word !== '' && KEEPS_PLACE.includes(event))
        await expect.poll(() => isOnPage(surface(page), seen.word)).toBe(true);
      seen.word = await wordAtTop(surface(page));
    },
  },
  covers: [
    {
      machine: readerMachine,
      states: {
        starting: { reason: 'passed at once' },
        finding: { reason: 'passed while the server answers' },
        deciding: { reason: 'passed at once' },
        loading: { reason: 'passed while the file comes' },
        waiting: { reason: 'passed at once' },
        opened: ['open'],
        'opened.opening': { reason: 'passed while the engine works' },
        'opened.reading.position.*': ['open'],
        'opened.reading.bars.*': ['open'],
        'opened.reading.panel': ['open'],
        'opened.reading.panel.hidden': ['open.reading', 'open.searched'],
        'opened.reading.panel.showingContents': ['open.contents', 'open.found'],
        'opened.reading.panel.showingSettings': ['open.settings'],
        'opened.reading.panel.showingMarks': ['open.marks'],
        'opened.reading.question.*': { reason: 'a link out of the book: reader.spec.ts' },
        'opened.reading.scrubber.*': { reason: 'a line and a field to go anywhere: reader-scrubber.spec.ts' },
        'opened.reading.panel.askingPlace.*': {
          reason: 'a line and a field to go anywhere: reader-scrubber.spec.ts',
        },
        'opened.reading.picture.*': { reason: 'a picture of the book: reader-picture.spec.ts' },
        'opened.reading.footnote.*': { reason: 'a note of the book: reader-footnotes.spec.ts' },
        'opened.reading.offer.*': { reason: 'another device: reader-places.spec.ts' },
        'failed.*': { reason: 'a file that cannot be read: reader.spec.ts' },
        closed: ['page'],
      },
      events: {
        'reader.escape': ['escape'],
        'address.left': ['back'],
        'reader.turn': ['turn'],
        'reader.toggleContents': ['openContents'],
        'reader.toggleSettings': ['openSettings'],
        'reader.toggleMarks': ['openMarks'],
        'reader.toggleBookmark': ['mark'],
        'reader.go': ['chooseChapter', 'chooseMatch', 'goToMark'],
        'reader.goBack': { reason: 'a way back from a jump: reader-places.spec.ts' },
        'reader.search': ['search', 'clearSearch'],
        'reader.change': ['enlarge'],
        'reader.attach': { reason: 'the view to its machine' },
        'reader.dismiss': { reason: 'the question of what lies beneath: tests/machines/reader' },
        'reader.press': { reason: 'another way to turn: reader.spec.ts' },
        'reader.toggleBars': { reason: 'a press in the middle of the page: tests/machines/reader' },
        'reader.keepFor': { reason: 'settings of one book: reader-look.spec.ts' },
        'reader.changePages': { reason: 'fixed pages: comics.spec.ts' },
        'reader.showThumbnail': { reason: 'fixed pages: comics.spec.ts' },
        'reader.followLink': { reason: 'a link out of the book: reader.spec.ts' },
        'reader.scrub': { reason: 'a line of the whole book: reader-scrubber.spec.ts' },
        'reader.endScrub': { reason: 'a line of the whole book: reader-scrubber.spec.ts' },
        'reader.toggleGoTo': { reason: 'a typed page or share: reader-scrubber.spec.ts' },
        'reader.typeGoTo': { reason: 'a typed page or share: reader-scrubber.spec.ts' },
        'reader.submitGoTo': { reason: 'a typed page or share: reader-scrubber.spec.ts' },
        'reader.showPicture': { reason: 'a picture of the book: reader-picture.spec.ts' },
        'reader.closePicture': { reason: 'a picture of the book: reader-picture.spec.ts' },
        'reader.showFootnote': { reason: 'a note of the book: reader-footnotes.spec.ts' },
        'reader.closeFootnote': { reason: 'a note of the book: reader-footnotes.spec.ts' },
        'modal.closed': { reason: 'a link out of the book: reader.spec.ts' },
        'reader.followPlace': { reason: 'another device: reader-places.spec.ts' },
        'reader.dismissPlace': { reason: 'another device: reader-places.spec.ts' },
        'reader.undoPlace': { reason: 'another device: reader-places.spec.ts' },
        'reader.retry': { reason: 'a file that cannot be read: reader.spec.ts' },
        'reader.typePassword': { reason: 'a locked file: pdf.spec.ts' },
        'reader.submitPassword': { reason: 'a locked file: pdf.spec.ts' },
        'reader.download': { reason: 'a file that cannot be read: reader.spec.ts' },
        'file.*': { reason: 'the answer of the server' },
        'book.*': { reason: 'what the engine tells of its book' },
        'marks.*': { reason: 'highlights: reader-marks.spec.ts' },
        'place.reported': { reason: 'another device: reader-places.spec.ts' },
        'document.left': { reason: 'a page that is hidden: reader-places.spec.ts' },
      },
    },
  ],
});
