import { useSelector } from '@xstate/react';
import { BookX, Lock, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../../machines/browse/item/item.machine.ts';
import { selectItem, selectItemError, selectItemState } from '../../../machines/browse/item/item.selectors.ts';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { MessagePage, FailedPage } from '../../shared/message-page.tsx';
import { useCoverAspect } from '../../shared/use-library.ts';
import { PageTitle } from '../../texts/page-title.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ItemSkeleton, Waiting } from '../../ui/waiting.tsx';
import { LibraryTrail } from '../../shared/trail-toolbar.tsx';
import { BookPage } from './book-page.tsx';
import { ItemWash } from './item-cover.tsx';

/** Loaded for podcasts only: most pages are of books. */
const podcastPage = chunk(
  async () => (await import('./podcast-page.tsx')).PodcastPage,
  <ItemSkeleton aspect="square" />,
);

export const loadPodcast = podcastPage.preload;

export { ItemToolbar as Toolbar };

export function Page() {
  const t = useTranslations('item');
  const tApp = useTranslations('app');
  const tCommon = useTranslations('common');
  const page = usePageRef<ItemRef>();
  const state = useSelector(page, selectItemState);
  const item = useSelector(page, selectItem);
  const error = useSelector(page, selectItemError);
  const aspect = useCoverAspect();
  const linkTo = useLinkTo();
  const title = item?.media.metadata.title || tCommon('untitled');
  switch (state) {
    case 'loading':
      return (
        <PageInset className="pt-4">
          <Waiting label={t('loading')}>
            <ItemSkeleton aspect={aspect} />
          </Waiting>
        </PageInset>
      );
    case 'failed':
      return (
        <FailedPage isHeading message={t('failed')} error={error} onRetry={() => page.send({ type: 'item.retry' })} />
      );
    case 'missing':
      return <MessagePage icon={<BookX size={26} />} message={t('notFound')} detail={t('notFoundDetail')} />;
    case 'forbidden':
      return <MessagePage icon={<Lock size={26} />} message={t('forbidden')} detail={tApp('forbiddenDetail')} />;
    case 'removed':
      return (
        <MessagePage
          icon={<Trash2 size={26} />}
          message={t('removed', { title })}
          detail={t('removedDetail')}
          action={
            item && (
              <LinkButton variant="primary" {...linkTo({ name: 'bookshelf', libraryId: item.libraryId })}>
                {t('backToLibrary')}
              </LinkButton>
            )
          }
        />
      );
    case 'ready':
      if (!item) return null;
      return (
        <>
          <PageTitle title={title} />
          <div ref={handFocusOn} className="relative isolate">
            <ItemWash item={item} />
            <PageInset className="pt-4 pb-10">
              {item.mediaType === 'book' ? (
                <BookPage item={item} title={title} />
              ) : (
                <podcastPage.View item={item} title={title} />
              )}
            </PageInset>
          </div>
        </>
      );
  }
}

function ItemToolbar() {
  const t = useTranslations('common');
  const item = useSelector(usePageRef<ItemRef>(), selectItem);
  return <LibraryTrail name={item && (item.media.metadata.title || t('untitled'))} />;
}
