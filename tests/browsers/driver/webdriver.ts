import { KEYS } from './keys.ts';
import { HELD_MS, REST_MS, SIZE, type Point, type Tab } from './browser.ts';

/** Commands of W3C WebDriver, by their names there. */
export type Command =
  | 'NewSession'
  | 'DeleteSession'
  | 'SetTimeouts'
  | 'Navigate'
  | 'Refresh'
  | 'Back'
  | 'GetCurrentURL'
  | 'GetWindowHandle'
  | 'NewWindow'
  | 'SwitchToWindow'
  | 'CloseWindow'
  | 'SetWindowRect'
  | 'ExecuteAsyncScript'
  | 'FindElement'
  | 'ElementSendKeys'
  | 'PerformActions'
  | 'DeleteAllCookies'
  | 'TakeScreenshot';

/** Sends a command and gives its value. Fails with what the browser says. */
export type Send = (command: Command, parameters?: Readonly<Record<string, unknown>>) => Promise<unknown>;

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** In the page: calls the function with the arguments, and gives its result to the browser. */
const CALL = (source: string) => `
  const done = arguments[arguments.length - 1];
  const failed = (error) => done({ error: String(error && error.stack ? error + '\\n' + error.stack : error) });
  try { Promise.resolve((${source})(...arguments[0])).then((value) => done({ value }), failed); } catch (e) { failed(e); }`;

/** Where a driver has ways of its own. */
interface Ways {
  /** What it takes for a turn of the wheel by so many px; itself, as the standard has it. */
  readonly wheelOf?: (down: number) => number;
  /** What is opened beside a tab. */
  readonly beside?: 'tab' | 'window';
}

/** A session of a browser that speaks W3C WebDriver, with one tab after the other, or some beside each other. */
export async function startSession(
  send: Send,
  capabilities: Readonly<Record<string, unknown>> = {},
  { wheelOf = (down) => down, beside = 'tab' }: Ways = {},
) {
  await send('NewSession', { capabilities: { alwaysMatch: { unhandledPromptBehavior: 'accept', ...capabilities } } });
  await send('SetTimeouts', { script: 20_000, pageLoad: 20_000 });
  const windows = await windowsOf(send);
  const openTab = async (url: string, type: 'tab' | 'window') => {
    const { send: sendThere, close } = await windows.open(type);
    await sendThere('SetWindowRect', { ...SIZE, x: 0, y: 0 });
    await sendThere('Navigate', { url });
    return { sendThere, tab: tabOf(sendThere, wheelOf, close) };
  };
  return {
    /** Opens the tab of a journey, in place of an empty one. */
    async open(url: string): Promise<Tab> {
      const before = windows.all();
      const { sendThere, tab } = await openTab(url, 'tab');
      for (const close of before) await close();
      await sendThere('DeleteAllCookies');
      return tab;
    },
    async leave() {
      const before = windows.all();
      await windows.open('tab');
      for (const close of before) await close();
    },
    beside: async (url: string): Promise<Tab> => (await openTab(url, beside)).tab,
  };
}

/** The tabs of a session. A command for one of them brings it to the front first. */
async function windowsOf(send: Send) {
  let front = (await send('GetWindowHandle')) as string;
  let handles = [front];
  const sendTo =
    (handle: string): Send =>
    async (command, parameters) => {
      if (front !== handle) await send('SwitchToWindow', { handle, focus: true });
      front = handle;
      return send(command, parameters);
    };
  async function open(type: 'tab' | 'window') {
    const { handle } = (await sendTo(handles.at(-1) ?? '')('NewWindow', { type, focus: true })) as {
      handle: string;
    };
    handles.push(handle);
    return { send: sendTo(handle), close: () => close(handle) };
  }
  async function close(handle: string): Promise<void> {
    if (!handles.includes(handle)) return;
    // The last one would take the browser along.
    if (handles.length === 1) await open('tab');
    await sendTo(handle)('CloseWindow');
    handles = handles.filter((other) => other !== handle);
    front = '';
  }
  return { open, all: () => handles.map((handle) => () => close(handle)) };
}

function tabOf(send: Send, wheelOf: (down: number) => number, close: () => Promise<void>): Tab {
  const run = async <R>(script: string, args: readonly unknown[]) => {
    const { value, error } = (await send('ExecuteAsyncScript', { script, args: [args] })) as {
      value?: R | null;
      error?: string;
    };
    if (error !== undefined) throw new Error(error);
    return value as R;
  };
  const act = async (...sources: object[]) => void (await send('PerformActions', { actions: sources }));
  const mouse = (actions: object[]) =>
    act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
  const keyboard = (actions: object[]) => act({ type: 'key', id: 'keyboard', actions });
  const move = ({ x, y }: Point, duration = 0) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
    origin: 'viewport',
    duration,
  });
  const [down, up] = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  const rest = { type: 'pause', duration: REST_MS };
  const hold = { type: 'pause', duration: HELD_MS };
  const stroke = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  return {
    goto: async (url) => void (await send('Navigate', { url })),
    reload: async () => void (await send('Refresh')),
    back: async () => void (await send('Back')),
    url: async () => (await send('GetCurrentURL')) as string,
    evaluate: (work, ...args) => run(CALL(work.toString()), args),
    evaluateWith: (library, work, ...args) => run(`${library};${CALL(work.toString())}`, args),
    async key(keys) {
      const values = keys.split(/(?<=.)\+/).map((name) => KEYS[name] ?? name);
      const last = values.at(-1) ?? '';
      const held = values.slice(0, -1);
      await keyboard([
        ...held.map((value) => ({ type: 'keyDown', value })),
        ...stroke(last),
        ...held.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]);
    },
    type: (text) => keyboard([...text].flatMap(stroke)),
    press: (at) => mouse([move(at), down, hold, up]),
    drag: ([first, ...others]) =>
      first ? mouse([move(first), down, ...others.map((point) => move(point, 150)), hold, up]) : Promise.resolve(),
    touch: (fingers, held = HELD_MS) =>
      act(
        ...fingers.map(([first = { x: 0, y: 0 }, ...others], at) => ({
          type: 'pointer',
          id: `finger ${at}`,
          parameters: { pointerType: 'touch' },
          actions: [
            move(first),
            down,
            { type: 'pause', duration: held },
            ...others.map((to) => move(to, 80)),
            rest,
            up,
          ],
        })),
      ),
    move: (to) => mouse([move(to)]),
    async wheel({ x, y }, down) {
      const by = { deltaX: 0, deltaY: wheelOf(down) };
      const scroll = { type: 'scroll', x: Math.round(x), y: Math.round(y), ...by, duration: 0, origin: 'viewport' };
      await act({ type: 'wheel', id: 'wheel', actions: [scroll] });
    },
    resize: async (width, height) => void (await send('SetWindowRect', { width, height, x: 0, y: 0 })),
    async choose(input, files) {
      const found = (await send('FindElement', { using: 'css selector', value: input })) as Record<string, string>;
      await send('ElementSendKeys', { id: found[ELEMENT], text: files.join('\n') });
    },
    screenshot: async () => Buffer.from((await send('TakeScreenshot', { full: false })) as string, 'base64'),
    close,
  };
}
