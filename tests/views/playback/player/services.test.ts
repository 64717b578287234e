import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createHotkeys, type KeyPress } from '../../../../src/services/hotkeys.ts';
import { createMedia } from '../../../../src/services/media-element.ts';
import { createSystemPlayer } from '../../../../src/services/media-session.ts';

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

  test('pressed on the page are reported, and taken from the browser when a listener handles them', () => {
    const { pressed, end } = listen();
    expect(press(' ').defaultPrevented).toBe(true);
    press('ArrowUp', document.body, { shiftKey: true });
    end();
    press('m');
    expect(pressed).toEqual([
      { key: ' ', shift: false },
      { key: 'ArrowUp', shift: true },
    ]);
  });

  test('go to the first listener, and to no other once it handles them', () => {
    const heard: string[] = [];
    const keys = createHotkeys();
    const take = (name: string, key: string) => (pressed: KeyPress) => {
      heard.push(`${name} ${pressed.key}`);
      return pressed.key === key;
    };
    const ends = [keys.subscribe(take('player', 'm')), keys.subscribe(take('first', 'Escape'), { isFirst: true })];
    press('Escape');
    press('m');
    for (const end of ends) end();
    press('Escape');
    expect(heard).toEqual(['first Escape', 'first m', 'player m']);
  });

  test('that are handled leave the focus, when it was Escape', () => {
    const { end } = listen();
    document.body.innerHTML = '<button>Select</button>';
    const target = document.body.firstElementChild as HTMLElement;
    target.focus();
    press('Escape', target);
    end();
    expect(document.activeElement).toBe(target);
  });

  test('without a listener stay with the browser', () => {
    const { end } = listen(false);
    expect(press('x').defaultPrevented).toBe(false);
    end();
  });

  test.each([
    ['an input', '<input>'],
    ['a select', '<select></select>'],
    ['a button that chooses', '<button role="combobox">Provider</button>'],
    ['a text area', '<textarea></textarea>'],
    ['rich text (pitfall 40)', '<div contenteditable="true"><p>text</p></div>'],
    ['rich text without a value (pitfall 40)', '<div contenteditable><p>text</p></div>'],
  ])('typed in %s do not reach the player (PLR-103)', (_name, html) => {
    const { pressed, end } = listen();
    document.body.innerHTML = html;
    const target = document.querySelector('p') ?? document.body.firstElementChild;
    if (!target) throw new Error('no target');
    for (const key of [' ', 'm', 'z', 'ArrowRight', 'Escape', '/', '?', 'I']) press(key, target);
    end();
    expect(pressed).toEqual([]);
  });

  const KEYS = [' ', 'Enter', 'ArrowRight', 'ArrowUp', 'Home', 'PageUp', 'm', 'z', 'e', '/', '?', 'I', 'Escape'];

  test.each([
    ['a button', '<button>Player settings</button>', [' ', 'Enter']],
    ['a button that shows a menu', '<button aria-expanded="true">Speed</button>', [' ', 'Enter', 'Escape']],
    ['a switch', '<input type="checkbox" role="switch">', [' ', 'Enter']],
    ['a time line', '<input type="range">', ['ArrowRight', 'ArrowUp', 'Home', 'PageUp']],
    ['a slider', '<div role="slider" tabindex="0"></div>', ['ArrowRight', 'ArrowUp', 'Home', 'PageUp']],
    ['one of several', '<input type="radio">', [' ', 'ArrowRight', 'ArrowUp', 'Home']],
    [
      'a tab',
      '<div role="tablist"><button role="tab">Details</button></div>',
      [' ', 'Enter', 'ArrowRight', 'ArrowUp', 'Home'],
    ],
    ['a link', '<a href="/">Dracula</a>', []],
  ])(
    "on %s reached by keyboard are its own where they act on it, else the page's, and the focus stays (PLR-103)",
    (_name, html, own) => {
      const { pressed, end } = listen();
      document.body.innerHTML = html;
      const target = document.body.querySelector<HTMLElement>('button, input, a, [tabindex]');
      if (!target) throw new Error('no target');
      target.focus();
      for (const key of KEYS) press(key, target);
      end();
      expect([pressed.map(({ key }) => key), document.activeElement]).toEqual([
        KEYS.filter((key) => !own.includes(key)),
        target,
      ]);
    },
  );

  test.each([
    ['a button', '<button>Play</button>', 'BODY'],
    ['a time line', '<input type="range">', 'INPUT'],
  ])(
    "on %s pressed by a pointer are all the page's, and the focus stays until Space would press it",
    (_name, html, atLast) => {
      const { pressed, end } = listen();
      document.body.innerHTML = html;
      const target = document.body.firstElementChild as HTMLElement;
      target.dispatchEvent(new Event('pointerdown', { bubbles: true }));
      target.focus();
      const focused = ['ArrowRight', 'm', ' '].map((key) => {
        const { defaultPrevented } = press(key, target);
        return [defaultPrevented, document.activeElement?.tagName];
      });
      end();
      expect([pressed.map(({ key }) => key), focused]).toEqual([
        ['ArrowRight', 'm', ' '],
        [
          [true, target.tagName],
          [true, target.tagName],
          [true, atLast],
        ],
      ]);
    },
  );

  test.each([
    ['Escape', true],
    ['Enter', false],
  ])('a button whose menu a pointer opened and %s closed: Space belongs to the page: %s', (closing, isTaken) => {
    const { end } = listen();
    document.body.innerHTML = '<button>Speed</button><div tabindex="0">Faster</div>';
    const [button, entry] = document.querySelectorAll<HTMLElement>('button, div') as unknown as [
      HTMLElement,
      HTMLElement,
    ];
    button.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    button.focus();
    entry.focus();
    press(closing, entry);
    button.focus();
    expect(press(' ', button).defaultPrevented).toBe(isTaken);
    end();
  });

  test('go to the button reached by keyboard after a press by pointer (PLR-103)', () => {
    const { pressed, end } = listen();
    document.body.innerHTML = '<button>Play</button><button>Next</button>';
    const [play, next] = document.querySelectorAll('button') as unknown as [HTMLElement, HTMLElement];
    play.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    play.focus();
    press('Tab', play);
    next.focus();
    expect(press(' ', next).defaultPrevented).toBe(false);
    end();
    expect(pressed).toEqual([{ key: 'Tab', shift: false }]);
  });

  test('in a menu are its own, also on its entries', () => {
    const { pressed, end } = listen();
    document.body.innerHTML = '<div role="menu"><div role="menuitem" tabindex="0">Edit</div></div>';
    press('/', document.querySelector('[role="menuitem"]') ?? document.body);
    end();
    expect(pressed).toEqual([]);
  });

  test('typed in a field pressed by a pointer do not reach the player', () => {
    const { pressed, end } = listen();
    document.body.innerHTML = '<input>';
    const field = document.body.firstElementChild as HTMLElement;
    field.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    field.focus();
    press('m', field);
    end();
    expect(pressed).toEqual([]);
  });

  test.each([
    ['with Control', {}, { ctrlKey: true }],
    ['with Alt', {}, { altKey: true }],
    ['with the system key', {}, { metaKey: true }],
    ['while a word is composed', {}, { isComposing: true }],
  ])('%s do not reach the player', (_name, _empty, options) => {
    const { pressed, end } = listen();
    press(' ', document.body, options);
    end();
    expect(pressed).toEqual([]);
  });

  test('that the page has handled do not reach the player', () => {
    const { pressed, end } = listen();
    document.body.innerHTML = '<a href="/">card</a>';
    const link = document.querySelector('a');
    link?.addEventListener('keydown', (event) => event.preventDefault());
    press('ArrowRight', link ?? document.body);
    end();
    expect(pressed).toEqual([]);
  });

  test('are ignored while a dialog is open, unless the dialog uses them', () => {
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

  test('swaps with the one that has loaded the next file, which is then the only one in the document', () => {
    const media = createMedia();
    const first = media.element() as HTMLAudioElement;
    const loaded = vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
    first.src = '/one.mp3';
    const next = media.preload('/two.mp3');
    const second = next.element as HTMLAudioElement;
    expect([second.getAttribute('src'), second.preload, second.isConnected]).toEqual(['/two.mp3', 'auto', false]);
    next.take();
    expect(media.element()).toBe(second);
    expect([...document.querySelectorAll('audio')]).toEqual([second]);
    expect(document.querySelectorAll('audio[data-earmark-player]').length).toBe(1);
    expect([first.hasAttribute('src'), loaded.mock.contexts]).toEqual([false, [first]]);
    next.free();
    expect(second.getAttribute('src')).toBe('/two.mp3');
    const after = media.preload('/three.mp3');
    expect(after.element).toBe(first);
    after.free();
    expect([first.hasAttribute('src'), first.isConnected]).toEqual([false, false]);
  });

  test('and its companion are unlocked in one press: some browsers allow sound only then', () => {
    const loaded = vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
    const media = createMedia();
    media.prepare();
    const { element } = media.preload('/two.mp3');
    expect(loaded.mock.contexts).toEqual([media.element(), element]);
    media.prepare();
    expect(loaded.mock.contexts).toEqual([media.element(), element, media.element()]);
  });

  test('reports what it can play', () => {
    const media = createMedia();
    vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockImplementation((type) =>
      type === 'audio/mpeg' ? 'maybe' : '',
    );
    expect(media.playableTypes()).toEqual(['audio/mpeg']);
  });
});

