import { useSelector } from '@xstate/react';
import { inSteps, selectDuration, selectPlayhead, selectRate } from '../../machines/player/player.selectors.ts';
import { secondsOf } from '../../machines/queue/queue.logic.ts';
import { progressOf } from '../../machines/progress/progress.selectors.ts';
import type { QueueItem } from '../../schemas/queue.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { useLeftWords } from '../library/use-progress.ts';

export function QueueLeft({ items }: { items: readonly QueueItem[] }) {
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
