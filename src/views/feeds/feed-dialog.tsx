import { useSelector } from '@xstate/react';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import sharingTexts from '../../locales/sharing-en-us.json';
import texts from '../../locales/feeds-en-us.json';
import type { RssFeedRef } from '../../machines/feeds/rss-feed.machine.ts';
import {
  selectFeed,
  selectFeedAddress,
  selectFeedCopier,
  selectFeedForm,
  selectFeedName,
  selectIsClosing,
  selectIsInsecure,
  selectLacksDates,
} from '../../machines/feeds/feeds.selectors.ts';
import { selectIsDirty, selectIsSaving } from '../../machines/kit/kit.selectors.ts';
import { selectIsAdmin } from '../../machines/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { CopyText } from '../library/copy-text.tsx';
import { WithTexts } from '../texts/with-texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Heading } from '../ui/heading.tsx';
import { FEED_FORM, FeedFields } from './feed-fields.tsx';
import { FeedFacts } from './feed-facts.tsx';

const ALL_TEXTS = { ...sharingTexts, ...texts };

export function Modal({ modal }: { modal: RssFeedRef }) {
  return (
    <WithTexts texts={ALL_TEXTS}>
      <FeedDialog modal={modal} />
    </WithTexts>
  );
}

function FeedDialog({ modal }: { modal: RssFeedRef }) {
  const tCommon = useTranslations('common');
  const name = useSelector(modal, selectFeedName);
  const form = useSelector(modal, selectFeedForm);
  const isSaving = useSelector(form, (snapshot) => (snapshot ? selectIsSaving(snapshot) : false));
  const isDirty = useSelector(form, (snapshot) => (snapshot ? selectIsDirty(snapshot) : false));
  const isClosing = useSelector(modal, selectIsClosing);
  const mayManage = useSelector(useActorRefOf('session'), selectIsAdmin);
  const isOpen = useSelector(modal, selectFeed) !== null;
  return (
    <Dialog
      open
      title={name}
      width={600}
      closeLabel={tCommon('close')}
      persistent={isSaving || isClosing || isDirty}
      onDismiss={() => modal.send({ type: 'rssFeed.dismiss' })}
      footer={mayManage ? <Action modal={modal} isSaving={isSaving} isClosing={isClosing} /> : undefined}
    >
      {isOpen ? <OpenFeed modal={modal} /> : <NoFeed modal={modal} mayManage={mayManage} />}
    </Dialog>
  );
}

/** For administrators. */
function Action({ modal, isSaving, isClosing }: { modal: RssFeedRef; isSaving: boolean; isClosing: boolean }) {
  const t = useTranslations('rssFeed');
  const isOpen = useSelector(modal, selectFeed) !== null;
  return isOpen ? (
    <Button variant="danger" busy={isClosing} onClick={() => modal.send({ type: 'rssFeed.remove' })}>
      {t('closeFeed')}
    </Button>
  ) : (
    <Button type="submit" form={FEED_FORM} variant="primary" busy={isSaving}>
      {t('openFeed')}
    </Button>
  );
}

function NoFeed({ modal, mayManage }: { modal: RssFeedRef; mayManage: boolean }) {
  const t = useTranslations('rssFeed');
  return (
    <div className="flex flex-col gap-4">
      <Heading level={2} looksLike={3}>
        {t(mayManage ? 'open' : 'none')}
      </Heading>
      {mayManage && <FeedFields modal={modal} />}
      {mayManage && <Warnings modal={modal} />}
    </div>
  );
}

function Warnings({ modal }: { modal: RssFeedRef }) {
  const t = useTranslations('rssFeed');
  const isInsecure = useSelector(modal, selectIsInsecure);
  const lacksDates = useSelector(modal, selectLacksDates);
  return (
    <>
      {isInsecure && <Warning>{t('insecure')}</Warning>}
      {lacksDates && <Warning>{t('lacksDates')}</Warning>}
    </>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-sm text-warning">
      <TriangleAlert size={16} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

function OpenFeed({ modal }: { modal: RssFeedRef }) {
  const t = useTranslations('rssFeed');
  const feed = useSelector(modal, selectFeed);
  const address = useSelector(modal, selectFeedAddress);
  const copier = useSelector(modal, selectFeedCopier);
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <Heading level={2} looksLike={3}>
          {t('isOpen')}
        </Heading>
      </div>
      <CopyText label={t('address')} copyLabel={t('copy')} value={address} copier={copier} />
      {feed && <FeedFacts meta={feed.meta} />}
    </div>
  );
}
