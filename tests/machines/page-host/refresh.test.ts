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

/** Loaded here: the code of a page may take longer than a test has. */
const machines: [string, AnyStateMachine][] = [];
for (const [name, { load }] of Object.entries(pages)) machines.push([name, (await load()) as AnyStateMachine]);

test.each(machines)(
  'the page %s hears in each of its states that events were missed, so that none stays failed or old',
  (name, { root }) => {
    expect(deafStates(root, 'page.refresh')).toEqual(NOTHING_TO_READ[name] ?? []);
  },
);
