import { fromCallback, sendParent, setup, type NonReducibleUnknown } from 'xstate';
import { getPorts } from './ports.ts';
import type { PageRefresh } from '../app/page-host/page.protocol.ts';

type SightEvent = { type: 'document.shown' } | { type: 'document.hidden' };

const sight = fromCallback<SightEvent, NonReducibleUnknown>(({ sendBack, system }) => {
  const { page } = getPorts(system);
  const notify = (isVisible: boolean) => sendBack({ type: isVisible ? 'document.shown' : 'document.hidden' });
  notify(page.isVisible());
  return page.onVisibilityChange(notify);
});

/** Maximum age of what is in view, in ms. */
const RECHECK_MS = 15_000;

/**
 * For pages whose data changes without server events: sends `page.refresh` at intervals while visible, and on return.
 */
export const recheckMachine = setup({
  types: { events: {} as SightEvent, children: {} as { sight: 'sight' } },
  actors: { sight },
  actions: { notifyPage: sendParent({ type: 'page.refresh', again: false } satisfies PageRefresh) },
  delays: { recheckTime: RECHECK_MS },
}).createMachine({
  id: 'recheck',
  invoke: { src: 'sight', id: 'sight' },
  initial: 'visible',
  states: {
    visible: {
      after: { recheckTime: { target: 'visible', reenter: true, actions: 'notifyPage' } },
      on: { 'document.hidden': 'hidden' },
    },
    hidden: { on: { 'document.shown': { target: 'visible', actions: 'notifyPage' } } },
  },
});
