import { fromTransition } from 'xstate';
import { bookFileOf } from '../../src/machines/reader/formats.logic.ts';
import { companionMachine } from '../../src/machines/reader/companion.machine.ts';
import { fakePlace } from '../support/fakes/readers.ts';
import { defineModel } from '../support/rig.ts';
import { ebookItem } from '../support/reader-fixtures.ts';

const item = ebookItem();
const file = bookFileOf(item, null);
if (!file) throw new Error('The book has no ebook');

export const companionModel = defineModel({
  name: 'companion',
  machine: companionMachine,
  starts: [{ input: { item, file, contents: [], place: fakePlace(1) } }],
  named: {
    player: null,
    progress: fromTransition((state) => state, { entries: {}, userId: 'u' }),
  },
  events: [
    { type: 'companion.moved', place: fakePlace(4), isJump: false },
    { type: 'companion.moved', place: fakePlace(5), isJump: false },
    { type: 'companion.moved', place: fakePlace(5), isJump: true },
    { type: 'companion.listen', time: 10 },
    { type: 'companion.follow', target: '3' },
    { type: 'companion.back' },
    { type: 'companion.finish' },
    { type: 'companion.dismiss' },
    { type: 'companion.dismissReturn' },
  ],
  project: ({ context }) => [context.place?.page, context.isRead],
  invariants: {
    'finishing the book is offered at its end only': (state) =>
      !state.matches({ ending: 'offered' }) || state.context.place?.atEnd === true,
    'only a press changes the page': (_state, { happened, parentEvents }) =>
      parentEvents.length ===
      happened.filter(({ type }) => type === 'companion.follow' || type === 'companion.back').length,
  },
});
