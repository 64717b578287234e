import { useSelector } from '@xstate/react';
import { Podcast, SearchX, TriangleAlert, Search, FileUp } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectServerKind } from '../../../machines/app/session/session.selectors.ts';
import texts from '../../../locales/en-us/add-podcast.json';
import type { AddPodcastRef } from '../../../machines/edit/podcasts/add-podcast.machine.ts';
import {
  selectFeedImport,
  selectSearchState,
  selectIsSearching,
  selectSelected,
} from '../../../machines/edit/podcasts/podcasts.selectors.ts';
import { isFeedAddress, placeOf } from '../../../machines/edit/podcasts/search.logic.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { FailedPage } from '../../shared/message-page.tsx';
import { LibraryPage } from '../../shared/library-page.tsx';
import { LibraryTrail } from '../../shared/trail-toolbar.tsx';
import { errorText } from '../../texts/error-text.ts';
import { PageInset } from '../../ui/app-frame.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import { withTexts } from '../../texts/with-texts.tsx';
import { useCurrentLibrary } from '../../shared/use-library.ts';
import { TextField } from '../../ui/text-field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { FeedImportPanel } from './feed-import-panel.tsx';
import { PodcastResults } from './podcast-results.tsx';

export function Toolbar() {
  const t = useTranslations('pages');
  return <LibraryTrail name={t('libraryPodcastSearch')} />;
}

export const Page = withTexts(texts, AddPodcast);

function AddPodcast() {
  const t = useTranslations('addPodcast');
  const tCommon = useTranslations('common');
  const page = usePageRef<AddPodcastRef>();
  const titlesError = useSelector(page, ({ context }) => context.titlesError);
  const feedImport = useSelector(page, selectFeedImport);
  return (
    <LibraryPage title={t('title')} heading={(library) => t('heading', { library })} error={titlesError}>
      <Banner
        icon={TriangleAlert}
        text={titlesError && t('titlesFailed')}
        action={
          <Button size="sm" onClick={() => page.send({ type: 'addPodcast.retryTitles' })}>
            {tCommon('retry')}
          </Button>
        }
      />
      <PageInset className="flex flex-col gap-4 pt-2 pb-6">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <SearchForm />
          <OpmlButton />
        </div>
        <FileNote />
        {feedImport && <FeedImportPanel feedImport={feedImport} />}
        <SelectionActions />
        <Found />
      </PageInset>
    </LibraryPage>
  );
}

function FileNote() {
  const t = useTranslations();
  const page = usePageRef<AddPodcastRef>();
  const problem = useSelector(page, ({ context }) => context.fileProblem);
  const error = useSelector(page, ({ context }) => context.fileError);
  if (!problem && !error) return null;
  return (
    <FormMessage tone="danger">
      {problem
        ? t(`addPodcast.fileProblems.${problem}`)
        : error && t('addPodcast.fileFailed', { reason: errorText(t, error) })}
    </FormMessage>
  );
}

function Found() {
  const t = useTranslations('addPodcast');
  const page = usePageRef<AddPodcastRef>();
  const state = useSelector(page, selectSearchState);
  const error = useSelector(page, ({ context }) => context.error);
  const server = useSelector(useActorRefOf('session'), selectServerKind);
  switch (state) {
    case 'empty':
      return <EmptyState icon={<Podcast size={26} />} message={t('empty')} detail={t('emptyDetail')} />;
    case 'loading':
      return (
        <Waiting label={t('searching')}>
          <RowsSkeleton rows={6} />
        </Waiting>
      );
    case 'failed':
      return (
        <FailedPage message={t('searchFailed')} error={error} onRetry={() => page.send({ type: 'addPodcast.retry' })} />
      );
    case 'none':
      return <EmptyState icon={<SearchX size={26} />} message={t('none')} detail={t('noneDetail', { server })} />;
    case 'shown':
      return <PodcastResults />;
  }
}

function SearchForm() {
  const t = useTranslations('addPodcast');
  const page = usePageRef<AddPodcastRef>();
  const library = useCurrentLibrary();
  const text = useSelector(page, ({ context }) => context.typed);
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

function OpmlButton() {
  const t = useTranslations('addPodcast');
  const page = usePageRef<AddPodcastRef>();
  const library = useCurrentLibrary();
  const isReading = useSelector(page, (snapshot) => snapshot.matches({ adding: 'reading' }));
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

/** Also items of earlier searches. */
function SelectionActions() {
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
