import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../app/ports.ts';

/** The server answers again, or the browser has a network again. */
export type ReachReport = { type: 'server.answered' };

export const serverReach = fromCallback<ReachReport, NonReducibleUnknown>(({ sendBack, system }) => {
  const { api, page } = getPorts(system);
  const tell = () => sendBack({ type: 'server.answered' } satisfies ReachReport);
  let isReached = true;
  const ends = [
    api.onReach((reached) => {
      if (reached && !isReached) tell();
      isReached = reached;
    }),
    page.onOnlineChange((online) => online && tell()),
    page.onVisibilityChange((visible) => visible && tell()),
  ];
  return () => ends.forEach((end) => end());
});
