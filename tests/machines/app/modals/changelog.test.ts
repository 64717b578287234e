import { expect, test, vi } from 'vitest';
import { changelogMachine } from '../../../../src/machines/app/modals/changelog.machine.ts';
import { createFakePorts, type FakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';

const release = (tag: string) => ({ tag_name: tag, published_at: '2026-03-01T10:00:00Z', body: `Notes of ${tag}` });

function open(prepare: (releases: FakePorts['releases']) => void) {
  const ports = createFakePorts();
  prepare(ports.releases);
  const host = createHost(changelogMachine, { input: { version: '2.26.1' }, ports });
  const now = () => host.subject.getSnapshot();
  const releases = () => now().context.found?.releases.map(({ version, changelog }) => [version, changelog]);
  return { ...host, now, releases };
}

test('the notes of the server’s version and of those before it are found (CHG-001, CHG-007)', async () => {
  const { now, releases } = open((list) => list.answer(['v2.27.0', 'v2.26.1', 'v2.26.0'].map(release)));
  expect(now().hasTag('busy')).toBe(true);
  await vi.waitFor(() => expect(now().value).toBe('loaded'));
  expect(releases()).toEqual([
    ['2.26.1', 'Notes of v2.26.1'],
    ['2.26.0', 'Notes of v2.26.0'],
  ]);
});

test('notes that failed to load show the cause, and are reloaded on request', async () => {
  const { now, ports, releases, subject } = open((list) => list.refuse({ kind: 'network' }));
  await vi.waitFor(() => expect(now().hasTag('failed')).toBe(true));
  expect([now().context.error, releases()]).toEqual([{ kind: 'network' }, undefined]);
  ports.releases.answer([release('v2.26.1')]);
  subject.send({ type: 'changelog.retry' });
  expect(now().hasTag('busy')).toBe(true);
  await vi.waitFor(() => expect(now().value).toBe('loaded'));
  expect([now().context.error, releases()]).toEqual([null, [['2.26.1', 'Notes of v2.26.1']]]);
});

test.each(['loading', 'failed', 'loaded'] as const)('it closes while it is %s', async (state) => {
  const { now, subject } = open((list) =>
    state === 'failed' ? list.refuse({ kind: 'network' }) : list.answer([release('v2.26.1')]),
  );
  await vi.waitFor(() => expect(now().value).toBe(state));
  subject.send({ type: 'changelog.dismiss' });
  expect(now().status).toBe('done');
});
