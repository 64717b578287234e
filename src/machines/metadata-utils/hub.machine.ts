import { setup, type ActorRefFrom } from 'xstate';
import type { PageInput } from '../page-host/page.protocol.ts';

/** The page that leads to tags, genres and custom providers (areas 18): it has nothing of its own. */
export const hubMachine = setup({
  types: { input: {} as PageInput<'configMetadataUtils'>, context: {} as Record<never, never> },
}).createMachine({
  id: 'metadataHub',
  context: {},
  initial: 'shown',
  states: { shown: {} },
});

export type HubRef = ActorRefFrom<typeof hubMachine>;
