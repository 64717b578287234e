import { useSelector } from '@xstate/react';
import { Podcast, SearchX, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../locales/add-podcast-en-us.json';
import type { AddPodcastRef } from '../../machines/podcasts/add-podcast.machine.ts';
import {
  selectFeedImport,
  selectFileError,
  selectFileProblem,
  selectSearchError,
  selectSearchState,
  selectTitlesError,
} from '../../machines/podcasts/add-podcast.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { FailedPage } from '../library/failed-page.tsx';
import { LibraryPage } from '../library/library-page.tsx';
import { LibraryTrail } from '../library/trail-toolbar.tsx';
import { errorText } from '../texts/error-text.ts';
import { PageInset } from '../ui/app-frame.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { WithTexts } from '../texts/with-texts.tsx';
import { FeedImportPanel } from './feed-import-panel.tsx';
import { OpmlButton } from './opml-button.tsx';
import { PodcastResults } from './podcast-results.tsx';
import { SearchForm } from './search-form.tsx';
import { SelectionActions } from './selection-actions.tsx';

export function Toolbar() {
  const t = useTranslations('pages');
  return <LibraryTrail name={t('libraryPodcastSearch')} />;
}

export function Page() {
  return (
    <WithTexts texts={texts}>
      <AddPodcast />
    </WithTexts>
  );
}

function AddPodcast() {
  const t = useTranslations('addPodcast');
  const tCommon = useTranslations('common');
  const page = usePageRef<AddPodcastRef>();
  const titlesError = useSelector(page, selectTitlesError);
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
  const problem = useSelector(page, selectFileProblem);
  const error = useSelector(page, selectFileError);
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
  const error = useSelector(page, selectSearchError);
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
      return <EmptyState icon={<SearchX size={26} />} message={t('none')} detail={t('noneDetail')} />;
    case 'shown':
      return <PodcastResults />;
  }
}
