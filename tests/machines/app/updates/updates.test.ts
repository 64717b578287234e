import { describe, expect, test, vi } from 'vitest';
import { parseTag, versionDataOf } from '../../../../src/machines/app/updates/updates.logic.ts';
import { updatesMachine } from '../../../../src/machines/app/updates/updates.machine.ts';
import { selectNotifiesUpdate, selectUpdate } from '../../../../src/machines/app/updates/updates.selectors.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';

const release = (tag: string, body: string | null = `Notes of ${tag}`) => ({
  tag_name: tag,
  published_at: '2026-03-01T10:00:00Z',
  body,
});
const LIST = ['v2.27.1', 'v2.27.0', 'v2.26.2', 'v2.26.1', 'v2.26.0', 'v2.25.1'].map((tag) => release(tag));
const none = () => undefined;

describe('a release tag', () => {
  test.each([
    ['v2.26.0', { version: '2.26.0', major: 2, minor: 26, total: 22_600 }, 'CHG-010, CON-096, ENT-047'],
    ['v2.3.14-beta.1', { version: '2.3.14-beta.1', major: 2, minor: 3, total: 20_314 }, 'CHG-008, CHG-010, AMB-82'],
    ['v1.0.2+build.5', { version: '1.0.2+build.5', major: 1, minor: 0, total: 10_002 }, 'CHG-008, CHG-010'],
    ['2.26.0', null, 'CHG-008, VAL-092'],
    ['v2.26', null, 'CHG-008, VAL-092'],
    ['v2.26.0.1', null, 'CHG-008, VAL-092'],
    ['nightly', null, 'CHG-008, VAL-092'],
  ])('%s is %j (%s)', (tag, parsed, _row) => expect(parseTag(tag)).toEqual(parsed));
});

describe('the releases say to a server', () => {
  test('that there is a newer version, and where (CHG-011, CON-096, ENT-046)', () => {
    expect(versionDataOf('2.26.1', LIST, none)).toMatchObject({
      currentVersion: '2.26.1',
      latestVersion: '2.27.1',
      githubTagUrl: 'https://github.com/advplyr/audiobookshelf/releases/tag/v2.27.1',
      hasUpdate: true,
    });
  });

  test('what its own line of versions brought, up to its own (CHG-007, CON-097)', () => {
    expect(versionDataOf('2.26.1', LIST, none)?.releases).toEqual(
      ['2.26.1', '2.26.0'].map((version) => ({
        version,
        pubdate: '2026-03-01T10:00:00Z',
        changelog: `Notes of v${version}`,
      })),
    );
  });

  test('that it is the newest, whatever the order of the list', () => {
    expect(versionDataOf('2.27.1', LIST.toReversed(), none)).toMatchObject({
      hasUpdate: false,
      latestVersion: '2.27.1',
    });
  });

  test('nothing without releases (CHG-021, ERR-075)', () => {
    expect(versionDataOf('2.26.0', [], none)).toBe(null);
  });

  test('nothing without its version (CHG-022, ERR-076)', () => {
    expect(versionDataOf('2.20.0', LIST, none)).toBe(null);
  });

  test('nothing by a tag that is no version: it is skipped and reported (CHG-009, ERR-081)', () => {
    const skip = vi.fn<(tag: string) => void>();
    expect(versionDataOf('2.26.0', [release('nightly'), release('v2.26.0', null)], skip)?.releases).toEqual([
      { version: '2.26.0', pubdate: '2026-03-01T10:00:00Z', changelog: '' },
    ]);
    expect(skip.mock.calls).toEqual([['nightly']]);
  });
});

async function open({ source = 'docker', version = '2.26.0', ports = createFakePorts() } = {}) {
  const { releases } = ports;
  if (releases.requests === 0) releases.answer(LIST);
  const host = createHost(updatesMachine, { input: { version, source }, ports });
  const state = () => host.subject.getSnapshot();
  await vi.waitFor(() => expect(state().hasTag('busy')).toBe(false));
  return { ...host, state, isReported: () => selectNotifiesUpdate(state()), url: () => selectUpdate(state())?.url };
}

