import { expect, test } from 'vitest';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
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

const serverEvents = ({ ownEvents, states }: AnyStateNode): readonly string[] => [
  ...ownEvents.filter((event) => event.startsWith('server.')),
  ...Object.values(states).flatMap(serverEvents),
];

/** States in which a page loads and ignores what it handles once shown. */
const busyStates = ({ states }: AnyStateNode): readonly string[] =>
  Object.values(states)
    .filter((state) => state.tags.includes('busy'))
    .filter((state) =>
      Object.values(states)
        .flatMap(serverEvents)
        .some((event) => !state.ownEvents.includes(event)),
    )
    .map(({ key }) => key);

test.each(machines.filter(([, { root }]) => busyStates(root).length > 0))(
  "the page %s loads in the state 'loading', for which the page host holds the server's events",
  (_name, { root }) => {
    expect(busyStates(root)).toEqual(['loading']);
  },
);
