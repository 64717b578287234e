import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { pages } from '../../../../src/machines/app/page-host/pages.ts';
import { deafStates } from '../../../support/deaf-states.ts';

/** States of pages with nothing to reload: their subject is missing, or nothing was requested. */
const NOTHING_TO_READ: Readonly<Record<string, readonly string[]>> = {
  collection: ['removed'],
  playlist: ['removed'],
  series: ['removed'],
  item: ['removed'],
  librarySearch: ['starting', 'empty'],
  // Its links are always the same.
  configMetadataUtils: ['shown'],
};

/** Loaded here: the code of a page may take longer than a test has. */
const machines: [string, AnyStateMachine][] = [];
for (const [name, { load }] of Object.entries(pages)) machines.push([name, (await load()) as AnyStateMachine]);

test.each(machines)(
  'the page %s learns in each of its states of missed events, so that none stays failed or old',
  (name, { root }) => {
    expect(deafStates(root, 'page.refresh')).toEqual(NOTHING_TO_READ[name] ?? []);
  },
);
