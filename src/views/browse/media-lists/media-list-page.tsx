import { useSelector } from '@xstate/react';
import { Layers, ListMusic, Lock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { MediaListRef } from '../../../machines/browse/media-lists/media-list.machine.ts';
import {
  selectKind,
  selectListPlace,
  selectLoadError,
  selectMediaList,
} from '../../../machines/browse/media-lists/media-list.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { FailedPage, MessagePage } from '../../shared/message-page.tsx';
import { useCoverAspect } from '../../shared/use-library.ts';
import { PageTitle } from '../../texts/page-title.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { ItemSkeleton, Waiting } from '../../ui/waiting.tsx';
import { ListBody } from './list-body.tsx';
import { ListHead } from './list-head.tsx';

export { MediaListToolbar as Toolbar } from './media-list-toolbar.tsx';

export function Page() {
  const t = useTranslations('mediaLists');
  const tApp = useTranslations('app');
  const page = usePageRef<MediaListRef>();
  const place = useSelector(page, selectListPlace);
  const kind = useSelector(page, selectKind);
  const list = useSelector(page, selectMediaList);
  const error = useSelector(page, selectLoadError);
  const aspect = useCoverAspect();
  const Icon = kind === 'collection' ? Layers : ListMusic;
  switch (place) {
    case 'failed':
      return <FailedPage isHeading error={error} onRetry={() => page.send({ type: 'mediaList.retry' })} />;
    case 'missing':
      return (
        <MessagePage
          icon={<Icon size={26} />}
          message={t(kind === 'collection' ? 'collectionNotFound' : 'playlistNotFound')}
          detail={t('notFoundDetail')}
        />
      );
    case 'forbidden':
      return <MessagePage icon={<Lock size={26} />} message={t('forbidden')} detail={tApp('forbiddenDetail')} />;
    case 'loading':
    case 'removed':
      return (
        <PageInset className="pt-1 narrow:pt-4">
          <Waiting label={t('loading')}>
            <ItemSkeleton aspect={aspect} />
          </Waiting>
        </PageInset>
      );
    case 'ready':
      return (
        list && (
          <PageInset className="pt-1 pb-10 narrow:pt-4">
            <PageTitle title={list.name} />
            <div className="mx-auto flex max-w-5xl flex-col gap-6">
              <ListHead list={list} />
              <ListBody list={list} />
            </div>
          </PageInset>
        )
      );
  }
}
