import { KEYS } from './keys.ts';
import { SIZE, type Point, type Tab } from './browser.ts';

/** Commands of W3C WebDriver, by their names there. */
export type Command =
  | 'NewSession'
  | 'DeleteSession'
  | 'SetTimeouts'
  | 'Navigate'
  | 'Refresh'
  | 'Back'
  | 'GetCurrentURL'
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
/** How long a press or a key is held, in ms. */
const HELD = 20;

/** In the page: calls the function with the arguments, and gives its result to the browser. */
const CALL = (source: string) => `
  const done = arguments[arguments.length - 1];
  const failed = (error) => done({ error: String(error && error.stack ? error + '\\n' + error.stack : error) });
  try { Promise.resolve((${source})(...arguments[0])).then((value) => done({ value }), failed); } catch (e) { failed(e); }`;

/**
 * A session of a browser that speaks W3C WebDriver, with one tab after the other.
 * @param wheelOf what the driver takes for a turn of the wheel by so many px; itself, as the standard has it
 */
export async function startSession(
  send: Send,
  capabilities: Readonly<Record<string, unknown>> = {},
  wheelOf = (down: number) => down,
) {
  await send('NewSession', { capabilities: { alwaysMatch: { unhandledPromptBehavior: 'accept', ...capabilities } } });
  await send('SetTimeouts', { script: 20_000, pageLoad: 20_000 });
  return {
    /** Opens the tab of a journey, and closes the one before. */
    async open(url: string): Promise<Tab> {
      await replaceWindow(send);
      await send('SetWindowRect', { ...SIZE, x: 0, y: 0 });
      await send('Navigate', { url });
      await send('DeleteAllCookies');
      return tabOf(send, wheelOf);
    },
  };
}

/** Closes the tab in front. Another one comes first: the last one would take the browser along. */
async function replaceWindow(send: Send): Promise<void> {
  const { handle } = (await send('NewWindow', { type: 'tab', focus: true })) as { handle: string };
  await send('CloseWindow');
  await send('SwitchToWindow', { handle, focus: true });
}

function tabOf(send: Send, wheelOf: (down: number) => number): Tab {
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
  const hold = { type: 'pause', duration: HELD };
  const stroke = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  return {
    goto: async (url) => void (await send('Navigate', { url })),
    reload: async () => void (await send('Refresh')),
    back: async () => void (await send('Back')),
    url: async () => (await send('GetCurrentURL')) as string,
    async evaluate<A extends unknown[], R>(work: (...args: A) => R | Promise<R>, ...args: A) {
      const answer = await send('ExecuteAsyncScript', { script: CALL(work.toString()), args: [args] });
      const { value, error } = answer as { value?: R | null; error?: string };
      if (error !== undefined) throw new Error(error);
      return value as R;
    },
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
    move: (to) => mouse([move(to)]),
    async wheel({ x, y }, down) {
      const by = { deltaX: 0, deltaY: wheelOf(down) };
      const scroll = { type: 'scroll', x: Math.round(x), y: Math.round(y), ...by, duration: 0, origin: 'viewport' };
      await act({ type: 'wheel', id: 'wheel', actions: [scroll] });
    },
    async choose(input, files) {
      const found = (await send('FindElement', { using: 'css selector', value: input })) as Record<string, string>;
      await send('ElementSendKeys', { id: found[ELEMENT], text: files.join('\n') });
    },
    screenshot: async () => Buffer.from((await send('TakeScreenshot', { full: false })) as string, 'base64'),
    close: () => replaceWindow(send),
  };
}
