import { fromCallback, sendParent, setup, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../app/ports.ts';
import type { PageRefresh } from '../page-host/page.protocol.ts';

type SightEvent = { type: 'document.shown' } | { type: 'document.hidden' };

/** Whether somebody can see the page: at once, then each change. */
const sight = fromCallback<SightEvent, NonReducibleUnknown>(({ sendBack, system }) => {
  const { page } = getPorts(system);
  const tell = (isVisible: boolean) => sendBack({ type: isVisible ? 'document.shown' : 'document.hidden' });
  tell(page.isVisible());
  return page.onVisibilityChange(tell);
});

/** How long what is in view may be out of date, in ms. */
const RECHECK_MS = 15_000;

/**
 * For a page whose data may change without an event of the server, as most settings do: tells it `page.refresh` now and
 * then while it is in view, and when somebody comes back to it. Nothing is read while nobody can see it.
 */
export const recheckMachine = setup({
  types: { events: {} as SightEvent, children: {} as { sight: 'sight' } },
  actors: { sight },
  actions: { tellPage: sendParent({ type: 'page.refresh', again: false } satisfies PageRefresh) },
  delays: { recheckTime: RECHECK_MS },
}).createMachine({
  id: 'recheck',
  invoke: { src: 'sight', id: 'sight' },
  initial: 'visible',
  states: {
    visible: {
      after: { recheckTime: { target: 'visible', reenter: true, actions: 'tellPage' } },
      on: { 'document.hidden': 'hidden' },
    },
    hidden: { on: { 'document.shown': { target: 'visible', actions: 'tellPage' } } },
  },
});
