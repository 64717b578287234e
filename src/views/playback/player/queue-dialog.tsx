import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { ListX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectPlaysNextOfSeries } from '../../../machines/account/preferences/preferences.selectors.ts';
import { keyOf } from '../../../machines/kit/media.logic.ts';
import { has, secondsOf } from '../../../machines/playback/queue/queue.logic.ts';
import { selectAutoplay, selectSaid, selectWaiting } from '../../../machines/playback/queue/queue.selectors.ts';
import type { QueueItem } from '../../../schemas/queue.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { messageText } from '../../texts/message-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useCarried } from '../../ui/drag-row.ts';
import { handFocusOn } from '../../ui/focus.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import {
  selectDuration,
  inSteps,
  selectPlayhead,
  selectRate,
} from '../../../machines/playback/player/player.selectors.ts';
import { selectNowPlaying } from '../../../machines/playback/player/now-playing.logic.ts';
import { formatClock } from '../../format/amounts.ts';
import { progressOf } from '../../../machines/playback/progress/progress.selectors.ts';
import { useLeftWords } from '../../shared/use-progress.ts';
import { QueueRow } from './queue-row.tsx';
import { bylineOf, ItemCover } from './now-playing.tsx';

/** In rem: three lines. */
const ROW_REM = 4.5;

export function QueueDialog({ onDismiss }: { onDismiss: () => void }) {
  const t = useTranslations('queue');
  const tCommon = useTranslations('common');
  const items = useSelector(useActorRefOf('queue'), selectWaiting);
  return (
    <Dialog
      hasTrigger
      open
      title={t('title')}
      closeLabel={tCommon('close')}
      width={800}
      onDismiss={onDismiss}
      header={<QueueLeft items={items} />}
      footer={<Choices />}
    >
      <QueueNow />
      {items.length === 0 ? (
        <div className="py-8 text-center">
          <p className="text-base font-medium text-ink">{t('empty')}</p>
          <p className="mx-auto mt-1 max-w-sm text-sm text-balance text-ink-2">{t('emptyDetail')}</p>
        </div>
      ) : (
        <Waiting items={items} />
      )}
      <Said />
    </Dialog>
  );
}

function Waiting({ items }: { items: readonly QueueItem[] }) {
  const t = useTranslations('queue');
  const queue = useActorRefOf('queue');
  const [carried, carry] = useCarried<QueueItem>();
  const renderRow = useCallback(
    ({ index, tabIndex }: CellPlace) => {
      const item = items[index];
      return item ? (
        <QueueRow
          item={item}
          index={index}
          count={items.length}
          tabIndex={tabIndex}
          isCarried={carried !== null && has([carried], item)}
          onCarry={carry}
        />
      ) : null;
    },
    [items, carried, carry],
  );
  const ids = useMemo(() => items.map(keyOf), [items]);
  return (
    <section ref={handFocusOn} aria-labelledby="queue-next" className="mt-3">
      <div className="flex items-center justify-between gap-3">
        <h3 id="queue-next" className="text-sm font-medium text-ink-2">
          {t('next', { count: items.length })}
        </h3>
        <Button
          variant="ghost"
          size="sm"
          icon={<ListX size={16} />}
          onClick={() => queue.send({ type: 'queue.clear' })}
        >
          {t('clear')}
        </Button>
      </div>
      <div className="-mx-2">
        <VirtualList label={t('list')} count={items.length} rowRem={ROW_REM} ids={ids} renderRow={renderRow} />
      </div>
    </section>
  );
}

function Choices() {
  const t = useTranslations('queue');
  const queue = useActorRefOf('queue');
  const preferences = useActorRefOf('preferences');
  const isAutomatic = useSelector(queue, selectAutoplay);
  const followsSeries = useSelector(preferences, selectPlaysNextOfSeries);
  return (
    <div className="w-full">
      <Switch
        label={t('autoplay')}
        help={t('autoplayHelp')}
        checked={isAutomatic}
        onChange={(isOn) => queue.send({ type: 'queue.setAutoplay', isOn })}
      />
      <Switch
        label={t('series')}
        help={t('seriesHelp')}
        checked={followsSeries}
        disabled={!isAutomatic}
        onChange={(isOn) => preferences.send({ type: 'preferences.set', change: { playsNextOfSeries: isOn } })}
      />
    </div>
  );
}

function Said() {
  const t = useTranslations();
  const said = useSelector(useActorRefOf('queue'), selectSaid);
  return (
    <div role="status">
      <VisuallyHidden>{said && messageText(t, said)}</VisuallyHidden>
    </div>
  );
}

function QueueNow() {
  const t = useTranslations('queue');
  const player = useActorRefOf('player');
  const playing = useSelector(player, selectNowPlaying);
  const duration = useSelector(player, selectDuration);
  if (!playing) return null;
  return (
    <section aria-labelledby="queue-now">
      <h3 id="queue-now" className="pb-1 text-sm font-medium text-ink-2">
        {t('now')}
      </h3>
      <div className="flex items-center gap-3 rounded-md py-2">
        <ItemCover width={48} className="w-12 shrink-0" />
        <p className="flex min-w-0 flex-1 flex-col">
          <bdi className="truncate text-sm font-medium text-accent-text">{playing.title}</bdi>
          <bdi className="truncate text-xs text-ink-2">{bylineOf(playing)}</bdi>
          {duration > 0 && <span className="text-xs text-ink-3 tabular-nums">{formatClock(duration)}</span>}
        </p>
      </div>
    </section>
  );
}

function QueueLeft({ items }: { items: readonly QueueItem[] }) {
  const words = useLeftWords();
  const player = useActorRefOf('player');
  const rate = useSelector(player, selectRate);
  const duration = useSelector(player, selectDuration);
  const waiting = useSelector(useActorRefOf('progress'), (state) =>
    secondsOf(items, ({ libraryItemId, episodeId }) => progressOf(libraryItemId, episodeId)(state)),
  );
  const text = useSelector(useSelector(player, selectPlayhead), ({ context }) =>
    words((Math.max(0, duration - inSteps(context.time, duration)) + waiting) / rate, rate),
  );
  return text && <span className="text-sm text-ink-2 tabular-nums">{text}</span>;
}
