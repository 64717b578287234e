import { useSelector } from '@xstate/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { SORTS, type OrderSort } from '../../../machines/edit/track-order/order.logic.ts';
import type { TrackOrderRef } from '../../../machines/edit/track-order/track-order.machine.ts';
import { fileAt, selectOrder, type OrderedFile } from '../../../machines/edit/track-order/track-order.logic.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { formatBytes, formatClock } from '../../format/amounts.ts';
import { RowGrip } from '../../shared/row-grip.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { useCarried } from '../../ui/drag-row.ts';
import { useIsPhone } from '../../ui/media-query.ts';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** Rem: in one line, and in two on a phone. */
const ROW_REM = 3;
const PHONE_ROW_REM = 5;

export function OrderRows() {
  const t = useTranslations('trackOrder');
  const page = usePageRef<TrackOrderRef>();
  const order = useSelector(page, selectOrder);
  const isPhone = useIsPhone();
  const [carried, carry] = useCarried<string>();
  const ids = useMemo(() => order.map(({ ino }) => ino), [order]);
  const renderRow = useCallback(
    (place: CellPlace) => {
      const found = fileAt(page.getSnapshot(), place.index);
      return found ? (
        <Row
          {...found}
          place={place}
          count={order.length}
          isPhone={isPhone}
          isCarried={carried === found.file.ino}
          onCarry={carry}
        />
      ) : null;
    },
    [page, order, isPhone, carried, carry],
  );
  return (
    <>
      <SortBar />
      {!isPhone && <Heads />}
      <div className="-mx-2">
        <VirtualList
          label={t('list')}
          count={order.length}
          rowRem={isPhone ? PHONE_ROW_REM : ROW_REM}
          ids={ids}
          overscan={6}
          renderRow={renderRow}
        />
      </div>
    </>
  );
}

function SortBar() {
  const t = useTranslations('trackOrder');
  const page = usePageRef<TrackOrderRef>();
  const sort = useSelector(page, ({ context }) => context.sort);
  const press = (by: OrderSort) =>
    page.send({
      type: 'trackOrder.edit',
      edit: { kind: 'sort', by, isDescending: sort?.by === by && !sort.isDescending },
    });
  return (
    <div role="group" aria-label={t('sort')} className="flex flex-wrap items-center gap-x-1 gap-y-1">
      <span aria-hidden="true" className="pe-1 text-sm text-ink-2">
        {t('sort')}
      </span>
      {SORTS.map((by) => {
        const isOn = sort?.by === by;
        const Arrow = isOn && sort.isDescending ? ArrowDown : ArrowUp;
        return (
          <button
            key={by}
            type="button"
            aria-pressed={isOn}
            onClick={() => press(by)}
            className={cx(
              'inline-flex min-h-8 items-center gap-1 rounded-sm px-2 text-sm hover:text-ink touch:min-h-11',
              isOn ? 'text-accent-text' : 'text-ink-2',
            )}
          >
            {t(`sorts.${by}`)}
            {isOn && (
              <>
                <Arrow size={14} aria-hidden="true" />
                <VisuallyHidden>{t(sort.isDescending ? 'descending' : 'ascending')}</VisuallyHidden>
              </>
            )}
          </button>
        );
      })}
    </div>
  );
}

interface RowProps extends OrderedFile {
  readonly place: CellPlace;
  readonly count: number;
  readonly isPhone: boolean;
  readonly isCarried: boolean;
  readonly onCarry: (ino: string | null) => void;
}

