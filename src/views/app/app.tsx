import { useSelector } from '@xstate/react';
import { type Screen as ScreenName, selectScreen } from '../../machines/app/app.selectors.ts';
import english from '../../locales/en-us/start.json';
import { LoginPage } from '../account/login/login-page.tsx';
import { selectIsReachable } from '../../machines/account/connectivity/connectivity.selectors.ts';
import { RootTexts } from '../texts/root-texts.tsx';
import { ChunkFailure, ChunkRetry, chunk, ErrorBoundary } from '../ui/chunk.tsx';
import { useActorRefOf, useApp } from './actors-context.tsx';
import { Crash, ChunkFailed } from './crash.tsx';
import { Overlays, loadOverlays } from './overlays.tsx';

const shell = chunk(async () => (await import('./shell.tsx')).Shell);
const sharedScreen = chunk(async () => (await import('./share-screen.tsx')).ShareScreen);
const signingOutScreen = chunk(async () => (await import('./signing-out-screen.tsx')).SigningOutScreen);

const CODE = {
  blank: null,
  login: null,
  incomplete: null,
  shared: sharedScreen,
  frame: shell,
  signingOut: signingOutScreen,
} satisfies Record<ScreenName, unknown>;

export function loadScreen(screen: ScreenName): Promise<unknown> {
  return Promise.all([CODE[screen]?.preload(), (screen === 'frame' || screen === 'shared') && loadOverlays()]);
}

/** The screen of the root machine's state. Until its chunk has loaded, the window is empty. */
export function App() {
  const language = useSelector(useActorRefOf('locale'), ({ context }) => context.language);
  return (
    <ErrorBoundary fallback={(cause) => <Crash cause={cause} />}>
      <RootTexts texts={english} language={language}>
        <ChunkFailure value={<ChunkFailed />}>
          <ChunkRetry value={useSelector(useActorRefOf('connectivity'), selectIsReachable)}>
            <Screen />
            <Overlays />
          </ChunkRetry>
        </ChunkFailure>
      </RootTexts>
    </ErrorBoundary>
  );
}

function Screen() {
  const screen = useSelector(useApp(), selectScreen);
  switch (screen) {
    case 'blank':
      return null;
    case 'login':
      return <LoginPage onPrefetch={shell.preload} />;
    case 'shared':
      return <sharedScreen.View />;
    case 'frame':
      return <shell.View />;
    case 'incomplete':
      return <ChunkFailed />;
    case 'signingOut':
      return <signingOutScreen.View />;
  }
}
