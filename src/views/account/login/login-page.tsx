import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectLogin } from '../../../machines/app/app.selectors.ts';
import type { LoginRef } from '../../../machines/account/auth/login.machine.ts';
import { selectFirstUser, selectLoginView, selectOffer } from '../../../machines/account/auth/login.logic.ts';
import { errorText } from '../../texts/error-text.ts';
import { PageTitle } from '../../texts/page-title.tsx';
import { Button } from '../../ui/button.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { OfflineState } from '../../ui/empty-state.tsx';
import { Logo, PlainFrame } from '../../ui/app-frame.tsx';
import { Spinner } from '../../ui/waiting.tsx';
import { useApp } from '../../app/actors-context.tsx';
import { LoginForm } from './login-form.tsx';

const firstUserForm = chunk(async () => (await import('./first-user-form.tsx')).FirstUserForm);

/** `onPrefetch`: sign-in is likely soon. */
export function LoginPage({ onPrefetch }: { onPrefetch: () => void }) {
  const t = useTranslations();
  const login = useSelector(useApp(), selectLogin);
  const view = useSelector(login, (snapshot) => snapshot && selectLoginView(snapshot));
  const title = t(view === 'firstUser' ? 'firstUser.title' : 'login.title');
  return (
    <PlainFrame
      behind={<Mosaic />}
      className="grid-cols-[minmax(0,24rem)] content-center justify-center gap-7 px-5 py-10 phone:content-start"
    >
      <PageTitle title={title} />
      <header className="flex items-center gap-3.5">
        <Logo size={56} />
        <p className="text-3xl font-semibold tracking-tight">{t('app.name')}</p>
      </header>
      {login && (
        <div onFocus={onPrefetch} className="flex flex-col gap-5">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          <LoginBody login={login} />
        </div>
      )}
    </PlainFrame>
  );
}

function LoginBody({ login }: { login: LoginRef }) {
  const t = useTranslations();
  const view = useSelector(login, selectLoginView);
  const { error } = useSelector(login, selectOffer);
  const firstUser = useSelector(login, selectFirstUser);
  const retry = () => login.send({ type: 'login.retry' });
  switch (view) {
    case 'checking':
      return <Spinner label={t('login.checking')} />;
    case 'unreachable':
      return (
        <OfflineState
          message={t('app.unreachable')}
          detail={error && errorText(t, error)}
          retryLabel={t('common.retry')}
          onRetry={retry}
        />
      );
    case 'firstUser':
      return firstUser ? <firstUserForm.View login={login} firstUser={firstUser} /> : null;
    case 'form':
      return <LoginForm login={login} />;
    case 'leaving':
      return (
        <div className="flex flex-col items-start gap-4">
          <Spinner label={t('login.leaving')} />
          <Button onClick={retry}>{t('common.cancel')}</Button>
        </div>
      );
  }
}

/** Three columns of blank covers: height in percent of the window, and hue. */
const COLUMNS = [
  {
    start: -6,
    covers: [
      [30, 252],
      [22, 28],
      [30, 142],
      [30, 62],
    ],
  },
  {
    start: -14,
    covers: [
      [24, 322],
      [34, 214],
      [24, 96],
      [34, 352],
    ],
  },
  {
    start: -2,
    covers: [
      [34, 178],
      [24, 62],
      [30, 288],
      [24, 28],
    ],
  },
] as const;

/** Blank covers at both sides of the form, without requests. Decoration. */
function Mosaic() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 -z-1 flex justify-between overflow-hidden opacity-12 max-lg:hidden phone:hidden forced-colors:hidden"
    >
      <Side />
      <Side />
    </div>
  );
}

function Side() {
  return (
    <div className="flex h-full w-[calc(50vw-17rem)] gap-4 px-4">
      {COLUMNS.map(({ start, covers }) => (
        <div key={start} className="flex flex-1 flex-col gap-4" style={{ marginBlockStart: `${start}vh` }}>
          {covers.map(([height, hue]) => (
            <span
              key={hue}
              className="shrink-0 rounded-md"
              style={{ blockSize: `${height}vh`, background: `oklch(0.6 0.1 ${hue})` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
