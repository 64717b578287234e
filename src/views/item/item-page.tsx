import { useSelector } from '@xstate/react';
import { BookX, Lock, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../machines/item/item.machine.ts';
import { selectItem, selectItemError, selectItemState } from '../../machines/item/item.selectors.ts';
import { useLinkTo, usePageRef } from '../app/actors-context.tsx';
import { FailedPage } from '../library/failed-page.tsx';
import { useCoverAspect } from '../library/use-library.ts';
import { PageTitle } from '../texts/page-title.tsx';
import { PageInset } from '../ui/app-frame.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { ItemSkeleton } from '../ui/skeleton.tsx';
import { BookPage } from './book-page.tsx';
import { PodcastPage } from './podcast-page.tsx';

/** One book or podcast. */
export function Page() {
  const t = useTranslations('item');
  const page = usePageRef<ItemRef>();
  const state = useSelector(page, selectItemState);
  const item = useSelector(page, selectItem);
  const error = useSelector(page, selectItemError);
  const aspect = useCoverAspect();
  switch (state) {
    case 'loading':
      return <PageInset className="pt-4"><div role="status" aria-busy="true" aria-label={t('loading')}><ItemSkeleton aspect={aspect} /></div></PageInset>;
    case 'failed':
      return <FailedPage message={t('failed')} error={error} onRetry={() => page.send({ type: 'item.retry' })} />;
    case 'missing':
      return <Gone icon={<BookX size={26} />} message={t('notFound')} detail={t('notFoundDetail')} />;
    case 'forbidden':
      return <Gone icon={<Lock size={26} />} message={t('forbidden')} detail={t('forbiddenDetail')} />;
    case 'removed':
      return <Gone icon={<Trash2 size={26} />} message={t('removed', { title: item?.media.metadata.title ?? '' })} detail={t('removedDetail')} libraryId={item?.libraryId} />;
    case 'ready':
      if (!item) return null;
      return (
        <>
          <PageTitle title={item.media.metadata.title || t('untitled')} />
          <PageInset className="pt-4 pb-10">{item.mediaType === 'book' ? <BookPage item={item} /> : <PodcastPage item={item} />}</PageInset>
        </>
      );
  }
}

/** There is nothing to show, and a way back. */
function Gone({ icon, message, detail, libraryId }: { icon: React.ReactNode; message: string; detail: string; libraryId?: string | undefined }) {
  const t = useTranslations('item');
  const linkTo = useLinkTo();
  return (
    <>
      <PageTitle title={message} />
      <EmptyState
        icon={icon}
        message={message}
        detail={detail}
        action={<LinkButton variant="primary" {...linkTo(libraryId ? { name: 'bookshelf', libraryId } : { name: 'index' })}>{libraryId ? t('backToLibrary') : t('backToStart')}</LinkButton>}
      />
    </>
  );
}
