import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AddPodcastRef } from '../../machines/podcasts/add-podcast.machine.ts';
import { selectIsSearching, selectTyped } from '../../machines/podcasts/add-podcast.selectors.ts';
import { isFeedAddress, placeOf } from '../../machines/podcasts/search.logic.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useCurrentLibrary } from '../library/use-library.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';

export function SearchForm() {
  const t = useTranslations('addPodcast');
  const page = usePageRef<AddPodcastRef>();
  const library = useCurrentLibrary();
  const text = useSelector(page, selectTyped);
  const isSearching = useSelector(page, selectIsSearching);
  return (
    <form
      noValidate
      className="flex max-w-3xl min-w-0 flex-[1_1_24rem] items-end gap-2 phone:flex-[1_1_100%]"
      onSubmit={(event) => {
        event.preventDefault();
        if (library) page.send({ type: 'addPodcast.submit', place: placeOf(library) });
      }}
    >
      <TextField
        label={t('field')}
        labelHidden
        type="search"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        placeholder={t('field')}
        startIcon={<Search size={18} />}
        value={text}
        className="flex-1"
        onChange={(value) => page.send({ type: 'addPodcast.type', text: value })}
      />
      <Button type="submit" variant="primary" busy={isSearching}>
        {t(isFeedAddress(text) ? 'openFeed' : 'submit')}
      </Button>
    </form>
  );
}
