import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { ProviderTrialRef } from '../../../machines/edit/metadata-utils/provider-trial.machine.ts';
import { fieldsOf } from '../../../machines/edit/metadata-utils/providers.selectors.ts';
import type { BookMatch } from '../../../schemas/api/provider-search.ts';
import { useLinkTo } from '../../app/actors-context.tsx';
import { errorText } from '../../texts/error-text.ts';
import { AppLink } from '../../ui/links.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage, submitting } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';

export function ProviderTrial({ trial }: { trial: ProviderTrialRef }) {
  return useSelector(trial, (snapshot) => snapshot.matches('open')) ? <Open trial={trial} /> : null;
}

function Open({ trial }: { trial: ProviderTrialRef }) {
  const t = useTranslations('metadataPages.providers.trial');
  const tCommon = useTranslations('common');
  const { provider, title, author } = useSelector(trial, ({ context }) => context);
  const isSearching = useSelector(trial, (snapshot) => snapshot.hasTag('busy'));
  return (
    <Dialog
      open
      title={t('title', { name: provider.name })}
      width={600}
      closeLabel={tCommon('close')}
      onDismiss={() => trial.send({ type: 'trial.close' })}
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm text-ink-2">{t('intro')}</p>
        <form
          noValidate
          className="flex flex-wrap items-end gap-3"
          onSubmit={submitting(() => trial.send({ type: 'trial.search' }))}
        >
          <TextField
            label={t('bookTitle')}
            required
            dir="auto"
            autoComplete="off"
            className="min-w-48 flex-1"
            value={title}
            onChange={(text) => trial.send({ type: 'trial.change', field: 'title', text })}
          />
          <TextField
            label={t('author')}
            hint={t('optional')}
            dir="auto"
            autoComplete="off"
            className="min-w-48 flex-1"
            value={author}
            onChange={(text) => trial.send({ type: 'trial.change', field: 'author', text })}
          />
          <Button
            type="submit"
            variant="primary"
            busy={isSearching}
            disabledReason={title.trim() === '' ? t('needsTitle') : null}
          >
            {t('search')}
          </Button>
        </form>
        <Result trial={trial} />
      </div>
    </Dialog>
  );
}

function Result({ trial }: { trial: ProviderTrialRef }) {
  const t = useTranslations();
  const tTrial = useTranslations('metadataPages.providers.trial');
  const linkTo = useLinkTo();
  const { matches, error } = useSelector(trial, ({ context }) => context);
  return (
    <>
      {error && <FormMessage tone="danger">{tTrial('failed', { reason: errorText(t, error) })}</FormMessage>}
      <p role="status" className={matches === null ? 'sr-only' : 'text-sm text-ink-2'}>
        {matches !== null &&
          tTrial.rich('found', {
            count: matches.length,
            log: (words) => (
              <AppLink {...linkTo({ name: 'configLogs' })} className="text-accent-text underline">
                {words}
              </AppLink>
            ),
          })}
      </p>
      {matches !== null && matches.length > 0 && (
        <ol className="flex flex-col gap-3">
          {matches.map((match, index) => (
            <Match key={index} match={match} />
          ))}
        </ol>
      )}
    </>
  );
}

function Match({ match }: { match: BookMatch }) {
  const t = useTranslations('metadataPages.providers.trial');
  const locale = useLocale();
  const names = fieldsOf(match).map((field) => t(`field.${field}`));
  return (
    <li className="flex flex-col gap-0.5 rounded-lg border border-line p-3 text-sm">
      <bdi className="font-semibold wrap-anywhere">{match.title}</bdi>
      {match.author && <bdi className="wrap-anywhere text-ink-2">{match.author}</bdi>}
      <span className="text-ink-2">
        {names.length === 0 ? t('nothingElse') : t('with', { fields: new Intl.ListFormat(locale).format(names) })}
      </span>
    </li>
  );
}
