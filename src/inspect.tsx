import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { createRoot, type Root } from 'react-dom/client';
import { createActor } from 'xstate';
import { answerInspectors } from './inspected.ts';
import { loadTexts } from './locales/catalogue.ts';
import type { AppRef } from './machines/app/app.machine.ts';
import { inspectorMachine, type InspectorRef } from './machines/inspector/inspector.machine.ts';
import { INSPECTOR_KEY } from './machines/kit/keys.logic.ts';
import type { TapeRecorder } from './machines/inspector/tape/record-tape.ts';
import { createChartLayout } from './services/chart-layout.ts';
import { createInspectorEnd, openInspectorChannel } from './services/inspector-channel.ts';
import type { Network } from './services/http.ts';
import { randomName } from './services/random-name.ts';
import { Inspector } from './views/inspector/inspector.tsx';

interface Panel {
  readonly inspector: InspectorRef;
}

let panel: Panel | null = null;

export function togglePanel(app: AppRef, network: Network, tape?: TapeRecorder): void {
  if (panel) {
    panel.inspector.send({ type: 'inspector.close' });
    return;
  }
  const place = document.createElement('div');
  place.className = 'inspector-dock';
  document.body.append(place);
  document.documentElement.dataset['inspector'] = 'open';
  const focused = document.activeElement;
  const leave = () => {
    panel = null;
    delete document.documentElement.dataset['inspector'];
    queueMicrotask(() => {
      const hadFocus = place.contains(document.activeElement);
      started.end();
      place.remove();
      if (hadFocus && focused instanceof HTMLElement) focused.focus();
    });
  };
  // Keys in the inspector don't reach the page, except the one that closes it.
  place.addEventListener('keydown', (event) => {
    if (event.key !== INSPECTOR_KEY) event.stopPropagation();
  });
  const started = start(createRoot(place), { page: answerInspectors(app, network, tape), isPanel: true, leave });
  panel = started;
}

/** Draws the inspector in a window of its own. `?page` names the page to watch. */
export async function drawWindow(): Promise<void> {
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no #root');
  const requested = new URLSearchParams(location.search);
  const stage = requested.get('stage');
  if (stage !== null) return void import('./stage.tsx').then(({ drawStage }) => drawStage(stage));
  const page = requested.get('page');
  document.documentElement.dataset['inspector'] = 'window';
  await loadTexts(document.documentElement.lang).catch(() => undefined);
  const { inspector } = start(createRoot(place), { page, isPanel: false, leave: () => undefined });
  window.addEventListener('pagehide', () => inspector.send({ type: 'inspector.close' }));
}

function start(root: Root, own: { page: string | null; isPanel: boolean; leave: () => void }) {
  const layout = createChartLayout(() => new Worker(workerUrl));
  const { channel, isCutOff } = openInspectorChannel();
  const inspector = createActor(inspectorMachine, {
    input: {
      ...own,
      name: randomName(),
      isCutOff,
      channel: createInspectorEnd(channel),
      layout,
      saveFile,
      openStage: (name) => openPopUp(`inspector?stage=${name}`, `stage-${name}`, 'popup,width=1100,height=800'),
      copyText: (text) => navigator.clipboard.writeText(text),
      openWindow: (page) => openPopUp(`inspector?page=${page}`, `inspector-${page}`, 'popup,width=1280,height=860'),
    },
  }).start();
  root.render(<Inspector inspector={inspector} />);
  return {
    inspector,
    end() {
      root.unmount();
      inspector.stop();
      layout.end();
      channel.close();
    },
  };
}

const openPopUp = (path: string, name: string, features: string): boolean =>
  window.open(new URL(path, document.baseURI), name, features) !== null;

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
