import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/first-user.json';
import type { FirstUser, FirstUserRef } from '../../../machines/account/auth/credentials.logic.ts';
import type { LoginRef } from '../../../machines/account/auth/login.machine.ts';
import { selectOffer } from '../../../machines/account/auth/login.logic.ts';
import { selectForm, selectIsAsking, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import { errorText } from '../../texts/error-text.ts';
import { WithTexts } from '../../texts/with-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { FocusOnMount } from '../../ui/focus.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CredentialsForm, focusField, UsernameField } from './credentials-form.tsx';
import { FormMessage } from '../../ui/field.tsx';

interface FirstUserFormProps {
  login: LoginRef;
  firstUser: FirstUserRef;
}

export function FirstUserForm(props: FirstUserFormProps) {
  return (
    <WithTexts texts={texts}>
      <Fields {...props} />
    </WithTexts>
  );
}

function Fields({ login, firstUser }: FirstUserFormProps) {
  const t = useTranslations();
  const { status } = useSelector(login, selectOffer);
  const { values, problems, isRevealed, error } = useSelector(firstUser, selectForm);
  const busy = useSelector(firstUser, selectIsSaving);
  const asksEmptyPassword = useSelector(firstUser, selectIsAsking);
  const change = (field: keyof FirstUser) => (value: string) => firstUser.send({ type: 'form.change', field, value });
  const reveal = {
    shown: isRevealed,
    onToggle: () => firstUser.send({ type: 'form.toggleReveal' }),
    showLabel: t('login.showPassword'),
    hideLabel: t('login.hidePassword'),
  };
  return (
    <CredentialsForm label={t('firstUser.title')} onSubmit={() => firstUser.send({ type: 'form.submit' })}>
      <p className="text-ink-2">{t('firstUser.intro')}</p>
      {error && <FormMessage tone="danger">{t('firstUser.failed', { reason: errorText(t, error) })}</FormMessage>}
      <FocusOnMount>
        <UsernameField
          label={t('firstUser.username')}
          value={values.username}
          error={problems.username ? t(`firstUser.${problems.username}`) : null}
          onChange={change('username')}
        />
      </FocusOnMount>
      <TextField
        label={t('firstUser.password')}
        name="new-password"
        type="password"
        autoComplete="new-password"
        value={values.password}
        reveal={reveal}
        onChange={change('password')}
      />
      <TextField
        label={t('firstUser.confirmation')}
        name="confirm-password"
        type={isRevealed ? 'text' : 'password'}
        autoComplete="new-password"
        value={values.confirmation}
        error={problems.confirmation ? t(`firstUser.${problems.confirmation}`) : null}
        onChange={change('confirmation')}
      />
      <Paths config={status?.ConfigPath} metadata={status?.MetadataPath} />
      {asksEmptyPassword ? (
        <FormMessage tone="danger">
          <p>{t('firstUser.emptyPassword')}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <FocusOnMount>
              <Button
                variant="primary"
                onClick={(event) => {
                  focusField(event.currentTarget.form, 'new-password');
                  firstUser.send({ type: 'form.cancel' });
                }}
              >
                {t('firstUser.emptyCancel')}
              </Button>
            </FocusOnMount>
            <Button variant="danger" onClick={() => firstUser.send({ type: 'form.confirm' })}>
              {t('firstUser.emptyConfirm')}
            </Button>
          </div>
        </FormMessage>
      ) : (
        <FocusOnMount when={busy}>
          <Button type="submit" variant="primary" size="lg" busy={busy}>
            {t('firstUser.submit')}
          </Button>
        </FocusOnMount>
      )}
    </CredentialsForm>
  );
}

function Paths({ config, metadata }: { config: string | undefined; metadata: string | undefined }) {
  const t = useTranslations('firstUser');
  if (config === undefined && metadata === undefined) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {config !== undefined && (
        <>
          <dt className="text-ink-2">{t('configPath')}</dt>
          <dd className="font-mono text-xs leading-5 break-all">{config}</dd>
        </>
      )}
      {metadata !== undefined && (
        <>
          <dt className="text-ink-2">{t('metadataPath')}</dt>
          <dd className="font-mono text-xs leading-5 break-all">{metadata}</dd>
        </>
      )}
    </dl>
  );
}
