import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { pages } from '../../../src/machines/page-host/pages.ts';
import { deafStates } from '../../support/deaf-states.ts';

/** States of pages in which there is nothing to read again: what was shown is gone, or nothing was asked for. */
const NOTHING_TO_READ: Readonly<Record<string, readonly string[]>> = {
  collection: ['removed'],
  playlist: ['removed'],
  series: ['removed'],
  item: ['removed'],
  librarySearch: ['starting', 'empty'],
  // Its links are always the same.
  configMetadataUtils: ['shown'],
};

test.each(Object.entries(pages))(
  'the page %s hears in each of its states that events were missed, so that none stays failed or old',
  async (name, { load }) => {
    const { root } = (await load()) as AnyStateMachine;
    expect(deafStates(root, 'page.refresh')).toEqual(NOTHING_TO_READ[name] ?? []);
  },
);