function Row({ file, number, place: { index, tabIndex }, count, isPhone, isCarried, onCarry }: RowProps) {
  const t = useTranslations('trackOrder');
  const page = usePageRef<TrackOrderRef>();
  const { ino, metadata } = file;
  const isOut = number === null;
  const name = (
    <bdi
      data-tip={metadata.relPath === metadata.filename ? undefined : metadata.relPath}
      className={cx('min-w-0 flex-1 truncate text-sm', isOut ? 'text-ink-3' : 'text-ink')}
    >
      {metadata.filename}
    </bdi>
  );
  return (
    <div
      className={cx(
        'flex h-full gap-2 rounded-md px-2 focus-within:bg-surface-2 hover:bg-surface-2',
        isPhone ? 'flex-col justify-center gap-0' : 'items-center',
        isCarried && 'bg-surface-3! shadow-overlay',
      )}
    >
      <div className={cx('flex min-w-0 items-center gap-2', !isPhone && 'flex-1')}>
        {isOut ? (
          <span className="size-9 shrink-0 touch:size-11" />
        ) : (
          <RowGrip
            title={metadata.filename}
            menuId={`track/${ino}`}
            index={index}
            count={count}
            tabIndex={tabIndex}
            onMove={(to) => page.send({ type: 'trackOrder.edit', edit: { kind: 'move', ino, index: to } })}
            onKeep={() => page.send({ type: 'trackOrder.settle', ino })}
            onCarry={(is) => onCarry(is ? ino : null)}
          />
        )}
        <span className="w-8 shrink-0 text-end text-sm font-medium tabular-nums">
          <VisuallyHidden>{t('newNumber')} </VisuallyHidden>
          {number ?? '−'}
        </span>
        {name}
        {!isPhone && <Facts file={file} isPhone={false} />}
        <Checkbox
          label={t('include', { name: metadata.filename })}
          labelHidden
          checked={!isOut}
          onChange={(isOn) => page.send({ type: 'trackOrder.edit', edit: { kind: 'include', ino, isOut: !isOn } })}
        />
      </div>
      {isPhone && (
        <div className="flex min-w-0 items-center gap-3 ps-13 pb-1 max-[22.5rem]:ps-0">
          <Facts file={file} isPhone />
        </div>
      )}
    </div>
  );
}

const NUMBER = 'w-14 text-end';
const AMOUNT = 'w-16 text-end';

function Heads() {
  const t = useTranslations('trackOrder.heads');
  return (
    <div aria-hidden="true" className="-mb-3 flex items-center justify-end gap-2 text-xs text-ink-3">
      <span className="flex gap-3">
        <span className={NUMBER}>{t('current')}</span>
        <span className={NUMBER}>{t('name')}</span>
        <span className={NUMBER}>{t('tags')}</span>
        <span className={AMOUNT}>{t('size')}</span>
        <span className={AMOUNT}>{t('length')}</span>
      </span>
      <span className="w-7.5" />
    </div>
  );
}

function Facts({ file, isPhone }: { file: OrderedFile['file']; isPhone: boolean }) {
  const t = useTranslations('trackOrder');
  const locale = useLocale();
  const { index, trackNumFromFilename, discNumFromFilename, trackNumFromMeta, discNumFromMeta } = file;
  const numbers = (disc: number | null | undefined, track: number | null | undefined): string =>
    track == null ? '–' : disc == null ? String(track) : `${disc} · ${track}`;
  const facts = [
    { id: 'current', text: index != null && index > 0 ? String(index) : '–' },
    { id: 'name', text: numbers(discNumFromFilename, trackNumFromFilename) },
    { id: 'tags', text: numbers(discNumFromMeta, trackNumFromMeta) },
  ] as const;
  return (
    <span
      className={cx('flex items-center gap-3 text-xs text-ink-2 tabular-nums', isPhone ? 'min-w-0 flex-1' : 'shrink-0')}
    >
      {file.error && <span className="max-w-40 truncate text-danger">{file.error}</span>}
      {facts.map(({ id, text }) => (
        <span key={id} data-tip={t(`facts.${id}`)} className={isPhone ? 'flex min-w-0 gap-1' : NUMBER}>
          <VisuallyHidden>{t(`facts.${id}`)} </VisuallyHidden>
          {isPhone && (
            <span aria-hidden="true" className="truncate text-ink-3">
              {t(`heads.${id}`)}
            </span>
          )}
          {text}
        </span>
      ))}
      <span className={cx(AMOUNT, 'phone:hidden')}>{formatBytes(file.metadata.size, locale)}</span>
      <span className={isPhone ? '' : AMOUNT}>{file.duration == null ? '' : formatClock(file.duration)}</span>
    </span>
  );
}

export function Moved() {
  const t = useTranslations('order');
  const page = usePageRef<TrackOrderRef>();
  const moved = useSelector(page, ({ context }) => context.moved);
  const order = useSelector(page, selectOrder);
  const index = order.findIndex(({ ino }) => ino === moved?.ino);
  const found = index === -1 ? null : fileAt(page.getSnapshot(), index);
  return (
    <div role="status">
      <VisuallyHidden>
        {found?.number != null &&
          t('moved', {
            title: found.file.metadata.filename,
            position: found.number,
            count: order.filter(({ isOut }) => !isOut).length,
          })}
      </VisuallyHidden>
    </div>
  );
}
