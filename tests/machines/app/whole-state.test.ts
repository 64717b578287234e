import { expect, test, vi } from 'vitest';
import type { QueueRef } from '../../../src/machines/playback/queue/queue.machine.ts';
import { BOOK } from '../../support/player-fixtures.ts';
import { ACCOUNT, startClient } from '../../support/whole-client.ts';

test('the client holds the server settings with its version (STT-001)', async () => {
  const client = await startClient('/account');
  const { account } = client.session.getSnapshot().context;
  const { version, dateFormat } = (ACCOUNT as unknown as { serverSettings: { version: string; dateFormat: string } })
    .serverSettings;
  expect(account?.serverSettings).toMatchObject({ version, dateFormat });
});

test('the client holds what plays, the queue and the full screen (STT-002, STT-003, STT-004)', async () => {
  const client = await startClient('/account');
  const player = () => client.player.getSnapshot();
  const queue = client.app.system.get('queue') as QueueRef;
  expect([player().context.opened, player().context.wantsSound, queue.getSnapshot().context.autoplay]).toEqual([
    null,
    false,
    true,
  ]);
  await client.play();
  client.player.send({ type: 'player.expand' });
  expect({
    session: player().context.opened?.session.id,
    media: player().context.request?.media,
    isPlaying: player().context.wantsSound,
    queue: queue.getSnapshot().context.items,
    fullScreen: player().children.sheet?.getSnapshot().value,
  }).toEqual({ session: 'session-1', media: BOOK, isPlaying: true, queue: [], fullScreen: 'expanded' });
  await vi.waitFor(() => expect(client.place()).toBe('open'));
});
