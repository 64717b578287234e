import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { FirstUserRef } from '../../machines/auth/first-user.machine.ts';
import type { LoginRef } from '../../machines/auth/login.machine.ts';
import { selectAsksEmptyPassword, selectFirstUserForm, selectFirstUserSaving, selectLoginForm } from '../../machines/auth/login.selectors.ts';
import { errorText } from '../texts/error-text.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { CredentialsForm, UsernameField } from './credentials-form.tsx';
import { Notice } from './notice.tsx';

/** The first set-up of a server: makes the root account (areas 2.2). */
export function FirstUserForm({ login, firstUser }: { login: LoginRef; firstUser: FirstUserRef }) {
  const t = useTranslations();
  const { status } = useSelector(login, selectLoginForm);
  const { username, password, confirmation, isRevealed, problem, error } = useSelector(firstUser, selectFirstUserForm);
  const busy = useSelector(firstUser, selectFirstUserSaving);
  const asksEmptyPassword = useSelector(firstUser, selectAsksEmptyPassword);
  const change = (field: 'username' | 'password' | 'confirmation') => (value: string) => firstUser.send({ type: 'firstUser.changed', field, value });
  const reveal = {
    shown: isRevealed,
    onToggle: () => firstUser.send({ type: 'firstUser.revealToggled' }),
    showLabel: t('login.showPassword'),
    hideLabel: t('login.hidePassword'),
  };
  return (
    <CredentialsForm label={t('firstUser.title')} onSubmit={() => firstUser.send({ type: 'firstUser.submitted' })}>
      <p className="text-ink-2">{t('firstUser.intro')}</p>
      {error && <Notice tone="danger">{t('firstUser.failed', { reason: errorText(t, error) })}</Notice>}
      <UsernameField
        label={t('firstUser.username')}
        value={username}
        error={problem === 'usernameMissing' ? t('firstUser.usernameMissing') : null}
        onChange={change('username')}
      />
      <TextField label={t('firstUser.password')} name="new-password" type="password" autoComplete="new-password" value={password} reveal={reveal} onChange={change('password')} />
      <TextField
        label={t('firstUser.confirmation')}
        name="confirm-password"
        type={isRevealed ? 'text' : 'password'}
        autoComplete="new-password"
        value={confirmation}
        error={problem === 'passwordsDiffer' ? t('firstUser.passwordsDiffer') : null}
        onChange={change('confirmation')}
      />
      <Paths config={status?.ConfigPath} metadata={status?.MetadataPath} />
      {asksEmptyPassword ? (
        <Notice tone="danger">
          <p>{t('firstUser.emptyPassword')}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => firstUser.send({ type: 'firstUser.cancelled' })}>{t('firstUser.emptyCancel')}</Button>
            <Button variant="danger" onClick={() => firstUser.send({ type: 'firstUser.confirmed' })}>{t('firstUser.emptyConfirm')}</Button>
          </div>
        </Notice>
      ) : (
        <Button type="submit" variant="primary" size="lg" busy={busy}>{t('firstUser.submit')}</Button>
      )}
    </CredentialsForm>
  );
}

/** The folders in which the server keeps its own files, to be read and not changed here. */
function Paths({ config, metadata }: { config: string | undefined; metadata: string | undefined }) {
  const t = useTranslations('firstUser');
  if (config === undefined && metadata === undefined) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {config !== undefined && <><dt className="text-ink-2">{t('configPath')}</dt><dd className="font-mono text-xs leading-5 break-all">{config}</dd></>}
      {metadata !== undefined && <><dt className="text-ink-2">{t('metadataPath')}</dt><dd className="font-mono text-xs leading-5 break-all">{metadata}</dd></>}
    </dl>
  );
}
