import { useTranslations } from 'use-intl';
import { selectUrls } from '../../machines/app/app.selectors.ts';
import { coverSources } from '../../machines/app/pictures.logic.ts';
import type { QueueItem } from '../../schemas/queue.ts';
import { useApp } from '../app/actors-context.tsx';
import { Cover } from '../ui/cover.tsx';

/** CSS pixels. */
const WIDTH = 48;

export function QueueCover({ item }: { item: QueueItem }) {
  const t = useTranslations('card');
  const { libraryItemId: id, updatedAt, coverPath, title, subtitle } = item;
  const sources = coverSources(selectUrls(useApp().getSnapshot()), { id, updatedAt, media: { coverPath } }, WIDTH);
  return (
    <span className="block w-12 shrink-0">
      <Cover
        {...sources}
        aspect="square"
        width={WIDTH}
        title={title}
        author={subtitle}
        invalidLabel={t('invalidCover')}
      />
    </span>
  );
}
