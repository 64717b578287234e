import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createHotkeys, type KeyPress } from '../../../src/services/hotkeys.ts';
import { createMedia } from '../../../src/services/media-element.ts';
import { createSystemPlayer } from '../../../src/services/media-session.ts';

beforeEach(() => {
  document.body.innerHTML = '';
});

describe('keys', () => {
  function listen(takes = true) {
    const pressed: KeyPress[] = [];
    const end = createHotkeys().subscribe((press) => {
      pressed.push(press);
      return takes;
    });
    return { pressed, end };
  }

  function press(key: string, target: Element = document.body, options: KeyboardEventInit = {}): KeyboardEvent {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options });
    target.dispatchEvent(event);
    return event;
  }

  test('pressed on the page are told, and taken from the browser when somebody wants them', () => {
    const { pressed, end } = listen();
    expect(press(' ').defaultPrevented).toBe(true);
    press('ArrowUp', document.body, { shiftKey: true });
    end();
    press('m');
    expect(pressed).toEqual([{ key: ' ', shift: false }, { key: 'ArrowUp', shift: true }]);
  });

  test('that nobody wants stay with the browser', () => {
    const { end } = listen(false);
    expect(press('x').defaultPrevented).toBe(false);
    end();
  });

  test.each([
    ['an input', '<input>'],
    ['a select', '<select></select>'],
    ['a button', '<button>Play</button>'],
    ['a text area', '<textarea></textarea>'],
    ['rich text (pitfall 40)', '<div contenteditable="true"><p>text</p></div>'],
    ['rich text without a value (pitfall 40)', '<div contenteditable><p>text</p></div>'],
    ['a slider', '<div role="slider" tabindex="0"></div>'],
  ])('typed in %s mean nothing to the player', (_name, html) => {
    const { pressed, end } = listen();
    document.body.innerHTML = html;
    const target = document.querySelector('p') ?? document.body.firstElementChild;
    if (!target) throw new Error('no target');
    press(' ', target);
    end();
    expect(pressed).toEqual([]);
  });

  test.each([
    ['with Control', {}, { ctrlKey: true }],
    ['with Alt', {}, { altKey: true }],
    ['with the system key', {}, { metaKey: true }],
    ['while a word is composed', {}, { isComposing: true }],
  ])('%s mean nothing to the player', (_name, _empty, options) => {
    const { pressed, end } = listen();
    press(' ', document.body, options);
    end();
    expect(pressed).toEqual([]);
  });

  test('that something on the page has used mean nothing to the player', () => {
    const { pressed, end } = listen();
    document.body.innerHTML = '<a href="/">card</a>';
    const link = document.querySelector('a');
    link?.addEventListener('keydown', (event) => event.preventDefault());
    press('ArrowRight', link ?? document.body);
    end();
    expect(pressed).toEqual([]);
  });

  test('mean nothing while a dialog is open, except in one that wants them', () => {
    const { pressed, end } = listen();
    document.body.innerHTML = '<div role="dialog"></div>';
    press(' ');
    document.body.innerHTML = '<div role="dialog" data-hotkeys="on"></div>';
    press('m');
    end();
    expect(pressed).toEqual([{ key: 'm', shift: false }]);
  });
});

describe('the audio element', () => {
  test('is one, in the document, and named', () => {
    const media = createMedia();
    expect(document.querySelectorAll('audio').length).toBe(0);
    expect(media.element()).toBe(media.element());
    expect(document.querySelectorAll('audio[data-earmark-player]').length).toBe(1);
  });

  test('says what it can play', () => {
    const media = createMedia();
    vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockImplementation((type) => (type === 'audio/mpeg' ? 'maybe' : ''));
    expect(media.playableTypes()).toEqual(['audio/mpeg']);
  });
});

describe('the player of the operating system', () => {
  function fakeSession() {
    const handlers = new Map<string, MediaSessionActionHandler | null>();
    const session = {
      metadata: null,
      playbackState: 'none',
      positions: [] as unknown[],
      setActionHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null) {
        if (action === 'stop') throw new TypeError('unknown action');
        handlers.set(action, handler);
      },
      setPositionState(state: unknown) {
        this.positions.push(state);
      },
    };
    vi.stubGlobal('MediaMetadata', class { init: unknown; constructor(init: unknown) { this.init = init; } });
    return { session, handlers, player: createSystemPlayer(session as unknown as MediaSession) };
  }

  test('shows title, author and cover, and nothing in the end', () => {
    const { session, player } = fakeSession();
    player.show({ title: 'Emma', author: 'Jane Austen', album: 'Emma', artwork: '/cover' });
    expect(session.metadata).toEqual({ init: { title: 'Emma', artist: 'Jane Austen', album: 'Emma', artwork: [{ src: '/cover', sizes: '512x512' }] } });
    player.show(null);
    expect(session.metadata).toBe(null);
  });

  test('keeps the position within the duration and says none without one', () => {
    const { session, player } = fakeSession();
    player.setPosition({ duration: 100, position: 120, rate: 1.5 });
    player.setPosition({ duration: 0, position: 0, rate: 1 });
    expect(session.positions).toEqual([{ duration: 100, position: 100, playbackRate: 1.5 }]);
  });

  test('tells its keys, and one that the browser does not know hinders no other', () => {
    const { handlers, player } = fakeSession();
    const actions: unknown[] = [];
    const end = player.onAction((action) => actions.push(action));
    handlers.get('nexttrack')?.({ action: 'nexttrack' });
    handlers.get('seekto')?.({ action: 'seekto', seekTime: 42 });
    end();
    expect(actions).toEqual([{ kind: 'next' }, { kind: 'seek', time: 42 }]);
    expect([...handlers.values()].every((handler) => handler === null)).toBe(true);
  });

  test('is not there in every browser', () => {
    const player = createSystemPlayer(undefined);
    player.show({ title: 'Emma', author: '', album: '', artwork: null });
    player.setState('playing');
    player.setPosition({ duration: 1, position: 0, rate: 1 });
    player.onAction(() => undefined)();
    expect(player.isAvailable).toBe(false);
  });
});
