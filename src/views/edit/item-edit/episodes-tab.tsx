import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { arrange, type Arrangement } from '../../../machines/browse/episodes/arrange.logic.ts';
import type { Episode } from '../../../machines/browse/episodes/episode.logic.ts';
import type { NewEpisodesRef } from '../../../machines/edit/podcasts/new-episodes.machine.ts';
import { selectIsAdmin } from '../../../machines/app/session/session.selectors.ts';
import type { LibraryItemExpanded, PodcastItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { episodeNumber } from '../../shared/episode-facts.tsx';
import { feedErrorText, PodcastTexts } from '../../shared/podcast-texts.tsx';
import { SortMenu } from '../../shared/sort-menu.tsx';
import { useDayText } from '../../shared/value-text.ts';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { FormMessage, submitting } from '../../ui/field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { joinSentences } from '../../format/lists.ts';

export function EpisodesTab({ tab, item }: { tab: NewEpisodesRef; item: LibraryItemExpanded }) {
  if (item.mediaType !== 'podcast') return null;
  return (
    <PodcastTexts>
      <div className="flex flex-col gap-4">
        <Check tab={tab} item={item} />
        <Episodes tab={tab} item={item} />
      </div>
    </PodcastTexts>
  );
}

interface PartProps {
  tab: NewEpisodesRef;
  item: PodcastItemExpanded;
}

/** Administrators only; the server refuses others. */
function Check({ tab, item }: PartProps) {
  const t = useTranslations('keepingUp');
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  if (!isAdmin) return null;
  return item.media.metadata.feedUrl ? <CheckForm tab={tab} /> : <FormMessage tone="info">{t('noFeed')}</FormMessage>;
}

function CheckForm({ tab }: { tab: NewEpisodesRef }) {
  const t = useTranslations('keepingUp');
  const tEpisode = useTranslations('editEpisode');
  const { day, time, limit, problems } = useSelector(tab, ({ context }) => context);
  const isChecking = useSelector(tab, (state) => state.matches('checking'));
  const element = useFocusInvalid<HTMLFormElement>(problems);
  const incomplete = (text: string) => (problems.moment && text === '' ? tEpisode(problems.moment) : null);
  return (
    <form
      ref={element}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={submitting(() => tab.send({ type: 'newEpisodes.check' }))}
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <fieldset className="min-w-0">
          <legend className="mb-2 text-sm font-medium text-ink">{t('after')}</legend>
          <div className="flex flex-wrap gap-2">
            <TextField
              type="date"
              label={t('day')}
              value={day}
              readOnly={isChecking}
              error={incomplete(day)}
              onChange={(next) => tab.send({ type: 'newEpisodes.setMoment', day: next, time })}
            />
            <TextField
              type="time"
              label={t('time')}
              value={time}
              readOnly={isChecking}
              error={incomplete(time)}
              onChange={(next) => tab.send({ type: 'newEpisodes.setMoment', day, time: next })}
            />
          </div>
        </fieldset>
        <NumberField
          label={t('limit')}
          help={t('mostNewHelp')}
          value={limit}
          min={0}
          disabled={isChecking}
          error={problems.limit ? t(problems.limit) : null}
          decreaseLabel={t('decrease', { name: t('limit') })}
          increaseLabel={t('increase', { name: t('limit') })}
          onChange={(next) => tab.send({ type: 'newEpisodes.setLimit', limit: next })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={isChecking}>
          {t('check')}
        </Button>
        <Result tab={tab} />
      </div>
    </form>
  );
}

function Result({ tab }: { tab: NewEpisodesRef }) {
  const t = useTranslations('keepingUp');
  const locale = useLocale();
  const tAll = useTranslations();
  const found = useSelector(tab, ({ context }) => context.found);
  const error = useSelector(tab, ({ context }) => context.error);
  const unread = useSelector(tab, ({ context }) => context.unread);
  const feedUrl = useSelector(tab, ({ context }) => context.feedUrl);
  const isChecking = useSelector(tab, (state) => state.matches('checking'));
  return (
    <>
      <p role="status" className="text-sm text-ink-2">
        {isChecking ? t('checking') : found !== null && t('found', { count: found })}
      </p>
      {(error ?? unread) && (
        <div className="basis-full">
          <FormMessage tone="danger">
            {error
              ? joinSentences([t('checkFailed'), errorText(tAll, error)], locale)
              : unread && joinSentences([t('feedUnread'), feedErrorText(tAll, unread, feedUrl)], locale)}
          </FormMessage>
        </div>
      )}
    </>
  );
}

const SORTS: readonly Arrangement['sort'][] = ['publishedAt', 'title', 'episode'];
/** Rem: title and a line. */
const ROW_REM = 3.5;
const NO_PROGRESS = {};

function Episodes({ tab, item }: PartProps) {
  const t = useTranslations('keepingUp');
  const modals = useActorRefOf('modals');
  const order = useSelector(tab, ({ context }) => context.order);
  const { items: all } = item.media.episodes;
  const episodes = useMemo(() => arrange(all, order, NO_PROGRESS), [all, order]);
  const ids = useMemo(() => episodes.map(({ id }) => id), [episodes]);
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const episode = episodes[index];
      if (!episode) return null;
      const edit = () => {
        const list = episodes.map(({ id, title }) => ({ libraryItemId: item.id, episodeId: id, title }));
        const own = { libraryItemId: item.id, episodeId: episode.id, title: episode.title };
        modals.send({ type: 'modals.open', modal: 'editEpisode', input: { ...own, list }, tag: 'editEpisode' });
      };
      return <EpisodeLine episode={episode} tabIndex={tabIndex} onEdit={edit} />;
    },
    [episodes, item.id, modals],
  );
  if (all.length === 0) return <p className="text-sm text-ink-2">{t('noEpisodes')}</p>;
  return (
    <section aria-label={t('episodes')} className="flex flex-col border-t border-line pt-3">
      <div className="flex items-center justify-between gap-2 pb-1">
        <p className="text-sm text-ink-2 tabular-nums">{t('count', { count: all.length })}</p>
        <SortMenu
          id="item-edit-episodes-sort"
          sorts={SORTS}
          sort={order.sort}
          desc={order.isDescending}
          onChoose={(by) => tab.send({ type: 'newEpisodes.sort', by })}
        />
      </div>
      <VirtualList label={t('episodes')} count={episodes.length} rowRem={ROW_REM} ids={ids} renderRow={renderRow} />
    </section>
  );
}

interface EpisodeLineProps {
  episode: Episode;
  tabIndex: number;
  onEdit: () => void;
}

function EpisodeLine({ episode, tabIndex, onEdit }: EpisodeLineProps) {
  const tItem = useTranslations('item');
  const tCommon = useTranslations('common');
  const dayText = useDayText();
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className="flex h-full w-full flex-col justify-center gap-0.5 border-t border-line px-1 text-start outline-none hover:bg-surface-2/60 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus"
      onClick={onEdit}
    >
      <span dir="auto" className="w-full truncate text-match text-sm font-medium text-ink">
        {episode.title || tCommon('untitled')}
      </span>
      <span className="text-xs text-ink-3 tabular-nums">
        <Dotted>
          {episodeNumber(episode, tItem)}
          {episode.publishedAt ? dayText(episode.publishedAt) : null}
        </Dotted>
      </span>
    </button>
  );
}
