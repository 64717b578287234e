import { expect, test, vi } from 'vitest';
import { createChannel, openChannel, openPageChannel } from '../../src/services/channel.ts';
import { createInspectorEnd, createPageEnd, openInspectorChannel } from '../../src/services/inspector-channel.ts';
import { z } from '../../src/schemas/zod.ts';

const greeting = z.object({ type: z.literal('greeting'), name: z.string() });
type Greeting = z.infer<typeof greeting>;

const endOf = (name: string) => {
  const port = openPageChannel(name);
  const heard: Greeting[] = [];
  const channel = createChannel<unknown, typeof greeting>(port, greeting);
  const end = channel.subscribe((message) => heard.push(message));
  return { port, channel, heard, end };
};

test('in a page every other end of the name receives a copy, soon after; the sender does not', async () => {
  const [one, two, three, other] = [endOf('a'), endOf('a'), endOf('a'), endOf('b')];
  const said = { type: 'greeting', name: 'one' };
  one.channel.post(said);
  expect(two.heard).toEqual([]);
  said.name = 'changed';
  await vi.waitFor(() => expect(two.heard).toEqual([{ type: 'greeting', name: 'one' }]));
  expect([one.heard, three.heard, other.heard]).toEqual([[], [{ type: 'greeting', name: 'one' }], []]);
});

test('a left or closed end receives nothing more, and unreadable messages are skipped', async () => {
  const [one, two, three, four] = [endOf('c'), endOf('c'), endOf('c'), endOf('c')];
  two.end();
  three.port.close();
  one.channel.post({ type: 'of another version' });
  one.channel.post({ type: 'greeting', name: 'one' });
  await vi.waitFor(() => expect(four.heard).toEqual([{ type: 'greeting', name: 'one' }]));
  expect([two.heard, three.heard]).toEqual([[], []]);
});

test.each([
  ['has no channels', undefined],
  [
    'refuses one',
    function BlockedChannel() {
      throw new DOMException('blocked', 'SecurityError');
    },
  ],
])('inspector and page still meet in a page whose browser %s', async (_, blocked) => {
  vi.stubGlobal('BroadcastChannel', blocked);
  expect(openChannel('a')).toBe(null);
  const [page, inspector] = [openInspectorChannel(), openInspectorChannel()];
  expect([page.isCutOff, inspector.isCutOff]).toEqual([true, true]);
  const heard = new Promise((resolve) => inspector.channel.addEventListener('message', ({ data }) => resolve(data)));
  createPageEnd(page.channel).post({ type: 'page.left', page: 'p1' });
  expect(await heard).toEqual({ type: 'page.left', page: 'p1' });
});

test('frequent messages of a page go as text, and an inspector reads both; text of others is skipped', async () => {
  const [pagePort, inspectorPort] = [openPageChannel('d'), openPageChannel('d')];
  const [posted, heard]: [unknown[], unknown[]] = [[], []];
  inspectorPort.addEventListener('message', ({ data }) => posted.push(data));
  createInspectorEnd(inspectorPort).subscribe((report) => heard.push(report));
  const often = {
    type: 'page.recorded' as const,
    page: 'p1',
    isWhole: true,
    actors: [],
    gone: ['x:1'],
    charts: [],
    records: [],
  };
  const seldom = { type: 'actor.described' as const, page: 'p1', actor: 'x:2', value: Infinity, takes: [] };
  const page = createPageEnd(pagePort);
  page.post(often);
  createChannel(pagePort, greeting).post('{ no json');
  page.post(seldom);
  await vi.waitFor(() => expect(heard).toEqual([often, seldom]));
  expect(posted).toEqual([JSON.stringify(often), '{ no json', seldom]);
});
