import { chaptersEditorMachine } from '../../src/machines/edit/chapters-editor/chapters-editor.machine.ts';
import { isFault, problemsOf, type Draft } from '../../src/machines/edit/chapters-editor/draft.logic.ts';
import { lookupMachine } from '../../src/machines/edit/chapters-editor/lookup.machine.ts';
import { isAsin } from '../../src/machines/kit/book-numbers.logic.ts';
import { placeOf } from '../../src/machines/edit/chapters-editor/preview.logic.ts';
import { previewMachine } from '../../src/machines/edit/chapters-editor/preview.machine.ts';
import { missingPieces, type WavePiece } from '../../src/machines/edit/chapters-editor/wave.logic.ts';
import { waveMachine } from '../../src/machines/edit/chapters-editor/wave.machine.ts';
import {
  durationOf,
  isChanged,
  isUnreadable,
  rowsOf,
  withoutLength,
} from '../../src/machines/edit/chapters-editor/editor.logic.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { wholePodcast } from '../support/episode-fixtures.ts';
import { bookBody, questionClosed, reducedBook, wholeBook } from '../support/item-fixtures.ts';
import { foundBody } from '../support/chapter-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const { id } = bookBody;
const missing = new AppException({ kind: 'notFound', message: '' });
const slow = new AppException({ kind: 'timeout' });
const book = wholeBook.mediaType === 'book' ? wholeBook : null;
/** One chapter, as in its file: taking it from there changes nothing. */
const withChapter = (title: string) =>
  ({
    ...book,
    media: { ...book?.media, chapters: { items: [{ id: 0, start: 0, end: 9, title }], dropped: [] } },
  }) as never;
const here = withChapter("Alice's Adventures in Wonderland");
const elsewhere = withChapter('Theirs');

/** The draft's data that this model's events change. */
const inShort = ({ rows }: Draft) => `${rows.length} ${rows[0]?.title} ${rows[0]?.start}`;

export const chaptersEditorModel = defineModel({
  name: 'chapters editor',
  machine: chaptersEditorMachine,
  starts: [{ input: { route: { name: 'chapters', id }, entryKey: 'k', memory: null } }],
  named: { modals: null, toasts: null, router: null },
  events: [
    { type: 'page.retry' },
    // The first one has no length.
    {
      type: 'chapters.edit',
      edit: { kind: 'replace', chapters: ['Mine', 'Too'].map((title) => ({ start: 0, title })) },
    },
    ({ context }) => ({ type: 'chapters.typeStart', key: rowsOf(context)[0]?.key ?? 0, text: 'x' }) as const,
    // To its own position: the edit itself is that of a typed start.
    ({ context: { history } }) => {
      const { key, start } = history.draft.rows[0] ?? { key: 0, start: 0 };
      return { type: 'chapters.moveStart', key, start } as const;
    },
    { type: 'chapters.listen', how: 'on' },
    { type: 'chapters.listen', how: 'around' },
    { type: 'chapters.toggleWave' },
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
    isUnreadable(context),
    context.theirs?.[0]?.title,
    context.base[0]?.title,
  ],
  // An invalid start changes only what may be saved: its tests continue from there.
  stopWhen: ({ context }) => context.history.past.length + context.history.future.length > 1 || isUnreadable(context),
  invariants: {
    'saved chapters have no fault': (state) =>
      !state.matches({ editing: { draft: 'saving' } }) ||
      !problemsOf(rowsOf(state.context), durationOf(state.context)).some(isFault),
    'chapters without a length are saved only after an answer': (state, { happened }) =>
      !state.matches({ editing: { draft: 'saving' } }) ||
      withoutLength(state.context).length === 0 ||
      happened.some(({ type }) => type === 'modal.closed'),
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
    'an invalid ASIN sends no request': (state) => !state.matches('searching') || isAsin(state.context.asin),
    'a fault shows only after a search': ({ context }, { happened }) =>
      context.problem === null || happened.some(({ type }) => type === 'lookup.search'),
  },
});

const one = placeOf({ key: 0, start: 0, title: 'One' });
const other = placeOf({ key: 1, start: 10, title: 'Two' });

export const previewModel = defineModel({
  name: 'preview',
  machine: previewMachine,
  starts: [{ input: { itemId: 'a' } }],
  named: { player: null },
  events: [
    { type: 'preview.toggle', place: one },
    { type: 'preview.toggle', place: other },
    { type: 'preview.pause' },
    { type: 'preview.opened', tracks: [{ url: '/a', mimeType: 'audio/mpeg', startOffset: 0, duration: 60 }] },
    { type: 'preview.refused', cause: slow },
    { type: 'preview.ended' },
    { type: 'player.sounded' },
    { type: 'engine.started' },
    { type: 'engine.paused', reason: 'requested' },
    { type: 'engine.ended' },
    { type: 'engine.failed', failure: 'unsupported', time: 0 },
  ],
  project: ({ context }) => [context.place.id, context.isLoaded, context.hasReopened, context.error?.kind],
  invariants: {
    'nothing plays before a press': (state, { happened }) =>
      !state.hasTag('sounding') || happened.some(({ type }) => type === 'preview.toggle'),
    'the player was paused before anything plays': (state, { receivedBy }) =>
      !state.matches({ open: 'sounding' }) || receivedBy('player').some(({ type }) => type === 'player.pause'),
  },
});

const piece: WavePiece = { peaks: new Uint8Array(0), quiet: new Uint8Array(0), isExact: true };

export const waveModel = defineModel({
  name: 'wave',
  machine: waveMachine,
  starts: [{ input: { itemId: 'a', duration: 30, tracks: [] } }],
  events: [
    { type: 'wave.show', time: 10 },
    { type: 'wave.toggle', time: 10 },
    { type: 'wave.hide' },
    { type: 'wave.zoom', by: 1 },
    { type: 'wave.move', by: 1 },
    { type: 'wave.setSilence', seconds: 2 },
    { type: 'wave.setSnapping', isOn: false },
    { type: 'wave.retry' },
    ({ context }) =>
      ({ type: 'wave.measured', index: missingPieces(context.view, context.pieces)[0] ?? 0, piece }) as const,
    { type: 'wave.refused', problem: { kind: 'format' } },
  ],
  project: ({ context }) => [context.pieces.size, context.problem?.kind],
  stopWhen: ({ context }) => context.width < 15,
  invariants: {
    'the shown part is read, pending, or has a reason': (state) =>
      !state.matches({ shown: 'resting' }) || missingPieces(state.context.view, state.context.pieces).length === 0,
    'a problem shows only after a failure': (state) =>
      (state.context.problem !== null) === state.matches({ shown: 'failed' }) || state.matches('hidden'),
  },
});
