import { fromTransition } from 'xstate';
import { marksMachine } from '../../src/machines/reader/marks.machine.ts';
import { fakePlace } from '../support/fakes/readers.ts';
import { markedBook, markOf, selectionOf } from '../support/marks-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const words = {
  bookmark: 'Bookmark',
  colours: { yellow: 'Y', green: 'G', blue: 'B', pink: 'P', purple: 'V' },
  locale: 'en-us',
};

export const marksModel = defineModel({
  name: 'marks',
  machine: marksMachine,
  starts: [{ input: markedBook }],
  named: { progress: fromTransition((state) => state, { entries: {}, userId: 'u' }) },
  events: [
    { type: 'marks.reported', marks: [markOf()] },
    { type: 'marks.reported', marks: [] },
    { type: 'marks.kept' },
    { type: 'marks.failed', fault: 'full' },
    { type: 'marks.retry' },
    { type: 'book.selected', selection: selectionOf() },
    { type: 'book.selected', selection: null },
    { type: 'book.marked', id: 'a', x: 0, y: 0, isLow: false, isInLink: false },
    { type: 'book.marked', id: 'a', x: 0, y: 0, isLow: false, isInLink: true },
    { type: 'marks.followLink' },
    { type: 'book.viewed', ids: ['a'] },
    { type: 'marks.highlight', colour: 'green' },
    { type: 'marks.annotate' },
    { type: 'marks.copy' },
    { type: 'marks.dismiss' },
    { type: 'marks.focus' },
    { type: 'marks.toggleBookmark', place: fakePlace(2) },
    { type: 'marks.edit', id: 'a' },
    { type: 'marks.changeNote', text: 'Note' },
    { type: 'marks.remove', id: 'a' },
    { type: 'marks.removeCurrent' },
    { type: 'marks.undo' },
    { type: 'marks.dismissNotice' },
    { type: 'marks.copied' },
    { type: 'marks.refused' },
    { type: 'marks.import', file: new Blob() },
    { type: 'marks.imported', marks: [] },
    { type: 'marks.rejected', fault: 'unreadable' },
    { type: 'marks.exportJson' },
    { type: 'marks.exportMarkdown', words },
  ],
  ignored: [
    { type: 'book.marked', id: 'unknown', x: 0, y: 0, isLow: true, isInLink: false },
    { type: 'marks.edit', id: 'unknown' },
  ],
  project: ({ context }) => [
    context.marks.length,
    context.selection !== null,
    context.current !== null && context.marks.some(({ id }) => id === context.current),
    context.removed !== null,
    context.notice !== null,
    context.fault,
    context.hasFocus,
    context.isInLink,
  ],
  invariants: {
    'words are selected exactly while the menu offers what to do with them': (state) =>
      (state.context.selection !== null) === state.matches({ menu: 'selected' }),
    'a mark is open only with its menu or its note': (state) =>
      state.context.current === null || state.matches({ menu: 'pressed' }) || state.matches({ menu: 'editing' }),
    'a link is offered only while its mark is open': ({ context }) => !context.isInLink || context.current !== null,
    'a text is set exactly while the notice shows': (state) =>
      (state.context.notice !== null) === state.matches({ notice: 'shown' }),
    'what can be taken back is offered': ({ context }) =>
      context.removed === null || context.notice?.kind === 'removed',
    'a fault is kept until the marks are': (state) =>
      !state.matches({ delivery: 'kept' }) || state.context.fault === null,
  },
});
