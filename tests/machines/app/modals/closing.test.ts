import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { closings, modals, type ModalName } from '../../../../src/machines/app/modals/registry.ts';
import { deafStates } from '../../../support/deaf-states.ts';

/** States in which a modal ignores the request to close: a question is over it, or a change is pending. */
const BUSY: Readonly<Partial<Record<ModalName, readonly string[]>>> = {
  removeIssues: ['removing'],
  renameNarrator: ['saving'],
  editLibrary: [
    'open.dialog.askingToSave',
    'open.dialog.askingToDiscard',
    'open.dialog.askingForFiles',
    'open.dialog.removingFiles',
    'open.chooser.hidden',
    'open.chooser.shown',
  ],
  editEpisode: ['ready.asking'],
  itemEdit: ['shown.ready.asking'],
};

/** Events of the close button of those that hold 'back' themselves. */
const OWN_CLOSING: Readonly<Partial<Record<ModalName, string>>> = {
  episode: 'episode.dismiss',
  itemEdit: 'itemEdit.close',
  reader: 'reader.dismiss',
};

test.each(Object.entries(modals) as [ModalName, (typeof modals)[ModalName]][])(
  'the modal %s closes in each of its states, also while it loads and after it failed',
  async (name, load) => {
    const { root } = (await load()) as AnyStateMachine;
    const event = closings[name]?.type ?? OWN_CLOSING[name] ?? '';
    expect(deafStates(root, event)).toEqual(BUSY[name] ?? []);
  },
);
