import { useSelector } from '@xstate/react';
import { ChevronLeft, ChevronRight, Download, RefreshCw, Share2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { selectIsAdmin, selectUser } from '../../../machines/app/session/session.selectors.ts';
import {
  cardsOf,
  isEmptyYear,
  yearsFrom,
  type YearData,
} from '../../../machines/admin/year-review/year-cards.logic.ts';
import type { YearReviewRef, WordedCard } from '../../../machines/admin/year-review/year-review.machine.ts';
import {
  selectCanShare,
  selectCardIndex,
  selectIsPainting,
  selectReviewError,
  selectReviewState,
  selectScope,
  selectYear,
  selectYearData,
} from '../../../machines/admin/year-review/year-cards.logic.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { FailedPage } from '../../shared/message-page.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import { useYearWords } from './year-words.ts';

interface YearReviewProps {
  review: YearReviewRef;
  /** ms */
  now: number;
}

export function YearReview({ review, now }: YearReviewProps) {
  const t = useTranslations('yearCards');
  const id = useId();
  const isOpen = useSelector(review, (snapshot) => selectReviewState(snapshot) !== 'closed');
  const since = useSelector(useActorRefOf('session'), (snapshot) =>
    Math.min(...yearsFrom(selectUser(snapshot)?.createdAt ?? 0, now)),
  );
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 rounded-lg bg-surface-1 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <Heading level={2} looksLike={3} id={id}>
            {t('title')}
          </Heading>
          <p className="text-sm text-ink-2">{t('intro')}</p>
        </div>
        <Button aria-expanded={isOpen} onClick={() => review.send({ type: 'yearReview.toggle', since })}>
          {t(isOpen ? 'hide' : 'show')}
        </Button>
      </div>
      {isOpen && <Open review={review} now={now} />}
    </section>
  );
}

function Open({ review, now }: YearReviewProps) {
  const t = useTranslations('yearCards');
  const session = useActorRefOf('session');
  const user = useSelector(session, selectUser);
  const isAdmin = useSelector(session, selectIsAdmin);
  const year = useSelector(review, selectYear);
  const scope = useSelector(review, selectScope);
  if (!user) return null;
  const years = yearsFrom(user.createdAt, now);
  const all = years.includes(year) ? years : [...years, year];
  return (
    <>
      <div className="flex flex-wrap items-start gap-4">
        <div className="w-32">
          <Select
            label={t('year')}
            value={String(year)}
            options={all.map((one) => ({ value: String(one), label: String(one) }))}
            onChange={(chosen) => review.send({ type: 'yearReview.choose', year: Number(chosen) })}
          />
        </div>
        {isAdmin && (
          <SegmentedControl
            label={t('scope')}
            value={scope}
            segments={[
              { value: 'own', label: t('scopes.own') },
              { value: 'server', label: t('scopes.server') },
            ]}
            onChange={(chosen) => review.send({ type: 'yearReview.choose', scope: chosen })}
          />
        )}
      </div>
      <Year review={review} year={year} person={user.username} />
    </>
  );
}

function Year({ review, year, person }: { review: YearReviewRef; year: number; person: string }) {
  const t = useTranslations('yearCards');
  const state = useSelector(review, selectReviewState);
  const data = useSelector(review, selectYearData);
  const error = useSelector(review, selectReviewError);
  if (state === 'failed')
    return <FailedPage message={t('failed')} error={error} onRetry={() => review.send({ type: 'yearReview.retry' })} />;
  if (data === null)
    return (
      <Waiting label={t('loading', { year: String(year) })}>
        <RowsSkeleton rows={4} />
      </Waiting>
    );
  if (isEmptyYear(data)) return <EmptyState message={t('empty', { year: String(year) })} detail={t('emptyDetail')} />;
  return <Cards review={review} data={data} year={year} person={person} />;
}

