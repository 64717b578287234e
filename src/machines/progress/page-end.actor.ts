import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../app/ports.ts';

/** Tells when the page goes out of sight or ends: phones end hidden pages without another word (pitfall 2). */
export const pageEnd = fromCallback<{ type: 'page.ending' }, NonReducibleUnknown>(({ sendBack, system }) => {
  const { page } = getPorts(system);
  const tell = () => sendBack({ type: 'page.ending' });
  const ends = [page.onHide(tell), page.onVisibilityChange((visible) => !visible && tell())];
  return () => ends.forEach((end) => end());
});
