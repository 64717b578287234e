import { chaptersEditorMachine } from '../../src/machines/chapters-editor/chapters-editor.machine.ts';
import { isFault, problemsOf, type Draft } from '../../src/machines/chapters-editor/draft.logic.ts';
import { lookupMachine } from '../../src/machines/chapters-editor/lookup.machine.ts';
import { isAsin } from '../../src/machines/kit/book-numbers.logic.ts';
import { durationOf, isChanged, rowsOf } from '../../src/machines/chapters-editor/editor.logic.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { wholePodcast } from '../support/episode-fixtures.ts';
import { bookBody, questionClosed, reducedBook, wholeBook } from '../support/item-fixtures.ts';
import { foundBody } from '../support/chapter-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const { id } = bookBody;
const missing = new AppException({ kind: 'notFound', message: '' });
const slow = new AppException({ kind: 'timeout' });
const book = wholeBook.mediaType === 'book' ? wholeBook : null;
/** One chapter, as its file would give it: to take it from there changes nothing. */
const withChapter = (title: string) =>
  ({
    ...book,
    media: { ...book?.media, chapters: { items: [{ id: 0, start: 0, end: 9, title }], dropped: [] } },
  }) as never;
const here = withChapter("Alice's Adventures in Wonderland");
const elsewhere = withChapter('Theirs');

/** What of a draft the events of this model make different. */
const inShort = ({ rows }: Draft) => `${rows.length} ${rows[0]?.title} ${rows[0]?.start}`;

export const chaptersEditorModel = defineModel({
  name: 'chapters editor',
  machine: chaptersEditorMachine,
  starts: [{ input: { route: { name: 'chapters', id }, entryKey: 'k', memory: null } }],
  named: { modals: null, toasts: null, router: null },
  events: [
    { type: 'chapters.retry' },
    ({ context }) =>
      ({
        type: 'chapters.edit',
        edit: { kind: 'setTitle', key: rowsOf(context)[0]?.key ?? 0, title: 'Mine' },
      }) as const,
    ({ context }) => ({ type: 'chapters.typeStart', key: rowsOf(context)[0]?.key ?? 0, text: '0:0' }) as const,
    ({ context }) => ({ type: 'chapters.typeStart', key: rowsOf(context)[0]?.key ?? 0, text: 'x' }) as const,
    { type: 'chapters.settle' },
    { type: 'chapters.touchRow', key: 0 },
    { type: 'chapters.undo' },
    { type: 'chapters.redo' },
    { type: 'chapters.reset' },
    { type: 'chapters.clear' },
    { type: 'chapters.takeTracks' },
    { type: 'chapters.toggleTracks' },
    { type: 'chapters.showSeconds', isOn: true },
    { type: 'chapters.openPanel', panel: 'paste', pattern: '{n}' },
    { type: 'chapters.closePanel' },
    { type: 'chapters.typeIn', field: 'pasted', value: 'x' },
    { type: 'chapters.runPanel' },
    { type: 'chapters.download' },
    { type: 'chapters.takeTheirs' },
    { type: 'chapters.keepMine' },
    { type: 'chapters.save' },
    { type: 'leave.wanted' },
    questionClosed(true),
    questionClosed(false),
    { type: 'page.refresh', again: true },
    { type: 'item.loaded', data: here },
    { type: 'item.loaded', data: elsewhere },
    { type: 'item.loaded', data: wholePodcast },
    { type: 'item.failed', cause: missing },
    { type: 'item.failed', cause: slow },
    { type: 'server.item.updated', item: reducedBook },
    { type: 'server.items.updated', items: { items: [reducedBook], dropped: [] } },
    { type: 'server.item.removed', item: { id } },
  ],
  ignored: [{ type: 'server.item.removed', item: { id: 'another' } }],
  outputs: { save: [{ success: true, updated: true }] },
  failures: { save: [slow] },
  project: ({ context }) => [
    context.history.past.map(inShort),
    inShort(context.history.draft),
    context.history.future.map(inShort),
    context.history.about,
    context.typing?.text,
    context.theirs?.[0]?.title,
    context.base[0]?.title,
  ],
  stopWhen: ({ context: { history } }) => history.past.length + history.future.length > 1,
  invariants: {
    'what is saved has no fault': (state) =>
      !state.matches({ editing: { draft: 'saving' } }) ||
      !problemsOf(rowsOf(state.context), durationOf(state.context)).some(isFault),
    'the door is held exactly while something is not saved': (state) =>
      !state.matches('editing') || state.matches({ editing: { door: 'held' } }) === isChanged(state.context),
    'it leaves by itself only after a save': (state, { happened }) =>
      !state.matches('left') || happened.some(({ type }) => type === 'chapters.save'),
  },
});

export const chapterLookupModel = defineModel({
  name: 'chapter lookup',
  machine: lookupMachine,
  starts: [{ input: { asin: '' } }, { input: { asin: 'B002V5D7KM' } }],
  events: [
    { type: 'lookup.type', asin: 'short' },
    { type: 'lookup.type', asin: 'B002V5D7KM' },
    { type: 'lookup.chooseRegion', region: 'uk' },
    { type: 'lookup.keepBranding', isOn: true },
    { type: 'lookup.typeOffset', offset: '1' },
    { type: 'lookup.search' },
  ],
  outputs: { search: [foundBody, { error: 'No', stringKey: 'MessageInvalidAsin' }, { ...foundBody, chapters: [] }] },
  failures: { search: [slow] },
  project: ({ context }) => [context.asin, context.found !== null, context.problem],
  invariants: {
    'nobody is asked about what can be no ASIN': (state) => !state.matches('searching') || isAsin(state.context.asin),
    'what is wrong is told only after somebody has searched': ({ context }, { happened }) =>
      context.problem === null || happened.some(({ type }) => type === 'lookup.search'),
  },
});
