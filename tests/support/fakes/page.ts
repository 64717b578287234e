import type { Page } from '../../../src/services/page.ts';

/** A page whose facts the test changes and whose looks it reads back. */
export interface FakePage extends Page {
  setOnline(online: boolean): void;
  setVisible(visible: boolean): void;
  /** The page is being closed. */
  hide(): void;
  /** What was last applied, how often the main region got the focus, and how often the player said that it goes. */
  readonly shown: {
    readonly theme: string;
    readonly language: string;
    readonly direction: string;
    readonly focused: number;
    readonly dockLeft: number;
  };
}

export function createFakePage(): FakePage {
  let online = true;
  let visible = true;
  let shown = { theme: 'system', language: '', direction: '', focused: 0, dockLeft: 0 };
  const onlineListeners = new Set<(online: boolean) => void>();
  const visibilityListeners = new Set<(visible: boolean) => void>();
  const hideListeners = new Set<() => void>();
  return {
    get shown() {
      return shown;
    },
    isOnline: () => online,
    isVisible: () => visible,
    onOnlineChange: (listener) => join(onlineListeners, listener),
    onVisibilityChange: (listener) => join(visibilityListeners, listener),
    onHide: (listener) => join(hideListeners, listener),
    applyTheme: (theme) => void (shown = { ...shown, theme }),
    applyLanguage: (language, direction) => void (shown = { ...shown, language, direction }),
    leaveDock: () => void (shown = { ...shown, dockLeft: shown.dockLeft + 1 }),
    focusMain: () => void (shown = { ...shown, focused: shown.focused + 1 }),
    setOnline(value) {
      online = value;
      for (const listener of onlineListeners) listener(value);
    },
    setVisible(value) {
      visible = value;
      for (const listener of visibilityListeners) listener(value);
    },
    hide() {
      for (const listener of hideListeners) listener();
    },
  };
}

function join<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
