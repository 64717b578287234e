import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectCount, selectIsSelecting } from '../../machines/selection/selection.selectors.ts';
import { useActorRefOf } from './actors-context.tsx';
import { BarEnd, BarStart } from './bar.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { AppBar } from '../ui/app-bar.tsx';
import { chunk } from '../ui/chunk.tsx';
import { handFocusOn } from '../ui/hand-focus-on.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

const appBar = <AppBar start={<BarStart />} middle={<SearchBox />} end={<BarEnd />} />;
const selectionBar = chunk(async () => (await import('../selection/selection-bar.tsx')).SelectionBar, appBar);

export function BarPlace() {
  const t = useTranslations('selection');
  const selection = useActorRefOf('selection');
  const isSelecting = useSelector(selection, selectIsSelecting);
  const count = useSelector(selection, selectCount);
  return (
    <>
      {isSelecting ? (
        <div ref={handFocusOn}>
          <selectionBar.View />
        </div>
      ) : (
        appBar
      )}
      <VisuallyHidden>
        <span role="status">{count > 0 && t('count', { count })}</span>
      </VisuallyHidden>
    </>
  );
}
