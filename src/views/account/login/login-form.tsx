import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectLoginNotice, selectProviderRefusal } from '../../../machines/app/app.selectors.ts';
import type { CredentialsRef } from '../../../machines/account/auth/credentials.logic.ts';
import type { LoginRef } from '../../../machines/account/auth/login.machine.ts';
import { selectCredentials, selectMethods, selectOffer } from '../../../machines/account/auth/login.logic.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { selectForm, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import { errorText, waitMinutes, type Translate } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { FocusOnMount } from '../../ui/focus.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useApp } from '../../app/actors-context.tsx';
import { CredentialsForm, UsernameField } from './credentials-form.tsx';
import { FormMessage } from '../../ui/field.tsx';

const openIdRefused = chunk(async () => (await import('./openid-refused.tsx')).OpenIdRefused);
const sanitizedHtml = chunk(async () => (await import('../../ui/sanitized-html.tsx')).SanitizedHtml);

export function LoginForm({ login }: { login: LoginRef }) {
  const t = useTranslations('login');
  const { status, username, isRootCreated } = useSelector(login, selectOffer);
  const credentials = useSelector(login, selectCredentials);
  const { password, openId } = useSelector(
    login,
    selectMethods,
    (a, b) => a.password === b.password && a.openId === b.openId,
  );
  const message = status?.authFormData?.authLoginCustomMessage;
  return (
    <>
      {message && <sanitizedHtml.View html={message} />}
      <LoginMessage rootCreated={isRootCreated} credentials={credentials} />
      {password && credentials && <PasswordForm credentials={credentials} hasName={username !== null} />}
      {password && openId && (
        <div className="flex items-center gap-3 text-sm text-ink-3">
          <hr className="flex-1 border-line" />
          {t('or')}
          <hr className="flex-1 border-line" />
        </div>
      )}
      {openId && (
        <Button
          size="lg"
          variant={password ? 'secondary' : 'primary'}
          onClick={() => login.send({ type: 'login.chooseOpenId' })}
        >
          {status?.authFormData?.authOpenIDButtonText || t('openId')}
        </Button>
      )}
      {!password && !openId && <FormMessage tone="danger">{t('noMethod')}</FormMessage>}
    </>
  );
}

function LoginMessage({ rootCreated, credentials }: { rootCreated: boolean; credentials: CredentialsRef | undefined }) {
  const t = useTranslations();
  const reason = useSelector(useApp(), selectLoginNotice);
  const refusal = useSelector(useApp(), selectProviderRefusal);
  const error = useSelector(credentials, (snapshot) => snapshot?.context.error);
  if (error) return <FormMessage tone="danger">{signInErrorText(t, error)}</FormMessage>;
  if (refusal !== null) return <openIdRefused.View refusal={refusal} />;
  if (rootCreated) return <FormMessage tone="info">{t('login.rootCreated')}</FormMessage>;
  return reason && <FormMessage tone="info">{t(`login.${reason}`)}</FormMessage>;
}

/** `hasName`: it is filled in, so the focus begins at the password. */
function PasswordForm({ credentials, hasName }: { credentials: CredentialsRef; hasName: boolean }) {
  const t = useTranslations('login');
  const { values, problems, isRevealed } = useSelector(credentials, selectForm);
  const busy = useSelector(credentials, selectIsSaving);
  return (
    <CredentialsForm label={t('title')} onSubmit={() => credentials.send({ type: 'form.submit' })}>
      <FocusOnMount when={!hasName}>
        <UsernameField
          label={t('username')}
          value={values.username}
          error={problems.username ? t(problems.username) : null}
          onChange={(value) => credentials.send({ type: 'form.change', field: 'username', value })}
        />
      </FocusOnMount>
      <FocusOnMount when={hasName}>
        <TextField
          label={t('password')}
          name="password"
          type="password"
          autoComplete="current-password"
          value={values.password}
          reveal={{
            shown: isRevealed,
            onToggle: () => credentials.send({ type: 'form.toggleReveal' }),
            showLabel: t('showPassword'),
            hideLabel: t('hidePassword'),
          }}
          onChange={(value) => credentials.send({ type: 'form.change', field: 'password', value })}
        />
      </FocusOnMount>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {t('submit')}
      </Button>
    </CredentialsForm>
  );
}

/** The general text of a 401 is about an expired session. */
function signInErrorText(t: Translate, error: AppError): string {
  switch (error.kind) {
    case 'unauthorized':
      return t('login.wrongCredentials');
    case 'rateLimited':
      return t('login.rateLimited', { minutes: waitMinutes(error.retryAfterSeconds) });
    default:
      return t('login.failed', { reason: errorText(t, error) });
  }
}