function Cards({
  review,
  data,
  year,
  person,
}: {
  review: YearReviewRef;
  data: YearData;
  year: number;
  person: string;
}) {
  const t = useTranslations('yearCards');
  const words = useYearWords(data, year, person);
  const index = useSelector(review, selectCardIndex);
  const canShare = useSelector(review, selectCanShare);
  const isPainting = useSelector(review, selectIsPainting);
  const cards = cardsOf(data);
  const card = cards[index] ?? cards[0];
  if (!card) return null;
  const picture = words.square(card);
  const name = t(`cards.${card.kind}`);
  const square = { picture, name: words.fileName(name) };
  const banner = { picture: words.banner(card), name: words.fileName(t('banner')) };
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-roledescription={t('carousel')} aria-label={t('title')} className="flex flex-col gap-3">
        <YearCardPanel
          card={picture}
          coversLabel={t(data.scope === 'own' ? 'coversOwn' : 'coversServer', { count: card.covers.length })}
        />
        <div className="flex max-w-md items-center justify-between gap-2">
          <IconButton
            label={t('previous')}
            icon={<ChevronLeft size={18} className="rtl:-scale-x-100" />}
            onClick={() => review.send({ type: 'yearReview.turn', by: -1 })}
          />
          <p role="status" className="min-w-0 truncate text-sm text-ink-2">
            {t('card', { number: index + 1, count: cards.length, name })}
          </p>
          <IconButton
            label={t('next')}
            icon={<ChevronRight size={18} className="rtl:-scale-x-100" />}
            onClick={() => review.send({ type: 'yearReview.turn', by: 1 })}
          />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {canShare && (
          <Button
            icon={<Share2 size={16} />}
            busy={isPainting}
            onClick={() => review.send({ type: 'yearReview.share', ...square })}
          >
            {t('share')}
          </Button>
        )}
        <Button
          icon={<Download size={16} />}
          busy={isPainting}
          onClick={() => review.send({ type: 'yearReview.save', ...square })}
        >
          {t('save')}
        </Button>
        <Button
          icon={<Download size={16} />}
          busy={isPainting}
          onClick={() => review.send({ type: 'yearReview.save', ...banner })}
        >
          {t('saveBanner')}
        </Button>
        <IconButton
          label={t('refresh')}
          icon={<RefreshCw size={16} />}
          onClick={() => review.send({ type: 'yearReview.retry' })}
        />
      </div>
    </div>
  );
}

/** Covers behind a card: five rows of five, and one more where it is higher than wide. */
const BEHIND = 35;

interface YearCardPanelProps {
  card: WordedCard['picture'];
  coversLabel: string;
}

function YearCardPanel({ card, coversLabel }: YearCardPanelProps) {
  const { title, subtitle, figures, lists, covers, background } = card;
  // Repeats them to fill the card.
  const behind = background.length === 0 ? [] : Array.from({ length: BEHIND }, (_, index) => index % background.length);
  return (
    <div className="relative isolate min-h-[28rem] w-full max-w-md overflow-clip rounded-lg bg-[#14110d] text-[#f5efe6] phone:min-h-0">
      <div aria-hidden="true" className="absolute inset-0 -z-1 grid grid-cols-5 opacity-15">
        {behind.map((number, index) => (
          <img
            key={index}
            src={background[number]}
            alt=""
            decoding="async"
            className="aspect-square w-full object-cover"
          />
        ))}
      </div>
      <div className="flex flex-col gap-4 p-6 phone:p-5">
        <div>
          <p className="text-2xl font-bold text-[#f2b45c]">{title}</p>
          <p dir="auto" className="truncate text-sm text-[#c9bfb1]">
            {subtitle}
          </p>
        </div>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
          {figures.map(({ value, label }) => (
            <div key={label} className="flex min-w-0 flex-col-reverse">
              <dt className="truncate text-xs text-[#c9bfb1]">{label}</dt>
              <dd className="truncate text-2xl font-bold tabular-nums phone:text-xl">{value}</dd>
            </div>
          ))}
        </dl>
        {covers.length > 0 && (
          <div role="img" aria-label={coversLabel} className="grid grid-cols-4 gap-2">
            {covers.map((src) => (
              <img
                key={src}
                src={src}
                alt=""
                decoding="async"
                className="aspect-square w-full rounded-xs object-cover"
              />
            ))}
          </div>
        )}
        {lists.length > 0 && (
          <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
            {lists.map(({ label, entries }) => (
              <div key={label} className="min-w-0">
                <dt className="text-xs text-[#c9bfb1]">{label}</dt>
                {entries.map((entry) => (
                  <dd key={entry} dir="auto" className="line-clamp-2 text-match font-semibold">
                    {entry}
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  );
}
