import { copyText } from './copy-text.ts';
import { untilIdle } from './idle.ts';
import { canSharePictures, sharePicture } from './share-file.ts';

/** Facts about the page as the browser shows it, and the few things machines do to it as a whole. */
export interface Page {
  isOnline(): boolean;
  isVisible(): boolean;
  /** Whether a finger points, not a mouse. */
  isTouch(): boolean;
  /** Calls back with the new value. Returns the end of the subscription. */
  onOnlineChange(listener: (online: boolean) => void): () => void;
  onVisibilityChange(listener: (visible: boolean) => void): () => void;
  /** The page is being closed, reloaded or frozen: last moment to save. */
  onHide(listener: () => void): () => void;
  /** `system` follows the operating system. */
  applyTheme(theme: 'system' | 'light' | 'dark'): void;
  applyLanguage(language: string, direction: 'ltr' | 'rtl'): void;
  /** Moves the focus to the main region, so that readers announce the new page. */
  focusMain(): void;
  /** Saves a file: one that the server sends as an attachment, or a text (`textFileUrl`) under a name. */
  download(url: string, name?: string): void;
  /** Whether this browser can hand pictures to other apps. */
  canSharePictures(): boolean;
  /** Opens the share sheet of the system. Resolves when it was closed, too; rejects when the browser refuses. */
  sharePicture(picture: Blob, name: string): Promise<void>;
  /** Puts a text on the clipboard, by a press of a person. Rejects where the browser refuses. */
  copyText(text: string): Promise<void>;
  /** Opens an address of somebody else in a tab of its own, which learns nothing of this one. */
  openTab(url: string): void;
  /** Resolves when the first page is painted and the browser has nothing better to do. */
  untilIdle(): Promise<void>;
  /** The player is about to go: a focus in it moves to the main region instead of nowhere. */
  leaveDock(): void;
}

/** What the browser paints around the page: surface-0 of the two themes, as in index.html. */
const THEME_COLOURS = { light: '#fbfaf8', dark: '#14110d' } as const;

/** The page in this window. */
export function createPage(doc: Document = document, win: Window = window): Page {
  const listen = (target: EventTarget, type: string, listener: () => void) => {
    target.addEventListener(type, listener);
    return () => target.removeEventListener(type, listener);
  };
  const focusMain = () => doc.getElementById('content')?.focus({ preventScroll: true });
  return {
    isOnline: () => win.navigator.onLine,
    isVisible: () => doc.visibilityState === 'visible',
    isTouch: () => win.matchMedia('(pointer: coarse)').matches,
    onOnlineChange(listener) {
      const ends = [listen(win, 'online', () => listener(true)), listen(win, 'offline', () => listener(false))];
      return () => ends.forEach((end) => end());
    },
    onVisibilityChange: (listener) =>
      listen(doc, 'visibilitychange', () => listener(doc.visibilityState === 'visible')),
    onHide: (listener) => listen(win, 'pagehide', listener),
    applyTheme(theme) {
      if (theme === 'system') delete doc.documentElement.dataset['theme'];
      else doc.documentElement.dataset['theme'] = theme;
      for (const meta of doc.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
        const own = meta.getAttribute('media')?.includes('dark') ? 'dark' : 'light';
        meta.content = THEME_COLOURS[theme === 'system' ? own : theme];
      }
    },
    applyLanguage(language, direction) {
      doc.documentElement.lang = language;
      doc.documentElement.dir = direction;
    },
    focusMain,
    download(url, name = '') {
      const link = doc.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
    },
    canSharePictures,
    sharePicture,
    copyText,
    openTab: (url) => void win.open(url, '_blank', 'noopener,noreferrer'),
    untilIdle,
    leaveDock() {
      if (doc.activeElement?.closest('[data-dock]')) focusMain();
    },
  };
}
