import { useSelector } from '@xstate/react';
import { Suspense, lazy } from 'react';
import { IntlProvider } from 'use-intl';
import { selectScreen } from '../../machines/app/app.selectors.ts';
import messages from '../../locales/en-us.json';
import { useApp } from './actors-context.tsx';
import { Crash } from './crash.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Overlays } from './overlays.tsx';

const loadShell = () => import('./shell.tsx');
const Shell = lazy(() => loadShell().then((module) => ({ default: module.Shell })));
const LoginPage = lazy(() => import('../login/login-page.tsx').then((module) => ({ default: module.LoginPage })));
const SharedScreen = lazy(() => import('./plain-screens.tsx').then((module) => ({ default: module.SharedScreen })));
const SigningOutScreen = lazy(() => import('./plain-screens.tsx').then((module) => ({ default: module.SigningOutScreen })));

/**
 * What the root machine's state looks like: the frame for an account, the way in for a visitor. Each comes
 * in its own chunk; until it is there the window shows its background and nothing else.
 */
export function App() {
  return (
    <ErrorBoundary fallback={(cause) => <Crash cause={cause} />}>
      <IntlProvider locale="en-us" messages={messages} timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}>
        <Suspense fallback={null}>
          <Screen />
        </Suspense>
        <Overlays />
      </IntlProvider>
    </ErrorBoundary>
  );
}

function Screen() {
  const screen = useSelector(useApp(), selectScreen);
  switch (screen) {
    case 'blank':
      return null;
    case 'login':
      return <LoginPage onWarm={loadShell} />;
    case 'shared':
      return <SharedScreen />;
    case 'frame':
      return <Shell />;
    case 'signingOut':
      return <SigningOutScreen />;
  }
}
