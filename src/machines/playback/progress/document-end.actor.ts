import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../../kit/ports.ts';

/** Reports that the page is hidden or ends: phones end hidden pages without a further event (pitfall 2). */
export const documentEnd = fromCallback<{ type: 'document.left' }, NonReducibleUnknown>(({ sendBack, system }) => {
  const { page } = getPorts(system);
  const notify = () => sendBack({ type: 'document.left' });
  const ends = [page.onHide(notify), page.onVisibilityChange((visible) => !visible && notify())];
  return () => ends.forEach((end) => end());
});
