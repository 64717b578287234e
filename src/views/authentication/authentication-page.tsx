import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../locales/authentication-en-us.json';
import {
  AUTHENTICATION_GROUPS,
  issuerOf,
  type AuthenticationFormRef,
} from '../../machines/authentication/authentication-form.logic.ts';
import type { AuthenticationRef } from '../../machines/authentication/authentication.machine.ts';
import {
  selectAuthenticationForm,
  selectDiscovery,
  selectIsDiscovering,
  selectSamplePermissions,
} from '../../machines/authentication/authentication.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { DataContent } from '../library/data-content.tsx';
import { SettingsForm } from '../library/settings-form.tsx';
import { SettingsFrame } from '../library/settings-frame.tsx';
import { errorText } from '../texts/error-text.ts';
import { WithTexts } from '../texts/with-texts.tsx';
import { PageInset } from '../ui/app-frame.tsx';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form-message.tsx';

/** How people sign in (CFG-011, CFG-012, areas 14). */
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
            <SettingsForm
              form={form}
              label={t('form')}
              texts="authentication"
              groups={AUTHENTICATION_GROUPS}
              below={{
                local: <Lockout form={form} />,
                authOpenIDIssuerURL: <Discover form={form} />,
                authOpenIDMobileRedirectURIs: <Callbacks />,
                authOpenIDAdvancedPermsClaim: <Sample />,
              }}
            />
          </PageInset>
        )}
      </DataContent>
    </SettingsFrame>
  );
}

/** Warns before the way in by passwords is turned off (areas 14). */
function Lockout({ form }: { form: AuthenticationFormRef }) {
  const t = useTranslations('authentication');
  const isTurnedOff = useSelector(form, ({ context: { base, values } }) => base.local && !values.local);
  const hasOther = useSelector(form, ({ context }) => context.values.openid);
  return isTurnedOff && hasOther ? <FormMessage tone="info">{t('lockout')}</FormMessage> : null;
}

/** Fills in the addresses of the provider by its issuer. */
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
      {discovery?.kind === 'failed' && (
        <FormMessage tone="danger">
          {t('authentication.discoverFailed', { reason: errorText(t, discovery.error) })}
        </FormMessage>
      )}
    </>
  );
}

const CALLBACKS = ['/auth/openid/callback', '/auth/openid/mobile-redirect'];

function Callbacks() {
  const t = useTranslations('authentication');
  return (
    <div className="flex flex-col gap-1 text-sm text-ink-2">
      <p>{t('callbacks')}</p>
      {CALLBACKS.map((path) => (
        <code key={path} dir="ltr" className="select-all wrap-anywhere">
          {path}
        </code>
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