describe('the media session of the operating system', () => {
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
    vi.stubGlobal(
      'MediaMetadata',
      class {
        init: unknown;
        constructor(init: unknown) {
          this.init = init;
        }
      },
    );
    return { session, handlers, player: createSystemPlayer(session as unknown as MediaSession) };
  }

  test('shows title, author and cover, and nothing in the end', () => {
    const { session, player } = fakeSession();
    const artwork = [192, 512].map((size) => ({ url: `/cover-${size}`, size, type: 'image/jpeg' }));
    player.show({ title: 'Emma', author: 'Jane Austen', album: 'Chapter 1', artwork });
    expect(session.metadata).toEqual({
      init: {
        title: 'Emma',
        artist: 'Jane Austen',
        album: 'Chapter 1',
        artwork: [
          { src: '/cover-192', sizes: '192x192', type: 'image/jpeg' },
          { src: '/cover-512', sizes: '512x512', type: 'image/jpeg' },
        ],
      },
    });
    player.show(null);
    expect(session.metadata).toBe(null);
  });

  test('keeps the position within the duration, and passes no number that makes a browser throw', () => {
    const { session, player } = fakeSession();
    player.setPosition({ duration: 100, position: 120, rate: 1.5 });
    for (const broken of [{ duration: 0 }, { duration: Number.NaN }, { duration: Infinity }, { position: Number.NaN }])
      player.setPosition({ duration: 100, position: 0, rate: 1, ...broken });
    for (const rate of [0, Number.NaN]) player.setPosition({ duration: 100, position: 0, rate });
    expect(session.positions).toEqual([{ duration: 100, position: 100, playbackRate: 1.5 }]);
  });

  test('reports each key under its own name (PLR-108)', () => {
    const { handlers, player } = fakeSession();
    const report: unknown[] = [];
    player.onAction(({ kind }) => report.push(kind));
    const pressed = ['play', 'pause', 'previoustrack', 'nexttrack', 'seekbackward', 'seekforward'] as const;
    for (const action of pressed) handlers.get(action)?.({ action });
    expect(report).toEqual(['play', 'pause', 'previous', 'next', 'backward', 'forward']);
  });

  test('registers its keys, past one that the browser does not support', () => {
    const { handlers, player } = fakeSession();
    const actions: unknown[] = [];
    const end = player.onAction((action) => actions.push(action));
    handlers.get('nexttrack')?.({ action: 'nexttrack' });
    handlers.get('seekto')?.({ action: 'seekto', seekTime: 42 });
    end();
    expect(actions).toEqual([{ kind: 'next' }, { kind: 'seek', time: 42 }]);
    expect([...handlers.values()].every((handler) => handler === null)).toBe(true);
  });

  test('is missing in some browsers', () => {
    const player = createSystemPlayer(undefined);
    player.show({ title: 'Emma', author: '', album: '', artwork: [] });
    player.setState('playing');
    player.setPosition({ duration: 1, position: 0, rate: 1 });
    player.onAction(() => undefined)();
    expect(player.isAvailable).toBe(false);
  });
});