describe('the check', () => {
  test('shows a newer version for 20 s; the link to it stays (CHG-016, BAR-032, CON-053)', async () => {
    const { isReported, ports, url } = await open();
    expect([isReported(), url()]).toEqual([true, 'https://github.com/advplyr/audiobookshelf/releases/tag/v2.27.1']);
    ports.clock.advance(19_999);
    expect(isReported()).toBe(true);
    ports.clock.advance(1);
    expect([isReported(), url()]).toEqual([false, 'https://github.com/advplyr/audiobookshelf/releases/tag/v2.27.1']);
  });

  test('is silent once the page of the release was opened, and shows on the next page', async () => {
    const { isReported, ports, state, subject, url } = await open();
    subject.send({ type: 'updates.shown' });
    expect([state().value, isReported(), url(), ports.storage.texts.has('ignoreVersion')]).toEqual([
      'quiet',
      false,
      'https://github.com/advplyr/audiobookshelf/releases/tag/v2.27.1',
      false,
    ]);
    expect((await open({ ports })).isReported()).toBe(true);
  });

  test('holds the notice while it is looked at', async () => {
    const { isReported, ports, subject } = await open();
    subject.send({ type: 'updates.hold' });
    ports.clock.advance(60_000);
    expect(isReported()).toBe(true);
    subject.send({ type: 'updates.release' });
    ports.clock.advance(20_000);
    expect(isReported()).toBe(false);
  });

  test('does not repeat a version whose notice was closed, but shows the next one (CHG-018, CHG-019, STO-026)', async () => {
    const first = await open();
    first.subject.send({ type: 'updates.dismiss' });
    expect([first.state().value, first.isReported()]).toEqual(['quiet', false]);
    expect(first.ports.storage.texts.get('ignoreVersion')).toBe('"2.27.1"');
    const second = await open({ ports: first.ports });
    expect([second.isReported(), second.url()]).toEqual([false, first.url()]);
    first.ports.clock.advance(300_000);
    first.ports.releases.answer([release('v2.28.0'), ...LIST]);
    expect((await open({ ports: first.ports })).isReported()).toBe(true);
  });

  test('reads the list at most every five minutes (CHG-012, CON-095, API-056)', async () => {
    const { ports } = await open();
    await open({ ports });
    ports.clock.advance(299_999);
    expect((await open({ ports })).url()).toBe('https://github.com/advplyr/audiobookshelf/releases/tag/v2.27.1');
    expect(ports.releases.requests).toBe(1);
    ports.clock.advance(1);
    await open({ ports });
    expect(ports.releases.requests).toBe(2);
  });

  test('keeps its time and its result (CHG-014, STO-029, STO-030)', async () => {
    const { ports } = await open();
    expect([...ports.storage.texts.keys()].sort()).toEqual(['lastVerCheck', 'versionData']);
    expect(JSON.parse(ports.storage.texts.get('lastVerCheck') ?? '')).toBe(ports.clock.now());
    expect(JSON.parse(ports.storage.texts.get('versionData') ?? '')).toMatchObject({ latestVersion: '2.27.1' });
  });

  test('reads it at once for another version, or when its result is missing (CHG-013)', async () => {
    const { ports } = await open();
    await open({ ports, version: '2.26.1' });
    expect(ports.releases.requests).toBe(2);
    ports.storage.put('versionData', '{"broken":true}');
    await open({ ports, version: '2.26.1' });
    expect(ports.releases.requests).toBe(3);
  });

  test('that fails is logged and is no update (CHG-020, ERR-074)', async () => {
    const info = vi.spyOn(console, 'info').mockReturnValue();
    const ports = createFakePorts();
    ports.releases.refuse({ kind: 'network' });
    const host = createHost(updatesMachine, { input: { version: '2.26.0', source: 'docker' }, ports });
    await vi.waitFor(() => expect(host.subject.getSnapshot().value).toBe('quiet'));
    expect(selectUpdate(host.subject.getSnapshot())).toBe(null);
    expect(info.mock.calls.map(([words]) => words as string)).toEqual(['The check for updates failed']);
  });

  test('is not made for the server of this client: it is updated with it', async () => {
    const { isReported, ports, state } = await open({ source: 'embedded' });
    expect([state().value, isReported(), ports.releases.requests]).toEqual(['quiet', false, 0]);
  });
});
