import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { InspectorRef } from '../../machines/inspector/inspector.machine.ts';
import {
  selectActor,
  selectContext,
  selectFamilies,
  selectHeldCount,
  selectIsPaused,
  selectIsWatching,
  selectLogCentre,
  selectRecords,
} from '../../machines/inspector/inspector.selectors.ts';
import type { EventRecord } from '../../schemas/inspector-message.ts';
import { Button } from '../ui/button.tsx';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';

export function EventLog({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector.log');
  const { filter, record } = useSelector(inspector, selectContext);
  const records = useSelector(inspector, selectRecords);
  const isPaused = useSelector(inspector, selectIsPaused);
  const isWatching = useSelector(inspector, selectIsWatching);
  const centre = useSelector(inspector, selectLogCentre);
  /** Reading old events stops the log from following. */
  const stopFollowing = () => {
    if (isWatching && !isPaused) inspector.send({ type: 'log.pause' });
  };
  const isFiltered = filter.search !== '' || filter.family !== '' || filter.actor !== '';
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const row = records[index];
      if (!row) return null;
      return <LogRow inspector={inspector} row={row} tabIndex={tabIndex} isChosen={row.number === record} />;
    },
    [records, record, inspector],
  );
  return (
    <section className="inspector-pane inspector-events" aria-label={t('label')}>
      <LogFilter inspector={inspector} />
      <div
        data-scroller=""
        className="inspector-records"
        onWheel={({ deltaY }) => {
          if (deltaY < 0) stopFollowing();
        }}
        onTouchMove={stopFollowing}
      >
        {records.length === 0 ? (
          <p className="inspector-empty">{isFiltered ? t('none') : t('empty')}</p>
        ) : (
          <VirtualList
            label={t('label')}
            count={records.length}
            rowRem={1.75}
            renderRow={renderRow}
            overscan={8}
            centre={centre}
          />
        )}
      </div>
    </section>
  );
}

interface LogRowProps {
  inspector: InspectorRef;
  row: EventRecord;
  tabIndex: number;
  isChosen: boolean;
}

function LogRow({ inspector, row, tabIndex, isChosen }: LogRowProps) {
  const t = useTranslations('inspector.log');
  const from = row.from?.name ?? t('outside');
  const guards = row.refusedBy.join(', ');
  const outcome = row.isTaken ? 'taken' : guards === '' ? 'ignored' : 'refused';
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className="inspector-record"
      data-taken={row.isTaken}
      aria-pressed={isChosen}
      aria-label={t('row', { number: row.number, from, event: row.event, to: row.to.name, outcome, guards })}
      onClick={() => {
        inspector.send({ type: 'record.select', record: row.number });
        inspector.send({ type: 'pane.show', pane: 'data' });
      }}
    >
      <span className="inspector-time">{(row.at / 1000).toFixed(3)}</span>
      <span className="inspector-way">
        {from} → {row.to.name}
      </span>
      <span className="inspector-event">{row.event}</span>
      <span className="inspector-time">
        {outcome !== 'taken' ? t(outcome, { guards }) : row.tookMs === null ? '…' : `${row.tookMs.toFixed(1)} ms`}
      </span>
    </button>
  );
}

function LogFilter({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector.log');
  const { filter } = useSelector(inspector, selectContext);
  const families = useSelector(inspector, selectFamilies);
  const actor = useSelector(inspector, selectActor);
  const isPaused = useSelector(inspector, selectIsPaused);
  const isWatching = useSelector(inspector, selectIsWatching);
  const held = useSelector(inspector, selectHeldCount);
  const change = (made: Partial<typeof filter>) => inspector.send({ type: 'log.filter', change: made });
  return (
    <div className="inspector-filter">
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={filter.search}
        onChange={({ currentTarget }) => change({ search: currentTarget.value })}
      />
      <select
        aria-label={t('family')}
        value={filter.family}
        onChange={({ currentTarget }) => change({ family: currentTarget.value })}
      >
        <option value="">{t('allFamilies')}</option>
        {families.map((family) => (
          <option key={family}>{family}</option>
        ))}
      </select>
      {actor && (
        <label>
          <input
            type="checkbox"
            checked={filter.actor !== ''}
            onChange={({ currentTarget }) => change({ actor: currentTarget.checked ? actor.id : '' })}
          />
          <span>{t('onlyActor', { name: actor.name })}</span>
        </label>
      )}
      <span className="inspector-spring" />
      {isPaused && held > 0 && <span className="inspector-held">{t('held', { count: held })}</span>}
      {isWatching && (
        <>
          <Button size="sm" onClick={() => inspector.send({ type: isPaused ? 'log.follow' : 'log.pause' })}>
            {isPaused ? t('follow') : t('pause')}
          </Button>
          <Button size="sm" onClick={() => inspector.send({ type: 'log.clear' })}>
            {t('clear')}
          </Button>
        </>
      )}
    </div>
  );
}
