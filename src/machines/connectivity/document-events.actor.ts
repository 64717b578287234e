import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../app/ports.ts';

export type DocumentEvent =
  { type: 'network.restored' } | { type: 'network.lost' } | { type: 'document.shown' } | { type: 'document.hidden' };

export const documentEvents = fromCallback<DocumentEvent, NonReducibleUnknown>(({ sendBack, system }) => {
  const { page } = getPorts(system);
  const online = (value: boolean) => sendBack({ type: value ? 'network.restored' : 'network.lost' });
  const visible = (value: boolean) => sendBack({ type: value ? 'document.shown' : 'document.hidden' });
  online(page.isOnline());
  visible(page.isVisible());
  const ends = [page.onOnlineChange(online), page.onVisibilityChange(visible)];
  return () => ends.forEach((end) => end());
});
