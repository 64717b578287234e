import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../app/ports.ts';

export type PageFact =
  | { type: 'page.online' }
  | { type: 'page.offline' }
  | { type: 'page.shown' }
  | { type: 'page.hidden' };

/** Reports whether the browser is online and the page visible: the state at once, then each change. */
export const pageFacts = fromCallback<PageFact, NonReducibleUnknown>(({ sendBack, system }) => {
  const { page } = getPorts(system);
  const online = (value: boolean) => sendBack({ type: value ? 'page.online' : 'page.offline' });
  const visible = (value: boolean) => sendBack({ type: value ? 'page.shown' : 'page.hidden' });
  online(page.isOnline());
  visible(page.isVisible());
  const ends = [page.onOnlineChange(online), page.onVisibilityChange(visible)];
  return () => ends.forEach((end) => end());
});
