import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { isPartOpen } from '../../machines/item/item.selectors.ts';
import { selectUrls } from '../../machines/app/urls.selectors.ts';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { useApp, usePageRef } from '../app/actors-context.tsx';
import { useCoverAspect } from '../library/use-library.ts';
import { usePictures } from '../library/use-pictures.ts';
import { chunk } from '../ui/chunk.tsx';
import { Cover } from '../ui/cover.tsx';

const imagePreview = chunk(async () => (await import('../ui/image-preview.tsx')).ImagePreview);

/** Width of the cover in CSS pixels on a desktop; phones show the same picture smaller. */
const COVER_WIDTH = 288;

/** The large cover; a press shows the whole picture (ITM-005). */
export function ItemCover({ item, title, author }: { item: LibraryItemExpanded; title: string; author: string }) {
  const t = useTranslations('item');
  const tCard = useTranslations('card');
  const tCommon = useTranslations('common');
  const page = usePageRef<ItemRef>();
  const isPreviewed = useSelector(page, isPartOpen('cover'));
  const urls = selectUrls(useApp().getSnapshot());
  const aspect = useCoverAspect();
  const { coverOf } = usePictures();
  const toggle = () => page.send({ type: 'item.toggle', part: 'cover' });
  const cover = <Cover {...coverOf(item, COVER_WIDTH)} aspect={aspect} width={COVER_WIDTH} title={title} author={author} invalidLabel={tCard('invalidCover')} priority="high" className="rounded-md" />;
  return (
    <div className="w-72 shrink-0 self-start max-lg:w-56 phone:w-52 phone:self-center">
      {item.media.coverPath === null ? cover : (
        <>
          <button type="button" aria-label={t('showCover')} aria-haspopup="dialog" onClick={toggle} className="block w-full cursor-zoom-in rounded-md">{cover}</button>
          {isPreviewed && <imagePreview.View open src={urls.cover(item.id, { updatedAt: item.updatedAt, raw: true })} alt={t('coverOf', { title })} closeLabel={tCommon('close')} onDismiss={toggle} />}
        </>
      )}
    </div>
  );
}
