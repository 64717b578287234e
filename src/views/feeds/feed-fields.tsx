import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { FeedTab, RssFeedRef } from '../../machines/feeds/rss-feed.machine.ts';
import type { FeedValues } from '../../machines/feeds/rss-feed.logic.ts';
import { selectFeedBase, selectFeedForm, selectFeedTab } from '../../machines/feeds/feeds.selectors.ts';
import { selectForm } from '../../machines/kit/kit.selectors.ts';
import { SlugField } from '../library/slug-field.tsx';
import { errorText } from '../texts/error-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { useFocusInvalid } from '../ui/focus-invalid.ts';
import { FormMessage } from '../ui/form-message.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TextField } from '../ui/text-field.tsx';

/** Connects the submit button at the foot of the dialog. */
export const FEED_FORM = 'rss-feed';

const NONE = {};
const TABS = ['general', 'advanced'] as const satisfies readonly FeedTab[];

export function FeedFields({ modal }: { modal: RssFeedRef }) {
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
    form.send({ type: 'form.change', field, value } as Parameters<typeof form.send>[0]);
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
