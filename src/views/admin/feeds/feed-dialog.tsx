import { useSelector } from '@xstate/react';
import { TriangleAlert } from 'lucide-react';
import { formChange } from '../../../machines/kit/form.logic.ts';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import sharingTexts from '../../../locales/en-us/sharing.json';
import texts from '../../../locales/en-us/feeds.json';
import type { RssFeedRef, FeedTab } from '../../../machines/admin/feeds/rss-feed.machine.ts';
import { selectIsAdmin } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { CopyText } from '../../shared/copy-text.tsx';
import { CancelAndSave } from '../../shared/form-dialog.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Heading } from '../../ui/heading.tsx';
import type { FeedValues } from '../../../machines/admin/feeds/rss-feed.logic.ts';
import { SlugField } from '../../shared/slug-field.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { FormMessage } from '../../ui/field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FeedFacts } from './feed-facts.tsx';
import {
  selectFeed,
  selectFeedAddress,
  selectFeedCopier,
  selectFeedForm,
  selectFeedName,
  selectIsClosing,
  selectIsInsecure,
  selectLacksDates,
  selectFeedBase,
  selectFeedTab,
} from '../../../machines/admin/feeds/feeds.selectors.ts';
import { selectIsDirty, selectIsSaving, selectForm } from '../../../machines/kit/kit.selectors.ts';

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
    <CancelAndSave form={FEED_FORM} busy={isSaving} onCancel={() => modal.send({ type: 'rssFeed.dismiss' })}>
      {t('openFeed')}
    </CancelAndSave>
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

/** Connects the submit button at the foot of the dialog. */
const FEED_FORM = 'rss-feed';

const NONE = {};
const TABS = ['general', 'advanced'] as const satisfies readonly FeedTab[];

function FeedFields({ modal }: { modal: RssFeedRef }) {
  const t = useTranslations('rssFeed');
  const tAll = useTranslations();
  const form = useSelector(modal, selectFeedForm);
  const shown = useSelector(form, (snapshot) => snapshot && selectForm(snapshot));
  const base = useSelector(modal, selectFeedBase);
  const tab = useSelector(modal, selectFeedTab);
  const element = useFocusInvalid<HTMLFormElement>(shown?.problems ?? NONE);
  if (!form || !shown) return null;
  const { values, problems, error } = shown;
  const change = <Field extends keyof FeedValues>(field: Field, value: FeedValues[Field]) =>
    form.send(formChange<FeedValues, Field>(field, value));
  return (
    <form
      ref={element}
      id={FEED_FORM}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        modal.send({ type: 'rssFeed.submit' });
      }}
    >
      {error && Object.keys(problems).length === 0 && (
        <FormMessage tone="danger">{t('notOpened', { reason: errorText(tAll, error) })}</FormMessage>
      )}
      <SlugField
        value={values.slug}
        problem={problems.slug}
        before={`${base}/feed/`}
        onChange={(value) => change('slug', value)}
      />
      <Tabs
        label={t('details')}
        active={tab}
        tabs={TABS.map((id) => ({ id, label: t(id) }))}
        onChange={(next) => modal.send({ type: 'rssFeed.showTab', tab: next })}
      >
        <div className="flex flex-col gap-4">
          <Checkbox
            label={t('preventIndexing')}
            help={t('preventIndexingHelp')}
            checked={values.preventIndexing}
            onChange={(checked) => change('preventIndexing', checked)}
          />
          {tab === 'advanced' && (
            <>
              <TextField
                label={t('ownerName')}
                dir="auto"
                autoComplete="off"
                value={values.ownerName}
                onChange={(value) => change('ownerName', value)}
              />
              <TextField
                label={t('ownerEmail')}
                type="email"
                autoComplete="off"
                value={values.ownerEmail}
                onChange={(value) => change('ownerEmail', value)}
              />
            </>
          )}
        </div>
      </Tabs>
    </form>
  );
}
