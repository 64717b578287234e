import { assign, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { Series } from '../../../schemas/api/series.ts';
import type { FormReport } from '../../kit/form.machine.ts';
import type { RenameSeriesInput, RenameSeriesOutput } from '../../app/modals/modal-inputs.protocol.ts';
import { seriesNameForm, type SeriesName } from './rename-series.logic.ts';

type RenameSeriesEvent = { type: 'renameSeries.close' } | FormReport<'form', SeriesName, Series>;

interface RenameSeriesContext extends RenameSeriesInput {
  readonly saved: RenameSeriesOutput;
}

/** Modal that renames a series. The name of another one is refused: series don't merge. */
export const renameSeriesMachine = setup({
  types: {
    input: {} as RenameSeriesInput,
    context: {} as RenameSeriesContext,
    events: {} as RenameSeriesEvent,
    output: {} as RenameSeriesOutput,
    children: {} as { form: 'form' },
  },
  actors: { form: seriesNameForm },
  actions: { keepSaved: assign((_, { answer }: { answer: Series }) => ({ saved: answer })) },
}).createMachine({
  id: 'renameSeries',
  context: ({ input }) => ({ ...input, saved: null }),
  invoke: {
    src: 'form',
    id: 'form',
    input: ({ context: { series } }) => ({ values: { series, name: series.name } }),
  },
  initial: 'editing',
  states: {
    editing: {
      on: {
        'form.saved': { target: 'closed', actions: by('keepSaved') },
        'renameSeries.close': 'closed',
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context: { saved, series } }) => (saved?.name === series.name ? null : saved),
});

export type RenameSeriesRef = ActorRefFrom<typeof renameSeriesMachine>;
