import podcastTexts from '../../../locales/en-us/podcast.json';
import { shallowEqual, useSelector } from '@xstate/react';
import { ArrowDown, ArrowUp, Rss, Search, SearchX } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { FindEpisodesRef } from '../../../machines/edit/podcasts/find-episodes.machine.ts';
import {
  selectFindState,
  selectIsSending,
  selectSending,
  selectShare,
} from '../../../machines/edit/podcasts/podcasts.selectors.ts';
import { CancelAndSave } from '../../shared/form-dialog.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { downToGrid } from '../../ui/find-field.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage, submitting } from '../../ui/field.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { FeedFailed } from './feed-failed.tsx';
import { FEED_ROW_REM, FeedRow } from './feed-row.tsx';
import { withTexts } from '../../texts/with-texts.tsx';

export const Modal = withTexts(podcastTexts, FindEpisodes);

function FindEpisodes({ modal }: { modal: FindEpisodesRef }) {
  const t = useTranslations('findEpisodes');
  const tCommon = useTranslations('common');
  const title = useSelector(modal, ({ context }) => context.podcast.title);
  const state = useSelector(modal, selectFindState);
  const error = useSelector(modal, ({ context }) => context.error);
  const url = useSelector(modal, ({ context }) => context.feedUrl);
  const picked = useSelector(modal, ({ context }) => context.picked.size);
  const isSending = useSelector(modal, selectIsSending);
  const close = () => modal.send({ type: 'findEpisodes.close' });
  return (
    <Dialog
      open
      title={t('title', { title })}
      closeLabel={tCommon('close')}
      width={1200}
      persistent={picked > 0}
      onDismiss={close}
      footer={
        state === 'filled' && (
          <>
            <Sending modal={modal} />
            <CancelAndSave
              busy={isSending}
              disabledReason={picked === 0 ? t('nothingSelected') : null}
              onCancel={close}
              onClick={() => modal.send({ type: 'findEpisodes.download' })}
            >
              {t('download', { count: picked })}
            </CancelAndSave>
          </>
        )
      }
    >
      {state === 'loading' && (
        <Waiting label={t('loading')}>
          <RowsSkeleton rows={8} />
        </Waiting>
      )}
      {state === 'failed' && (
        <FeedFailed
          message={t('failed')}
          error={error}
          url={url}
          onRetry={() => modal.send({ type: 'findEpisodes.retry' })}
        />
      )}
      {state === 'empty' && <EmptyState icon={<Rss size={26} />} message={t('empty')} />}
      {state === 'filled' && <Found modal={modal} />}
    </Dialog>
  );
}

function Sending({ modal }: { modal: FindEpisodesRef }) {
  const t = useTranslations('findEpisodes');
  const isSending = useSelector(modal, selectIsSending);
  const { sent, queued } = useSelector(modal, selectSending, shallowEqual);
  return (
    <p role="status" className="me-auto text-sm text-ink-2 tabular-nums">
      {isSending && t('sending', { sent, queued })}
    </p>
  );
}

function Found({ modal }: { modal: FindEpisodesRef }) {
  const t = useTranslations('findEpisodes');
  const rows = useSelector(modal, ({ context }) => context.shown);
  const search = useSelector(modal, ({ context }) => context.search);
  const isDescending = useSelector(modal, ({ context }) => context.isDescending);
  const ids = useMemo(() => rows.map(({ key }) => String(key)), [rows]);
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const row = rows[index];
      return row ? <FeedRow modal={modal} row={row} tabIndex={tabIndex} /> : null;
    },
    [modal, rows],
  );
  return (
    <div data-search="" className="flex flex-col gap-2">
      <Head modal={modal} />
      {rows.length === 0 ? (
        <EmptyState icon={<SearchX size={26} />} message={t('nothing')} />
      ) : (
        <VirtualList
          key={`${search}/${isDescending}`}
          label={t('list')}
          count={rows.length}
          rowRem={FEED_ROW_REM}
          ids={ids}
          renderRow={renderRow}
          onExtend={(from, to) => modal.send({ type: 'findEpisodes.pickRange', from, to })}
          onSelectAll={() => modal.send({ type: 'findEpisodes.pickAll', isOn: true })}
        />
      )}
    </div>
  );
}

function Head({ modal }: { modal: FindEpisodesRef }) {
  const t = useTranslations('findEpisodes');
  const tAll = useTranslations();
  const typed = useSelector(modal, ({ context }) => context.typed);
  const since = useSelector(modal, ({ context }) => context.since);
  const share = useSelector(modal, selectShare);
  const isDescending = useSelector(modal, ({ context }) => context.isDescending);
  const isSending = useSelector(modal, selectIsSending);
  const shown = useSelector(modal, ({ context }) => context.shown).length;
  const all = useSelector(modal, ({ context }) => context.rows.length);
  const unreadable = useSelector(modal, ({ context }) => context.unreadable);
  const error = useSelector(modal, ({ context }) => context.error);
  const { sent, failed } = useSelector(modal, selectSending, shallowEqual);
  return (
    <div className="sticky top-0 z-10 flex flex-col gap-1 bg-surface-1 pb-1">
      <div className="flex flex-wrap items-center gap-2">
        <TextField
          quiet
          labelHidden
          type="search"
          label={t('find')}
          placeholder={t('find')}
          startIcon={<Search size={18} />}
          autoComplete="off"
          className="min-w-40 flex-1"
          value={typed}
          onChange={(text) => modal.send({ type: 'findEpisodes.search', text })}
          onKeyDown={downToGrid}
        />
        <Button
          icon={isDescending ? <ArrowDown size={16} /> : <ArrowUp size={16} />}
          onClick={() => modal.send({ type: 'findEpisodes.turn' })}
        >
          {t(isDescending ? 'newestFirst' : 'oldestFirst')}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Checkbox
          label={t('selectAll')}
          checked={share === 'all'}
          mixed={share === 'some'}
          disabled={share === 'nothing' || isSending}
          onChange={(isOn) => modal.send({ type: 'findEpisodes.pickAll', isOn })}
        />
        <form
          className="flex items-center gap-2"
          onSubmit={submitting(() => modal.send({ type: 'findEpisodes.pickSince' }))}
        >
          <span aria-hidden="true" className="text-sm text-ink-2">
            {t('since')}
          </span>
          <TextField
            labelHidden
            type="date"
            label={t('since')}
            value={since}
            onChange={(day) => modal.send({ type: 'findEpisodes.setSince', day })}
          />
          <Button type="submit" aria-label={t('selectSinceLabel')} disabled={since === '' || isSending}>
            {t('selectSince')}
          </Button>
        </form>
        <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
          {shown === all ? t('count', { all }) : t('shown', { count: shown, all })}
        </p>
      </div>
      {unreadable > 0 && <p className="text-sm text-ink-2">{t('unreadable', { count: unreadable })}</p>}
      {failed > 0 && !isSending && (
        <FormMessage tone="danger">
          {t('partFailed', { failed, sent })} {error && errorText(tAll, error)}
        </FormMessage>
      )}
    </div>
  );
}
