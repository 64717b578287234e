import { useId } from 'react';
import { useSelector } from '@xstate/react';
import { FileUp } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AddPodcastRef } from '../../machines/podcasts/add-podcast.machine.ts';
import { selectFeedImport, selectIsReading } from '../../machines/podcasts/add-podcast.selectors.ts';
import { placeOf } from '../../machines/podcasts/search.logic.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useCurrentLibrary } from '../library/use-library.ts';
import { buttonClass } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';

/** Opens a file with a list of feeds. */
export function OpmlButton() {
  const t = useTranslations('addPodcast');
  const id = useId();
  const page = usePageRef<AddPodcastRef>();
  const library = useCurrentLibrary();
  const isReading = useSelector(page, selectIsReading);
  const isAdding = useSelector(page, selectFeedImport) !== undefined;
  const isOff = isReading || isAdding || library === null;
  return (
    <label
      htmlFor={id}
      className={cx(
        buttonClass(),
        'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isOff && 'opacity-60',
      )}
      data-tip={isAdding ? t('busy') : undefined}
    >
      <FileUp size={18} />
      <span>{t(isReading ? 'readingOpml' : 'openOpml')}</span>
      <input
        id={id}
        type="file"
        accept=".opml,.xml,.txt,text/x-opml,text/xml,text/plain"
        disabled={isOff}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file && library) page.send({ type: 'addPodcast.import', file, place: placeOf(library) });
          // The same file may be picked again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
