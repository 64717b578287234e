import { fromCallback } from 'xstate';
import type { AddressQuery } from '../../services/history.ts';
import { getPorts } from '../app/ports.ts';

/** To the actor: the modal shows something else, or stays open after 'back'. */
export type AddressHold = { type: 'address.hold'; query: AddressQuery };

/** From the actor: 'back' was pressed, or the page is left. */
export type AddressLeft = { type: 'address.left' };

/**
 * Names an open modal in the address, without going to another place: 'back' is told to the modal, and a reload or a
 * link begins with it. Who owns the page reads the name there and opens it.
 */
export const holdAddress = fromCallback<AddressHold, AddressQuery>(({ input, receive, sendBack, system }) => {
  const { navigation } = getPorts(system);
  const onBack = () => sendBack({ type: 'address.left' } satisfies AddressLeft);
  let release = navigation.holdBack(onBack, input);
  receive(({ query }) => {
    release = navigation.holdBack(onBack, query);
  });
  return () => release();
});
