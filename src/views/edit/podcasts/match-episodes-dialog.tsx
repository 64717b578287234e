import podcastTexts from '../../../locales/en-us/podcast.json';
import { shallowEqual, useSelector } from '@xstate/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { MatchEpisodesRef } from '../../../machines/edit/podcasts/match-episodes.machine.ts';
import {
  selectIsStopping,
  selectIsUpdating,
  selectLastPlace,
  selectMatchCounts,
  selectMatchPlan,
  selectMatchShare,
  selectMatchState,
} from '../../../machines/edit/podcasts/podcasts.selectors.ts';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { FeedFailed } from './feed-failed.tsx';
import { MatchComparison, MATCH_ROW_REM, MatchRow } from './match-row.tsx';
import { withTexts } from '../../texts/with-texts.tsx';
import { joinSentences } from '../../format/lists.ts';

export const Modal = withTexts(podcastTexts, MatchEpisodes);

function MatchEpisodes({ modal }: { modal: MatchEpisodesRef }) {
  const t = useTranslations('matchEpisodes');
  const tFind = useTranslations('findEpisodes');
  const tCommon = useTranslations('common');
  const title = useSelector(modal, ({ context }) => context.podcast.title);
  const state = useSelector(modal, selectMatchState);
  const error = useSelector(modal, ({ context }) => context.error);
  const url = useSelector(modal, ({ context }) => context.feedUrl);
  const isUpdating = useSelector(modal, selectIsUpdating);
  const close = () => modal.send({ type: 'matchEpisodes.close' });
  return (
    <Dialog
      open
      title={t('title', { title })}
      closeLabel={tCommon('close')}
      width={900}
      persistent={isUpdating}
      onDismiss={close}
      footer={state === 'list' && <Actions modal={modal} onClose={close} />}
    >
      {state === 'loading' && (
        <Waiting label={tFind('loading')}>
          <RowsSkeleton rows={8} />
        </Waiting>
      )}
      {state === 'failed' && (
        <FeedFailed
          message={t('failed')}
          error={error}
          url={url}
          onRetry={() => modal.send({ type: 'matchEpisodes.retry' })}
        />
      )}
      {state === 'empty' && <Empty modal={modal} />}
      {state === 'list' && <Rows modal={modal} />}
      {state === 'one' && <MatchComparison modal={modal} />}
    </Dialog>
  );
}

function Empty({ modal }: { modal: MatchEpisodesRef }) {
  const t = useTranslations('matchEpisodes');
  const locale = useLocale();
  const { same, missing } = useSelector(modal, selectMatchPlan);
  if (missing === 0) return <EmptyState icon={<CircleCheck size={26} />} message={t('allMatch')} />;
  if (same === 0) return <EmptyState icon={<CircleAlert size={26} />} message={t('noneInFeed')} />;
  const detail = joinSentences([t('same', { count: same }), t('missing', { count: missing })], locale);
  return <EmptyState icon={<CircleCheck size={26} />} message={t('nothingToDo')} detail={detail} />;
}

function Actions({ modal, onClose }: { modal: MatchEpisodesRef; onClose: () => void }) {
  const t = useTranslations('matchEpisodes');
  const tCommon = useTranslations('common');
  const isUpdating = useSelector(modal, selectIsUpdating);
  const isStopping = useSelector(modal, selectIsStopping);
  const { sent, settled, failed, updated, picked } = useSelector(modal, selectMatchCounts, shallowEqual);
  return (
    <>
      <p role="status" className="me-auto text-sm text-ink-2 tabular-nums">
        {isUpdating ? t('updating', { settled, sent }) : updated > 0 && t('updated', { count: updated })}
      </p>
      {isUpdating ? (
        <Button disabled={isStopping} onClick={() => modal.send({ type: 'matchEpisodes.stop' })}>
          {t('stop')}
        </Button>
      ) : (
        <Button onClick={onClose}>{tCommon('close')}</Button>
      )}
      <Button
        variant="primary"
        busy={isUpdating}
        disabledReason={picked === 0 ? t('nothingSelected') : null}
        onClick={() => modal.send({ type: 'matchEpisodes.run' })}
      >
        {failed > 0 && failed === picked ? t('tryAgain', { count: failed }) : t('apply', { count: picked })}
      </Button>
    </>
  );
}

function Rows({ modal }: { modal: MatchEpisodesRef }) {
  const t = useTranslations('matchEpisodes');
  const { rows } = useSelector(modal, selectMatchPlan);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const place = useSelector(modal, selectLastPlace);
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const row = rows[index];
      return row ? <MatchRow modal={modal} row={row} tabIndex={tabIndex} /> : null;
    },
    [modal, rows],
  );
  return (
    <div className="flex flex-col gap-2">
      <Head modal={modal} />
      <VirtualList
        label={t('list')}
        count={rows.length}
        rowRem={MATCH_ROW_REM}
        ids={ids}
        renderRow={renderRow}
        centre={place}
        initialFocus={place}
        onSelectAll={() => modal.send({ type: 'matchEpisodes.pickAll', isOn: true })}
      />
    </div>
  );
}

function Head({ modal }: { modal: MatchEpisodesRef }) {
  const t = useTranslations('matchEpisodes');
  const tAll = useTranslations();
  const locale = useLocale();
  const { rows, same, missing } = useSelector(modal, selectMatchPlan);
  const share = useSelector(modal, selectMatchShare);
  const isUpdating = useSelector(modal, selectIsUpdating);
  const error = useSelector(modal, ({ context }) => context.error);
  const { failed, sent } = useSelector(modal, selectMatchCounts, shallowEqual);
  return (
    <div className="sticky top-0 z-10 flex flex-col gap-2 bg-surface-1 pb-1">
      <p className="text-sm text-ink-2">
        {joinSentences(
          [
            t('plan', { count: rows.length }),
            same > 0 && t('same', { count: same }),
            missing > 0 && t('missing', { count: missing }),
          ],
          locale,
        )}
      </p>
      {failed > 0 && !isUpdating && (
        <FormMessage tone="danger">
          {joinSentences([t('partFailed', { failed, sent }), error && errorText(tAll, error)], locale)}
        </FormMessage>
      )}
      <Checkbox
        label={t('selectAll')}
        checked={share === 'all'}
        mixed={share === 'some'}
        disabled={share === 'nothing' || isUpdating}
        onChange={(isOn) => modal.send({ type: 'matchEpisodes.pickAll', isOn })}
      />
    </div>
  );
}
