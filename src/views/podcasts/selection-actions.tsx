import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { AddPodcastRef } from '../../machines/podcasts/add-podcast.machine.ts';
import { selectFeedImport, selectSelected } from '../../machines/podcasts/add-podcast.selectors.ts';
import { placeOf } from '../../machines/podcasts/search.logic.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useCurrentLibrary } from '../library/use-library.ts';
import { Button } from '../ui/button.tsx';
import { handFocusOn } from '../ui/hand-focus-on.ts';

/** Also items of earlier searches. */
export function SelectionActions() {
  const t = useTranslations('addPodcast');
  const page = usePageRef<AddPodcastRef>();
  const library = useCurrentLibrary();
  const count = useSelector(page, selectSelected).length;
  const isAdding = useSelector(page, selectFeedImport) !== undefined;
  if (count === 0) return null;
  return (
    <div ref={handFocusOn} className="flex flex-wrap items-center gap-2 rounded-md bg-surface-2 py-1.5 ps-4 pe-1.5">
      <p role="status" className="me-auto text-sm text-ink tabular-nums">
        {t('selected', { count })}
      </p>
      <Button size="sm" variant="ghost" onClick={() => page.send({ type: 'addPodcast.clear' })}>
        {t('clear')}
      </Button>
      <Button
        size="sm"
        variant="primary"
        disabledReason={isAdding ? t('busy') : undefined}
        onClick={() => library && page.send({ type: 'addPodcast.addSelected', place: placeOf(library) })}
      >
        {t('addSelected', { count })}
      </Button>
    </div>
  );
}
