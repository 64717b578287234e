import { afterEach, describe, expect, test, vi } from 'vitest';
import { setup, type AnyActorLogic } from 'xstate';
import { pageOf, pages } from '../../../../src/machines/app/page-host/pages.ts';
import { getMe } from '../../../../src/services/endpoints/me.ts';
import { closeSession, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { startClient } from '../../../support/whole-client.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../../support/unbuilt.ts';
import { transportOf } from '../../../support/state-values.ts';

takeOutUnbuiltPage();

const { configBackups: backups } = pages;

const fault = new Error('a fault of the page');

/** A page that throws on command, on a server event, or at its start. */
function faultyPage(startsWith: 'sound' | 'broken'): AnyActorLogic {
  return setup({
    actions: {
      fail: () => {
        throw fault;
      },
    },
  }).createMachine({
    id: 'faulty',
    entry: startsWith === 'broken' ? 'fail' : [],
    on: { 'page.fail': { actions: 'fail' }, 'server.item.updated': { actions: 'fail' } },
  });
}

const PATH = '/config/backups';

function declare(load: () => AnyActorLogic) {
  pages.configBackups = { load: () => Promise.resolve(load()) };
}

afterEach(() => {
  if (backups) pages.configBackups = backups;
  vi.restoreAllMocks();
});

async function openFaulty(path = PATH) {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const client = await startClient(path);
  const heard = () => {
    const { api } = client.ports;
    const sent = <Input>(inputs: readonly unknown[]) => inputs as readonly Input[];
    const synced = sent<{ timeListened: number }>(api.inputsOf(syncSession)).map(({ timeListened }) => timeListened);
    const closed = sent<{ listened: { timeListened: number } | null }>(api.inputsOf(closeSession)).map(
      ({ listened }) => listened?.timeListened ?? 0,
    );
    return [...synced, ...closed].reduce((sum, seconds) => sum + seconds, 0);
  };
  return { ...client, logged, heard };
}

describe('a page that throws while the player plays', () => {
  async function playBeside() {
    declare(() => faultyPage('sound'));
    const client = await openFaulty();
    await vi.waitFor(() => expect(client.place()).toBe('open'));
    client.connect();
    await client.play();
    client.listen(7);
    return client;
  }

  /** The sound goes on, and seconds before and after arrive once. */
  async function expectSound({ player, listen, heard, ports }: Awaited<ReturnType<typeof playBeside>>) {
    expect(transportOf(player)).toBe('playing');
    expect(ports.media.audio.paused).toBe(false);
    listen(15);
    player.send({ type: 'player.close' });
    await vi.waitFor(() => expect(ports.api.inputsOf(closeSession)).toHaveLength(1));
    expect(heard()).toBeCloseTo(22, 1);
  }

  test('on an event is a failed page; sound and saves go on', async () => {
    const client = await playBeside();
    client.page()?.send({ type: 'page.fail' });
    expect(client.place()).toBe('failed');
    expect(client.pageHost.getSnapshot().context.failure).toEqual({
      kind: 'crash',
      error: { kind: 'unexpected', message: fault.message },
    });
    expect(client.logged).toHaveBeenCalledWith("The page 'configBackups' stopped", fault);
    await expectSound(client);
  });

  test('on a server event is a failed page; sound and saves go on', async () => {
    const client = await playBeside();
    client.session.send({ type: 'server.item.updated', item: { id: 'i1' } as never });
    expect(client.place()).toBe('failed');
    await expectSound(client);
  });

  test('in its view is a failed page; sound and saves go on', async () => {
    const client = await playBeside();
    client.pageHost.send({ type: 'page.viewFailed', cause: fault });
    expect([client.place(), client.page()]).toEqual(['failed', null]);
    await expectSound(client);
  });

  test('reopens on a retry', async () => {
    const client = await playBeside();
    client.page()?.send({ type: 'page.fail' });
    client.pageHost.send({ type: 'page.retry' });
    await vi.waitFor(() => expect(client.place()).toBe('open'));
    expect(client.pageHost.getSnapshot().context.failure).toBe(null);
    expect(client.ports.navigation.reloads).toBe(0);
    await expectSound(client);
  });
});

test('a page that throws at its start is a failed page that can be retried', async () => {
  const starts = ['broken', 'sound'] as const;
  let opened = 0;
  declare(() => faultyPage(starts[opened++] ?? 'sound'));
  const { place, pageHost, session } = await openFaulty();
  await vi.waitFor(() => expect(place()).toBe('failed'));
  expect(session.getSnapshot().status).toBe('active');
  pageHost.send({ type: 'page.retry' });
  await vi.waitFor(() => expect(place()).toBe('open'));
});

test('the stand-in for an unbuilt page in tests has no page', () => {
  expect(pageOf(UNBUILT.route)).toBeUndefined();
});

test('a page that fails as it is left does not fail the next one', async () => {
  declare(() => faultyPage('sound'));
  const { app, place, page } = await openFaulty();
  await vi.waitFor(() => expect(place()).toBe('open'));
  page()?.send({ type: 'page.fail' });
  app.system.get('router').send({ type: 'router.go', to: UNBUILT.path });
  await vi.waitFor(() => expect(place()).toBe('unbuilt'));
});

describe('a page whose code failed to load while the server was down', () => {
  /** The code loads on the second try, or later. */
  async function openWithoutCode(failures = 1) {
    let tries = 0;
    pages.configBackups = {
      load: () =>
        (tries += 1) <= failures ? Promise.reject(new Error('no code')) : Promise.resolve(faultyPage('sound')),
    };
    const client = await startClient(PATH);
    await vi.waitFor(() => expect(client.place()).toBe('failed'));
    client.connect();
    return { ...client, tries: () => tries };
  }
  const reconnect = async ({ connect, disconnect, ports, session }: Awaited<ReturnType<typeof openWithoutCode>>) => {
    disconnect();
    connect();
    await vi.waitFor(() => expect(ports.api.inputsOf(getMe).length).toBe(1));
    await vi.waitFor(() => expect(session.getSnapshot().children.freshness?.getSnapshot().value).toBe('fresh'));
  };

  test('retries when the live connection is back, not on the first connect', async () => {
    const client = await openWithoutCode();
    expect([client.place(), client.tries()]).toEqual(['failed', 1]);
    await reconnect(client);
    await vi.waitFor(() => expect(client.place()).toBe('open'));
  });

  test('retries while something sounds too', async () => {
    const client = await openWithoutCode();
    await client.play();
    await reconnect(client);
    await vi.waitFor(() => expect([client.place(), client.tries()]).toEqual(['open', 2]));
  });

  test.each([
    ['stays failed while something sounds: the client is not reloaded without a press', true, 0],
    ['reloads the client in silence, when it fails again', false, 1],
  ])('%s', async (_what, sounds, reloads) => {
    const client = await openWithoutCode(2);
    if (sounds) await client.play();
    await reconnect(client);
    await vi.waitFor(() => expect([client.place(), client.tries()]).toEqual(['failed', 2]));
    expect(client.ports.navigation.reloads).toBe(reloads);
  });
});
