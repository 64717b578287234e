import { cardsOf } from '../../src/machines/admin/year-review/year-cards.logic.ts';
import { yearReviewMachine } from '../../src/machines/admin/year-review/year-review.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { createFakePorts } from '../support/fakes/ports.ts';
import { defineModel } from '../support/rig.ts';
import { emptyYear, ownYear, serverYear, wordedCard } from '../support/year-fixtures.ts';

/** Ports of a browser that can share pictures. */
function sharing() {
  const ports = createFakePorts();
  return ports;
}

export const yearReviewModel = defineModel({
  name: 'year review',
  machine: yearReviewMachine,
  starts: [{}, { ports: sharing }],
  events: [
    { type: 'yearReview.toggle', since: 2019 },
    { type: 'yearReview.retry' },
    { type: 'yearReview.choose', scope: 'server' },
    { type: 'yearReview.choose', scope: 'own' },
    { type: 'yearReview.turn', by: 1 },
    { type: 'yearReview.turn', by: -1 },
    { type: 'yearReview.save', ...wordedCard },
    { type: 'yearReview.share', ...wordedCard },
  ],
  outputs: {
    fetchYear: [
      { scope: 'own', stats: ownYear },
      { scope: 'own', stats: emptyYear },
      { scope: 'server', stats: serverYear },
    ],
    savePicture: [undefined],
    handOverPicture: [undefined],
  },
  failures: {
    fetchYear: [new AppException({ kind: 'timeout' })],
    savePicture: [new AppException({ kind: 'unexpected', message: '' })],
    handOverPicture: [new AppException({ kind: 'unexpected', message: '' })],
  },
  named: { toasts: null },
  project: ({ context }) => [context.data !== null, context.scope],
  invariants: {
    'a card is in view only with numbers': (state) => !state.matches({ open: 'shown' }) || state.context.data !== null,
    'the card in view exists': ({ context }) =>
      context.card >= 0 && context.card < (context.data ? cardsOf(context.data).length : 1),
    'a failure says why': (state) => !state.matches({ open: 'failed' }) || state.context.error !== null,
  },
});
