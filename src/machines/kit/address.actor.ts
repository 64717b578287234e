import { fromCallback } from 'xstate';
import type { AddressQuery } from '../../services/history.ts';
import { getPorts } from './ports.ts';

/** To the actor: the modal shows another place, or stays open after 'back'. */
export type AddressHold = { type: 'address.hold'; query: AddressQuery };

/** From the actor: 'back' was pressed, or the page is left. */
export type AddressLeft = { type: 'address.left' };

/** Puts an open modal into the URL without navigation: 'back' goes to the modal, a reload or link opens it again. */
export const holdAddress = fromCallback<AddressHold, AddressQuery>(({ input, receive, sendBack, system }) => {
  const { navigation } = getPorts(system);
  const onBack = () => sendBack({ type: 'address.left' } satisfies AddressLeft);
  let release = navigation.holdBack(onBack, input);
  receive(({ query }) => {
    release = navigation.holdBack(onBack, query);
  });
  return () => release();
});
