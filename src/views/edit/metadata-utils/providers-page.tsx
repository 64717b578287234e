import { useSelector } from '@xstate/react';
import { Eye, EyeOff, Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/metadata-utils.json';
import { selectForm, selectIsDirty, selectIsSaving, selectRemoved } from '../../../machines/kit/kit.selectors.ts';
import type { ProvidersRef } from '../../../machines/edit/metadata-utils/providers.machine.ts';
import { selectListedProviders } from '../../../machines/edit/metadata-utils/providers.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { AddAction, DataContent } from '../../shared/data-content.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { errorText } from '../../texts/error-text.ts';
import { withTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { FocusOnMount, handFocusOn } from '../../ui/focus.tsx';
import { FormMessage, submitting } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyScope } from '../../ui/key-scope.tsx';
import { RowActions } from '../../ui/row-buttons.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ProviderTrial } from './provider-trial.tsx';

export const Page = withTexts(texts, Providers);

function Providers() {
  const t = useTranslations('metadataPages.providers');
  const page = usePageRef<ProvidersRef>();
  const add = <AddAction label={t('add')} onClick={() => page.send({ type: 'providers.add' })} />;
  return (
    <SettingsFrame title={t('title')} intro={t('intro')} actions={add}>
      <DataContent loading={t('loading')} failed={t('failed')}>
        <Listed />
      </DataContent>
    </SettingsFrame>
  );
}

type Listed = ReturnType<typeof selectListedProviders>[number];

function Listed() {
  const t = useTranslations('metadataPages.providers');
  const page = usePageRef<ProvidersRef>();
  const providers = useSelector(page, selectListedProviders);
  const trial = useSelector(page, ({ children }) => children.trial);
  const columns: readonly Column<Listed>[] = [
    {
      id: 'name',
      header: t('name'),
      isRowHeader: true,
      fills: true,
      cell: (provider) => (
        <div className="flex min-w-0 flex-col items-start gap-1">
          <bdi className="wrap-anywhere">{provider.name}</bdi>
          <bdi dir="ltr" className="hidden text-xs font-normal wrap-anywhere text-ink-2 phone:inline">
            {provider.url}
          </bdi>
          {provider.authHeaderValue && (
            <span className="hidden font-normal phone:inline">
              <Secret provider={provider} />
            </span>
          )}
        </div>
      ),
    },
    {
      id: 'url',
      header: t('url'),
      wideOnly: true,
      cell: ({ url }) => (
        <bdi dir="ltr" className="wrap-anywhere">
          {url}
        </bdi>
      ),
    },
    { id: 'secret', header: t('secret'), wideOnly: true, cell: (provider) => <Secret provider={provider} /> },
    { id: 'try', header: t('try'), headerHidden: true, width: '7rem', cell: (provider) => <Try provider={provider} /> },
    {
      id: 'delete',
      header: t('delete'),
      headerHidden: true,
      width: '3rem',
      cell: (provider) => <Actions provider={provider} />,
    },
  ];
  return (
    <PageInset className="flex max-w-3xl flex-col gap-4 pt-4 pb-8">
      <NewProvider />
      {providers.length === 0 ? (
        <EmptyState icon={<Search size={26} />} message={t('empty')} detail={t('emptyDetail')} />
      ) : (
        <Table label={t('title')} columns={columns} rows={providers} keyOf={({ id }) => id} />
      )}
      {trial && <ProviderTrial trial={trial} />}
    </PageInset>
  );
}

function Actions({ provider: { id, name } }: { provider: Listed }) {
  const t = useTranslations('metadataPages.providers');
  const page = usePageRef<ProvidersRef>();
  const removed = useSelector(
    useSelector(page, ({ children }) => children.removal),
    selectRemoved,
  );
  return (
    <RowActions
      edit={null}
      remove={{
        label: t('deleteName', { name }),
        busy: removed?.id === id,
        onClick: () => page.send({ type: 'providers.remove', id }),
      }}
    />
  );
}

function Try({ provider: { id, name } }: { provider: Listed }) {
  const t = useTranslations('metadataPages.providers');
  const trial = useSelector(usePageRef<ProvidersRef>(), ({ children }) => children.trial);
  return (
    <Button
      size="sm"
      className="whitespace-nowrap"
      aria-label={t('tryName', { name })}
      onClick={() => trial?.send({ type: 'trial.open', provider: { id, name } })}
    >
      {t('try')}
    </Button>
  );
}

/** Dots until it is revealed. */
function Secret({ provider: { id, name, authHeaderValue } }: { provider: Listed }) {
  const t = useTranslations('metadataPages.providers');
  const page = usePageRef<ProvidersRef>();
  const isRevealed = useSelector(page, ({ context }) => context.revealed).includes(id);
  if (!authHeaderValue) return <span className="text-ink-3">–</span>;
  return (
    <span className="flex items-center gap-1">
      <bdi dir="ltr" className="min-w-0 font-mono text-xs wrap-anywhere">
        {isRevealed ? authHeaderValue : '••••••••'}
      </bdi>
      <IconButton
        size="sm"
        label={t(isRevealed ? 'hide' : 'show', { name })}
        icon={isRevealed ? <EyeOff size={16} /> : <Eye size={16} />}
        onClick={() => page.send({ type: 'providers.toggleReveal', id })}
      />
    </span>
  );
}

const useProviderForm = () => useSelector(usePageRef<ProvidersRef>(), ({ children }) => children.provider);

function NewProvider() {
  const t = useTranslations();
  const tPage = useTranslations('metadataPages.providers');
  const tCommon = useTranslations('common');
  const page = usePageRef<ProvidersRef>();
  const form = useProviderForm();
  const shown = useSelector(form, (snapshot) => snapshot && selectForm(snapshot));
  const isSaving = useSelector(form, (snapshot) => (snapshot ? selectIsSaving(snapshot) : false));
  const isDirty = useSelector(form, (snapshot) => (snapshot ? selectIsDirty(snapshot) : false));
  const element = useFocusInvalid<HTMLFormElement>(shown?.problems ?? NONE);
  if (!form || !shown) return null;
  const { error } = shown;
  const close = () => page.send({ type: 'providers.cancel' });
  /** Escape keeps typed text. */
  const onKey = ({ key }: { key: string }) => {
    const closes = key === 'Escape' && !isSaving && !isDirty;
    if (closes) close();
    return closes;
  };
  return (
    <KeyScope onKey={onKey}>
      <div ref={handFocusOn} data-opened-by="add">
        <form
          ref={element}
          noValidate
          aria-label={tPage('add')}
          className="flex flex-col gap-4 rounded-lg bg-surface-1 p-4"
          onSubmit={submitting(() => form.send({ type: 'form.submit' }))}
        >
          {error && <FormMessage tone="danger">{tPage('notAdded', { reason: errorText(t, error) })}</FormMessage>}
          <ProviderFields form={form} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={isSaving}>
              {tPage('create')}
            </Button>
            <Button disabled={isSaving} onClick={close}>
              {tCommon('cancel')}
            </Button>
          </div>
        </form>
      </div>
    </KeyScope>
  );
}

function ProviderFields({ form }: { form: NonNullable<ReturnType<typeof useProviderForm>> }) {
  const t = useTranslations('metadataPages.providers');
  const { values, problems, isRevealed } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsSaving);
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <FocusOnMount>
        <TextField
          label={t('name')}
          required
          dir="auto"
          autoComplete="off"
          readOnly={isSaving}
          value={values.name}
          error={problems.name ? t('problem.nameMissing') : null}
          onChange={(value) => form.send({ type: 'form.change', field: 'name', value })}
        />
      </FocusOnMount>
      <TextField
        label={t('url')}
        required
        type="url"
        dir="ltr"
        autoComplete="off"
        readOnly={isSaving}
        value={values.url}
        error={problems.url ? t(`problem.${problems.url as 'urlMissing' | 'urlInvalid'}`) : null}
        onChange={(value) => form.send({ type: 'form.change', field: 'url', value })}
      />
      <TextField
        label={t('secret')}
        help={t('secretHelp')}
        type="password"
        dir="ltr"
        autoComplete="new-password"
        readOnly={isSaving}
        value={values.authHeaderValue}
        reveal={{
          shown: isRevealed,
          onToggle: () => form.send({ type: 'form.toggleReveal' }),
          showLabel: t('show', { name: values.name }),
          hideLabel: t('hide', { name: values.name }),
        }}
        onChange={(value) => form.send({ type: 'form.change', field: 'authHeaderValue', value })}
      />
    </div>
  );
}

const NONE = {};
