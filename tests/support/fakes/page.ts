import type { Page } from '../../../src/services/page.ts';
import { ListenerSet } from './listeners.ts';

/** A page whose facts the test changes and whose effects it reads back. */
export interface FakePage extends Page {
  setOnline(online: boolean): void;
  setVisible(visible: boolean): void;
  setTouch(touch: boolean): void;
  /** The page is being closed. */
  hide(): void;
  /** The last applied look, focus count of the main region, unload notices of the player, and downloads. */
  readonly shown: {
    readonly theme: string;
    readonly language: string;
    readonly direction: string;
    readonly focused: number;
    readonly dockLeft: number;
    readonly downloaded: readonly string[];
    /** Names of saved files. */
    readonly named: readonly string[];
    /** Addresses opened in tabs of their own. */
    readonly tabs: readonly string[];
    /** Names of shared pictures. */
    readonly shared: readonly string[];
    /** Texts put on the clipboard. */
    readonly copied: readonly string[];
  };
  /** The clipboard refuses. */
  refusesCopy: boolean;
}

export function createFakePage(): FakePage {
  let online = true;
  let visible = true;
  let touch = false;
  let shown = {
    theme: 'system',
    language: '',
    direction: '',
    focused: 0,
    dockLeft: 0,
    downloaded: [] as readonly string[],
    named: [] as readonly string[],
    tabs: [] as readonly string[],
    shared: [] as readonly string[],
    copied: [] as readonly string[],
  };
  const onlineListeners = new ListenerSet<(online: boolean) => void>('page.onOnlineChange');
  const visibilityListeners = new ListenerSet<(visible: boolean) => void>('page.onVisibilityChange');
  const hideListeners = new ListenerSet<() => void>('page.onHide');
  const page: FakePage = {
    refusesCopy: false,
    get shown() {
      return shown;
    },
    isOnline: () => online,
    isVisible: () => visible,
    isTouch: () => touch,
    onOnlineChange: (listener) => onlineListeners.join(listener),
    onVisibilityChange: (listener) => visibilityListeners.join(listener),
    onHide: (listener) => hideListeners.join(listener),
    applyTheme: (theme) => void (shown = { ...shown, theme }),
    languages: () => [],
    applyLanguage: (language, direction) => void (shown = { ...shown, language, direction }),
    sharePicture: (_picture, name) => {
      shown = { ...shown, shared: [...shown.shared, name] };
      return Promise.resolve();
    },
    download: (url, name) =>
      void (shown = {
        ...shown,
        downloaded: [...shown.downloaded, url],
        named: name === undefined ? shown.named : [...shown.named, name],
      }),
    async copyText(text) {
      if (page.refusesCopy) throw new Error('The browser does not copy');
      shown = { ...shown, copied: [...shown.copied, text] };
    },
    openTab: (url) => void (shown = { ...shown, tabs: [...shown.tabs, url] }),
    untilIdle: () => Promise.resolve(),
    leaveDock: () => void (shown = { ...shown, dockLeft: shown.dockLeft + 1 }),
    focusMain: () => void (shown = { ...shown, focused: shown.focused + 1 }),
    setTouch: (value) => void (touch = value),
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
  return page;
}
