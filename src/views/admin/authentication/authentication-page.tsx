import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/authentication.json';
import {
  callbacksAt,
  groupsAt,
  issuerOf,
  subfoldersAt,
  type AuthenticationFormRef,
} from '../../../machines/admin/authentication/authentication-form.logic.ts';
import type { AuthenticationRef } from '../../../machines/admin/authentication/authentication.machine.ts';
import {
  selectAuthenticationForm,
  selectCopier,
  selectDiscovery,
  selectIsDiscovering,
  selectPlace,
  selectSamplePermissions,
} from '../../../machines/admin/authentication/authentication.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { CopyText } from '../../shared/copy-text.tsx';
import { DataContent } from '../../shared/data-content.tsx';
import { SettingsForm } from '../../shared/settings-form.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { errorText } from '../../texts/error-text.ts';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { ClaimsTrial } from './claims-trial.tsx';

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Authentication />
    </WithTexts>
  );
}

function Authentication() {
  const t = useTranslations('authentication');
  const form = useSelector(usePageRef<AuthenticationRef>(), selectAuthenticationForm);
  return (
    <SettingsFrame title={t('title')} intro={t('intro')}>
      <DataContent loading={t('loading')} failed={t('failed')}>
        {form && (
          <PageInset className="flex max-w-3xl flex-col gap-6 pt-4 pb-8">
            <Form form={form} />
            <ClaimsTrial form={form} />
          </PageInset>
        )}
      </DataContent>
    </SettingsFrame>
  );
}

function Form({ form }: { form: AuthenticationFormRef }) {
  const t = useTranslations('authentication');
  const page = usePageRef<AuthenticationRef>();
  const { basePath } = useSelector(page, selectPlace, isSame);
  const discovery = useSelector(page, selectDiscovery);
  const values = useSelector(form, ({ context }) => context.values);
  const algorithms = discovery?.kind === 'found' ? discovery.algorithms : [];
  const algorithm = values.authOpenIDTokenSigningAlgorithm;
  return (
    <SettingsForm
      form={form}
      label={t('form')}
      texts="authentication"
      groups={groupsAt(basePath, values)}
      errors={useDiscoveryErrors(form)}
      choices={{
        authOpenIDSubfolderForRedirectURLs: subfoldersAt(basePath, values),
        ...(algorithms.length === 0
          ? {}
          : { authOpenIDTokenSigningAlgorithm: [...new Set([...algorithms, algorithm])].filter((one) => one !== '') }),
      }}
      below={{
        local: <Lockout form={form} />,
        authOpenIDIssuerURL: <Discover form={form} />,
        authOpenIDMobileRedirectURIs: basePath === '' ? <Callbacks form={form} /> : null,
        authOpenIDSubfolderForRedirectURLs: basePath === '' ? null : <Callbacks form={form} />,
        authOpenIDAdvancedPermsClaim: <Sample />,
      }}
    />
  );
}

const isSame = (one: { origin: string; basePath: string }, other: { origin: string; basePath: string }): boolean =>
  one.origin === other.origin && one.basePath === other.basePath;

/** Failed discovery shows at the issuer, missing values at their field. */
function useDiscoveryErrors(form: AuthenticationFormRef): Readonly<Record<string, string>> {
  const t = useTranslations();
  const discovery = useSelector(usePageRef<AuthenticationRef>(), selectDiscovery);
  const values = useSelector(form, ({ context }) => context.values);
  if (discovery?.kind === 'failed')
    return {
      authOpenIDIssuerURL: t('authentication.discoverFailed', { reason: errorText(t, discovery.error) }),
    };
  const empty = (discovery?.missing ?? []).filter((key) => values[key] === '');
  return Object.fromEntries(empty.map((key) => [key, t('authentication.notNamed')]));
}

/** A warning before password sign-in is turned off. */
function Lockout({ form }: { form: AuthenticationFormRef }) {
  const t = useTranslations('authentication');
  const isTurnedOff = useSelector(form, ({ context: { base, values } }) => base.local && !values.local);
  const hasOther = useSelector(form, ({ context }) => context.values.openid);
  return isTurnedOff && hasOther ? <FormMessage tone="info">{t('lockout')}</FormMessage> : null;
}

function Discover({ form }: { form: AuthenticationFormRef }) {
  const t = useTranslations();
  const page = usePageRef<AuthenticationRef>();
  const discovery = useSelector(page, selectDiscovery);
  const isDiscovering = useSelector(page, selectIsDiscovering);
  const hasIssuer = useSelector(form, ({ context }) => issuerOf(context.values.authOpenIDIssuerURL) !== '');
  return (
    <>
      <Button
        size="sm"
        className="self-start"
        busy={isDiscovering}
        disabledReason={hasIssuer ? null : t('authentication.needsIssuer')}
        onClick={() => page.send({ type: 'authentication.fill' })}
      >
        {t('authentication.fill')}
      </Button>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {isDiscovering && t('authentication.discovering')}
        {discovery?.kind === 'found' && t('authentication.discovered')}
      </p>
    </>
  );
}

function Callbacks({ form }: { form: AuthenticationFormRef }) {
  const t = useTranslations('authentication');
  const page = usePageRef<AuthenticationRef>();
  const { origin } = useSelector(page, selectPlace, isSame);
  const copier = useSelector(page, selectCopier);
  const values = useSelector(form, ({ context }) => context.values);
  return (
    <div className="mt-2 flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-sm text-ink">{t('callbacks')}</p>
      {callbacksAt(origin, values).map(({ name, url }) => (
        <CopyText key={name} label={t(`callback.${name}`)} copyLabel={t(`copy.${name}`)} value={url} copier={copier} />
      ))}
    </div>
  );
}

function Sample() {
  const t = useTranslations('authentication');
  const sample = useSelector(usePageRef<AuthenticationRef>(), selectSamplePermissions);
  if (sample === null) return null;
  return (
    <details className="text-sm text-ink-2">
      <summary className="min-h-8 py-1 touch:min-h-11 touch:py-3">{t('sample')}</summary>
      <pre dir="ltr" className="rounded-md bg-surface-2 p-3 text-xs wrap-anywhere whitespace-pre-wrap">
        {sample}
      </pre>
    </details>
  );
}
