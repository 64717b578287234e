import { assign, fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { toAppError } from '../../../schemas/app-error.ts';
import { paintDrawing, type NamedDrawing } from '../../../services/drawing-picture.ts';
import { blobFileUrl } from '../../../services/text-file.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { failureOf, type Failure } from '../../kit/failure.logic.ts';

export interface PictureFile {
  readonly drawing: NamedDrawing;
  readonly name: string;
}

export type PictureEvent = { type: 'picture.save' } & PictureFile;

const savePicture = fromPromise<void, PictureFile | null>(async ({ input, system, signal }) => {
  if (input === null) return;
  getPorts(system).page.download(blobFileUrl(await paintDrawing(input.drawing, signal)), input.name);
});

/** Saves a drawing as PNG, one at a time. */
export const pictureMachine = setup({
  types: {
    context: {} as { readonly file: PictureFile | null },
    events: {} as PictureEvent,
    tags: {} as 'busy',
  },
  actors: { savePicture },
  actions: {
    rememberFile: assign((_, { drawing, name }: PictureFile) => ({ file: { drawing, name } })),
    forgetFile: assign({ file: null }),
    notifyFailed: sendTo(
      named('toasts'),
      (_, { cause }: Failure) =>
        ({
          type: 'toasts.show',
          kind: 'error',
          message: { key: 'yearReview.saveFailed' },
          error: toAppError(cause),
        }) satisfies ToastsEvent,
    ),
  },
}).createMachine({
  id: 'picture',
  context: { file: null },
  initial: 'resting',
  states: {
    resting: {
      entry: 'forgetFile',
      on: { 'picture.save': { target: 'saving', actions: by('rememberFile') } },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'savePicture',
        id: 'savePicture',
        input: ({ context }) => context.file,
        onDone: 'resting',
        onError: { target: 'resting', actions: { type: 'notifyFailed', params: failureOf } },
      },
    },
  },
});

export type PictureRef = ActorRefFrom<typeof pictureMachine>;
