import { setup } from 'xstate';
import type { PageInput } from '../../app/page-host/page.protocol.ts';

/** Page with links to tags, genres and custom providers. */
export const hubMachine = setup({
  types: { input: {} as PageInput<'configMetadataUtils'>, context: {} as Record<never, never> },
}).createMachine({
  id: 'metadataHub',
  context: {},
  initial: 'shown',
  states: { shown: {} },
});
