import { useSelector } from '@xstate/react';
import { Search, SearchX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { SearchGroupName } from '../../../machines/browse/search/results.logic.ts';
import {
  countUnreadable,
  mayHaveMore,
  shownGroups,
  selectAnswer,
  selectExtension,
  selectPageGroup,
  selectPageLibrary,
  selectPageText,
  selectResultsError,
  selectResultsState,
  selectShownLimit,
} from '../../../machines/browse/search/search-page.logic.ts';
import type { SearchPageRef } from '../../../machines/browse/search/search-page.machine.ts';
import type { LibrarySearch } from '../../../schemas/api/library-search.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { useCardWidth } from '../../shared/card-size.ts';
import { FailedPage } from '../../shared/message-page.tsx';
import { LibraryPage } from '../../shared/library-page.tsx';
import { useCoverAspect } from '../../shared/use-library.ts';
import { errorText } from '../../texts/error-text.ts';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ShelfSkeleton, Waiting } from '../../ui/waiting.tsx';
import { TrailToolbar } from '../../shared/trail-toolbar.tsx';
import { ViewMenuButton } from '../../shared/view-menu-button.tsx';
import { ResultGrid, ResultShelf } from './result-cards.tsx';

export { SearchToolbar as Toolbar };

export function Page() {
  const t = useTranslations('search');
  const page = usePageRef<SearchPageRef>();
  const text = useSelector(page, selectPageText);
  const error = useSelector(page, selectResultsError);
  const title = text === '' ? t('results') : t('heading', { text });
  return (
    <LibraryPage title={title} heading={() => title} error={error}>
      <Content />
    </LibraryPage>
  );
}

function Content() {
  const t = useTranslations('search');
  const page = usePageRef<SearchPageRef>();
  const state = useSelector(page, selectResultsState);
  const text = useSelector(page, selectPageText);
  const group = useSelector(page, selectPageGroup);
  const error = useSelector(page, selectResultsError);
  const answer = useSelector(page, selectAnswer);
  switch (state) {
    case 'empty':
      return <EmptyState icon={<Search size={26} />} message={t('noText')} detail={t('hint')} />;
    case 'loading':
      return <LoadingResults />;
    case 'failed':
      return <FailedPage message={t('failed')} error={error} onRetry={() => page.send({ type: 'searchPage.retry' })} />;
    case 'nothing':
      return <EmptyState icon={<SearchX size={26} />} message={t('nothing', { text })} detail={t('hint')} />;
    case 'filled':
      return answer && (group ? <OneGroup name={group} answer={answer} /> : <Groups answer={answer} />);
  }
}

function Groups({ answer }: { answer: LibrarySearch }) {
  const page = usePageRef<SearchPageRef>();
  const text = useSelector(page, selectPageText);
  const libraryId = useSelector(page, selectPageLibrary);
  const limit = useSelector(page, selectShownLimit);
  const groups = shownGroups(answer, null);
  return (
    <div className="flex flex-col gap-5 pt-1 pb-6">
      <PageInset className="empty:hidden">
        <Unreadable answer={answer} groups={groups} />
      </PageInset>
      {groups.map((name) => (
        <ResultShelf
          key={name}
          name={name}
          answer={answer}
          whole={mayHaveMore(answer, name, limit) ? { name: 'librarySearch', libraryId, q: text, group: name } : null}
        />
      ))}
    </div>
  );
}

function OneGroup({ name, answer }: { name: SearchGroupName; answer: LibrarySearch }) {
  return (
    <PageInset className="flex flex-col gap-4 pt-1 pb-6">
      <Unreadable answer={answer} groups={[name]} />
      <ResultGrid name={name} answer={answer} />
      <More />
    </PageInset>
  );
}

function More() {
  const t = useTranslations();
  const page = usePageRef<SearchPageRef>();
  const extension = useSelector(page, selectExtension);
  const error = useSelector(page, selectResultsError);
  if (extension === 'none') return null;
  return (
    <div className="flex flex-col items-center gap-2">
      {extension === 'failed' && (
        <p role="alert" className="text-sm text-ink-2">
          {t('search.moreFailed')} {error && errorText(t, error)}
        </p>
      )}
      <Button
        busy={extension === 'running'}
        onClick={() => page.send({ type: extension === 'failed' ? 'searchPage.retry' : 'searchPage.extend' })}
      >
        {t(extension === 'failed' ? 'common.retry' : 'search.more')}
      </Button>
    </div>
  );
}

function Unreadable({ answer, groups }: { answer: LibrarySearch; groups: readonly SearchGroupName[] }) {
  const t = useTranslations('list');
  const count = countUnreadable(answer, groups);
  return count > 0 && <p className="text-sm text-ink-2">{t('unreadable', { count })}</p>;
}

function LoadingResults() {
  const t = useTranslations('search');
  const aspect = useCoverAspect();
  const width = useCardWidth(aspect, 'shelf');
  return (
    <Waiting label={t('fetching')}>
      <div className="flex flex-col gap-5 pt-1">
        <ShelfSkeleton aspect={aspect} itemWidth={width} />
        <ShelfSkeleton aspect={aspect} itemWidth={width} />
      </div>
    </Waiting>
  );
}

function SearchToolbar() {
  const t = useTranslations('search');
  const page = usePageRef<SearchPageRef>();
  const q = useSelector(page, selectPageText);
  const group = useSelector(page, selectPageGroup);
  const libraryId = useSelector(page, selectPageLibrary);
  return (
    <TrailToolbar
      back={group && { to: { name: 'librarySearch', libraryId, q }, text: t('allGroups') }}
      name={
        group
          ? t('groupHeading', { group: t(`groups.${group}`), text: q })
          : q === ''
            ? t('results')
            : t('heading', { text: q })
      }
      end={<ViewMenuButton id="search-view" />}
    />
  );
}
