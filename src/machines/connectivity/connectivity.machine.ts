import { setup, type ActorRefFrom } from 'xstate';
import { pageFacts, type PageFact } from './page-facts.actor.ts';

/** Whether the browser has a network and whether the page is seen. Views show the offline notice from it. */
export const connectivityMachine = setup({
  types: { events: {} as PageFact },
  actors: { pageFacts },
}).createMachine({
  id: 'connectivity',
  invoke: { src: 'pageFacts', id: 'pageFacts' },
  type: 'parallel',
  states: {
    network: {
      initial: 'online',
      states: {
        online: { on: { 'page.offline': 'offline' } },
        offline: { on: { 'page.online': 'online' } },
      },
    },
    visibility: {
      initial: 'shown',
      states: {
        shown: { on: { 'page.hidden': 'hidden' } },
        hidden: { on: { 'page.shown': 'shown' } },
      },
    },
  },
});

export type ConnectivityRef = ActorRefFrom<typeof connectivityMachine>;
