import { useSelector } from '@xstate/react';
import { FileUp } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AddPodcastRef } from '../../machines/podcasts/add-podcast.machine.ts';
import { selectFeedImport, selectIsReading } from '../../machines/podcasts/add-podcast.selectors.ts';
import { placeOf } from '../../machines/podcasts/search.logic.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useCurrentLibrary } from '../library/use-library.ts';
import { FileButton } from '../ui/file-button.tsx';

export function OpmlButton() {
  const t = useTranslations('addPodcast');
  const page = usePageRef<AddPodcastRef>();
  const library = useCurrentLibrary();
  const isReading = useSelector(page, selectIsReading);
  const isAdding = useSelector(page, selectFeedImport) !== undefined;
  const isOff = isReading || isAdding || library === null;
  return (
    <FileButton
      icon={<FileUp size={18} />}
      accept=".opml,.xml,.txt,text/x-opml,text/xml,text/plain"
      disabled={isOff}
      tip={isAdding ? t('busy') : undefined}
      onPick={([file]) => {
        if (file && library) page.send({ type: 'addPodcast.import', file, place: placeOf(library) });
      }}
    >
      {t(isReading ? 'readingOpml' : 'openOpml')}
    </FileButton>
  );
}
