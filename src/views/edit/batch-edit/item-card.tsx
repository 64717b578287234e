import { useSelector } from '@xstate/react';
import { Copy, RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { BatchEditRef } from '../../../machines/edit/batch-edit/batch-edit.machine.ts';
import {
  followOf,
  formReader,
  isChangedBy,
  itemBy,
  selectItemIds,
} from '../../../machines/edit/batch-edit/batch-edit.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { Clash, Detail, detailPlace, ORDER, type DetailsSource } from '../../shared/detail.tsx';
import { usePictures } from '../../shared/use-library.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cover } from '../../ui/cover.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useIsPhone } from '../../ui/media-query.ts';
import { Windowed } from '../../ui/windowed.tsx';
import { formatList } from '../../format/lists.ts';

/** CSS pixels. */
const COVER = 48;
/** Height of a card that was never in view, in rem: in two columns, and in one on a phone. */
const CARD_REM = { book: 54, podcast: 44 } as const;
const PHONE_CARD_REM = { book: 92, podcast: 72 } as const;

export function ItemCards() {
  const t = useTranslations('batch');
  const page = usePageRef<BatchEditRef>();
  const ids = useSelector(page, selectItemIds);
  const mediaType = useSelector(page, ({ context }) => context.map.values.mediaType);
  const heights = useIsPhone() ? PHONE_CARD_REM : CARD_REM;
  return (
    <ol aria-label={t('list')} className="flex flex-col">
      {ids.map((id, index) => (
        <li key={id} className="border-t border-line">
          <Slot id={id} number={index + 1} estimateRem={heights[mediaType]} />
        </li>
      ))}
    </ol>
  );
}

function Slot({ id, number, estimateRem }: { id: string; number: number; estimateRem: number }) {
  const follow = useSelector(usePageRef<BatchEditRef>(), followOf(id));
  return (
    <Windowed estimateRem={estimateRem} follow={follow}>
      {() => <ItemCard id={id} number={number} />}
    </Windowed>
  );
}

function ItemCard({ id, number }: { id: string; number: number }) {
  const t = useTranslations('batch');
  const tCard = useTranslations('card');
  const locale = useLocale();
  const page = usePageRef<BatchEditRef>();
  const item = useSelector(page, itemBy(id));
  const isChanged = useSelector(page, isChangedBy(id));
  const { coverOf } = usePictures();
  const form = useFormOf(id);
  if (!item || !form) return null;
  const { base, mediaType, updatedAt, coverPath } = item;
  const title = base.title || t('untitled');
  const author = mediaType === 'book' ? formatList(base.authors, locale) : base.author;
  const settle = () => page.send({ type: 'batch.settle' });
  return (
    <section aria-label={t('card', { number, title })} className="py-5">
      <div className="mb-4 flex items-center gap-3">
        <span aria-hidden="true" className="min-w-6 shrink-0 text-end text-sm text-ink-3 tabular-nums">
          {number}
        </span>
        <span className="block w-12 shrink-0">
          <Cover
            {...coverOf({ id, updatedAt, media: { coverPath } }, COVER)}
            aspect="square"
            width={COVER}
            title={title}
            author={author}
            invalidLabel={tCard('invalidCover')}
          />
        </span>
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="truncate text-base font-semibold">
            {title}
          </h2>
          <p dir="auto" className="truncate text-sm text-ink-2">
            {author}
          </p>
        </div>
        {isChanged && <Badge>{t('isChanged')}</Badge>}
        {isChanged && (
          <IconButton
            label={t('revert', { title })}
            tip={t('revertTip')}
            icon={<RotateCcw size={18} />}
            onClick={() => page.send({ type: 'batch.revert', id, field: null })}
          />
        )}
        <IconButton
          label={t('populateFrom', { title })}
          tip={t('populateFromTip')}
          icon={<Copy size={18} />}
          onClick={() => page.send({ type: 'batch.populateFrom', id })}
        />
      </div>
      <div onBlur={settle} className="grid grid-cols-1 items-start gap-x-4 gap-y-4 sm:grid-cols-2">
        {ORDER[mediaType].map((field) => (
          <div key={field} className={detailPlace(field)}>
            <Detail form={form} field={field} />
            <Clash
              form={form}
              field={field}
              onTakeTheirs={() => page.send({ type: 'batch.takeTheirs', of: { id, field } })}
              onKeepMine={() => page.send({ type: 'batch.keepMine', of: { id, field } })}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** A form of one item, for the shared parts of the item editor. */
function useFormOf(id: string): DetailsSource | null {
  const page = usePageRef<BatchEditRef>();
  return useMemo(() => {
    const read = formReader(id);
    const first = read(page.getSnapshot());
    return (
      first && {
        getSnapshot: () => read(page.getSnapshot()) ?? first,
        subscribe: page.subscribe.bind(page),
        send: (change) => page.send({ type: 'batch.change', id, change }),
      }
    );
  }, [page, id]);
}
