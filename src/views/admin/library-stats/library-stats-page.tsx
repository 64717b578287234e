import { useSelector } from '@xstate/react';
import { ChartColumn } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/library-stats.json';
import { selectDataError } from '../../../machines/kit/kit.selectors.ts';
import {
  wholeLength,
  type RankedRow,
  type Ranking,
  selectLibraryStats,
  selectRankings,
  shelfRoute,
} from '../../../machines/admin/library-stats/library-stats.logic.ts';
import type { LibraryStatsRef } from '../../../machines/admin/library-stats/library-stats.machine.ts';
import type { LibraryStats } from '../../../schemas/api/stats.ts';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { formatBytes, formatDuration, formatPercent } from '../../format/amounts.ts';
import { DataContent } from '../../shared/data-content.tsx';
import { LibraryPage } from '../../shared/library-page.tsx';
import { LibraryTrail } from '../../shared/trail-toolbar.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { BarList, StatTiles } from '../../ui/stats.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton, RowLink } from '../../ui/links.tsx';

export function Toolbar() {
  return (
    <WithTexts texts={texts}>
      <Trail />
    </WithTexts>
  );
}

function Trail() {
  return <LibraryTrail name={useTranslations('libraryStats')('title')} />;
}

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Stats />
    </WithTexts>
  );
}

function Stats() {
  const t = useTranslations('libraryStats');
  const error = useSelector(usePageRef<LibraryStatsRef>(), selectDataError);
  return (
    <LibraryPage title={t('title')} heading={(library) => t('heading', { library })} error={error}>
      <DataContent loading={t('loading')}>
        <Content />
      </DataContent>
    </LibraryPage>
  );
}

function Content() {
  const t = useTranslations('libraryStats');
  const linkTo = useLinkTo();
  const page = usePageRef<LibraryStatsRef>();
  const stats = useSelector(page, selectLibraryStats);
  if (stats?.totalItems === 0) {
    return (
      <EmptyState
        icon={<ChartColumn size={26} />}
        message={t('empty')}
        detail={t('emptyDetail')}
        action={<LinkButton {...linkTo(shelfRoute(page.getSnapshot()))}>{t('toShelf')}</LinkButton>}
      />
    );
  }
  return stats && <Filled stats={stats} />;
}

function Filled({ stats }: { stats: LibraryStats }) {
  const rankings = useSelector(usePageRef<LibraryStatsRef>(), selectRankings);
  return (
    <PageInset className="flex max-w-6xl flex-col gap-8 pt-4 pb-8">
      <Totals stats={stats} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] gap-x-10 gap-y-8">
        {rankings.map((ranking) => (
          <Ranked key={ranking.kind} ranking={ranking} />
        ))}
      </div>
    </PageInset>
  );
}

function Totals({ stats }: { stats: LibraryStats }) {
  const t = useTranslations('libraryStats');
  const locale = useLocale();
  const number = (amount: number) => amount.toLocaleString(locale);
  const { unit, amount } = wholeLength(stats.totalDuration);
  const tiles = [
    { name: t('items'), text: number(stats.totalItems) },
    { name: t(unit), text: number(amount) },
    ...(stats.totalAuthors === undefined ? [] : [{ name: t('authors'), text: number(stats.totalAuthors) }]),
    { name: t('size'), text: formatBytes(stats.totalSize, locale) },
    { name: t('tracks'), text: number(stats.numAudioTracks) },
  ];
  return <StatTiles label={t('totals')} tiles={tiles} />;
}

function Ranked({ ranking: { kind, rows } }: { ranking: Ranking }) {
  const t = useTranslations('libraryStats');
  const locale = useLocale();
  const linkTo = useLinkTo();
  const amountOf = ({ amount, share }: RankedRow): string =>
    ({
      genres: () => t('ofItems', { share: formatPercent(share, locale), count: amount }),
      authors: () => t('count', { count: amount }),
      longest: () => formatDuration(amount, locale),
      largest: () => formatBytes(amount, locale),
    })[kind]();
  return (
    <BarList
      isRanked
      title={t(`ranking.${kind}`)}
      rows={rows.map((row) => ({
        id: row.id,
        name: <RowLink {...linkTo(row.route)} name={row.name ?? t('untitled')} />,
        amount: amountOf(row),
        share: row.share,
      }))}
    />
  );
}
