import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectLoginNotice } from '../../machines/app/app.selectors.ts';
import { selectSignInError, selectSigningIn } from '../../machines/auth/auth.selectors.ts';
import type { LoginRef } from '../../machines/auth/login.machine.ts';
import { selectLoginForm, selectMethods } from '../../machines/auth/login.selectors.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { errorText, waitMinutes, type Translate } from '../texts/error-text.ts';
import { Button } from '../ui/button.tsx';
import { chunk } from '../ui/chunk.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useActorRefOf, useApp } from '../app/actors-context.tsx';
import { CredentialsForm, UsernameField } from './credentials-form.tsx';
import { Notice } from './notice.tsx';

const sanitizedHtml = chunk(async () => (await import('../ui/sanitized-html.tsx')).SanitizedHtml);

/** Signing in by password, by the identity provider, or both (areas 2.3). */
export function LoginForm({ login }: { login: LoginRef }) {
  const t = useTranslations('login');
  const { status } = useSelector(login, selectLoginForm);
  const { password, openId } = useSelector(login, selectMethods, (a, b) => a.password === b.password && a.openId === b.openId);
  const message = status?.authFormData?.authLoginCustomMessage;
  return (
    <>
      {message && <sanitizedHtml.View html={message} />}
      <LoginNotice login={login} />
      {password && <PasswordForm login={login} />}
      {password && openId && (
        <div className="flex items-center gap-3 text-sm text-ink-3">
          <hr className="flex-1 border-line" />
          {t('or')}
          <hr className="flex-1 border-line" />
        </div>
      )}
      {openId && (
        <Button size="lg" variant={password ? 'secondary' : 'primary'} onClick={() => login.send({ type: 'login.openIdChosen' })}>
          {status?.authFormData?.authOpenIDButtonText || t('openId')}
        </Button>
      )}
      {!password && !openId && <Notice tone="danger">{t('noMethod')}</Notice>}
    </>
  );
}

/** Why the form is there, or why the last try failed. */
function LoginNotice({ login }: { login: LoginRef }) {
  const t = useTranslations();
  const { rootCreated } = useSelector(login, selectLoginForm);
  const reason = useSelector(useApp(), selectLoginNotice);
  const error = useSelector(useActorRefOf('auth'), selectSignInError);
  if (error) return <Notice tone="danger">{signInErrorText(t, error)}</Notice>;
  if (rootCreated) return <Notice tone="info">{t('login.rootCreated')}</Notice>;
  return reason && <Notice tone="info">{t(`login.${reason}`)}</Notice>;
}

function PasswordForm({ login }: { login: LoginRef }) {
  const t = useTranslations('login');
  const { username, password, isRevealed, lacksUsername } = useSelector(login, selectLoginForm);
  const busy = useSelector(useActorRefOf('auth'), selectSigningIn);
  return (
    <CredentialsForm label={t('title')} onSubmit={() => login.send({ type: 'login.submitted' })}>
      <UsernameField
        label={t('username')}
        value={username}
        error={lacksUsername ? t('usernameMissing') : null}
        onChange={(value) => login.send({ type: 'login.changed', field: 'username', value })}
      />
      <TextField
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        reveal={{
          shown: isRevealed,
          onToggle: () => login.send({ type: 'login.revealToggled' }),
          showLabel: t('showPassword'),
          hideLabel: t('hidePassword'),
        }}
        onChange={(value) => login.send({ type: 'login.changed', field: 'password', value })}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy}>{t('submit')}</Button>
    </CredentialsForm>
  );
}

/** A refused sign-in in words of its own: the general wording speaks of a lost session (AUT-018). */
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
