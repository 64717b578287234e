import { untilIdle } from './idle.ts';

const fileOf = (blob: Blob, name: string) => new File([blob], name, { type: blob.type });

/** Also resolves when the share sheet is closed; rejects when refused. */
async function sharePicture(picture: Blob, name: string): Promise<void> {
  try {
    await navigator.share({ files: [fileOf(picture, name)], title: name });
  } catch (cause) {
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) throw cause;
  }
}

/** Copies to the clipboard; needs a press. Rejects when the browser refuses. */
export async function copyText(text: string): Promise<void> {
  // Over plain http only the old command works.
  if (isSecureContext && 'clipboard' in navigator) return navigator.clipboard.writeText(text);
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', put, { capture: true, once: true });
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', put, { capture: true });
  if (!isDone) throw new Error('The browser does not copy');
}

export interface Page {
  isOnline(): boolean;
  isVisible(): boolean;
  /** Touch input instead of a mouse. */
  isTouch(): boolean;
  /** Calls back with the new value. Returns the unsubscribe function. */
  onOnlineChange(listener: (online: boolean) => void): () => void;
  onVisibilityChange(listener: (visible: boolean) => void): () => void;
  /** The page closes, reloads or freezes: last moment to save. */
  onHide(listener: () => void): () => void;
  /** `system` follows the operating system. */
  applyTheme(theme: 'system' | 'light' | 'dark'): void;
  /** Of the browser, the preferred one first. */
  languages(): readonly string[];
  applyLanguage(language: string, direction: 'ltr' | 'rtl'): void;
  /** So that screen readers announce the new page. */
  focusMain(): void;
  /** Saves a server attachment, or a `textFileUrl` under a name. */
  download(url: string, name?: string): void;
  /** Opens the system's share sheet. Also resolves when closed; rejects when refused. */
  sharePicture(picture: Blob, name: string): Promise<void>;
  /** Copies to the clipboard; needs a press. Rejects when the browser refuses. */
  copyText(text: string): Promise<void>;
  /** Opens an external URL in a new tab without opener or referrer. */
  openTab(url: string): void;
  untilIdle(): Promise<void>;
  /** The player is closing: moves a focus inside it to the main region. */
  leaveDock(): void;
}

/** surface-0 of both themes, as in index.html. */
const THEME_COLOURS = { light: '#fbfaf8', dark: '#14110d' } as const;

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
    languages: () => win.navigator.languages,
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
    sharePicture,
    copyText,
    openTab: (url) => void win.open(url, '_blank', 'noopener,noreferrer'),
    untilIdle,
    leaveDock() {
      if (doc.activeElement?.closest('[data-dock]')) focusMain();
    },
  };
}
