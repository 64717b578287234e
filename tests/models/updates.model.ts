import { changelogMachine } from '../../src/machines/app/modals/changelog.machine.ts';
import { updatesMachine } from '../../src/machines/app/updates/updates.machine.ts';
import { IGNORED } from '../../src/machines/app/updates/find-update.actor.ts';
import type { VersionData } from '../../src/schemas/release.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { defineModel } from '../support/rig.ts';

const older: VersionData = {
  currentVersion: '2.26.0',
  latestVersion: '2.26.0',
  githubTagUrl: 'https://github.com/a',
  hasUpdate: false,
  releases: [],
};
const newer: VersionData = { ...older, latestVersion: '2.27.0', hasUpdate: true };

export const updatesModel = defineModel({
  name: 'updates',
  machine: updatesMachine.provide({ actions: { logFailure: () => undefined } }),
  starts: [{ input: { version: '2.26.0', source: 'docker' } }, { input: { version: '2.26.0', source: 'embedded' } }],
  events: [
    { type: 'updates.dismiss' },
    { type: 'updates.shown' },
    { type: 'updates.hold' },
    { type: 'updates.release' },
  ],
  outputs: {
    findUpdate: [
      { found: newer, isIgnored: false },
      { found: newer, isIgnored: true },
      { found: older, isIgnored: false },
      { found: null, isIgnored: false },
    ],
  },
  project: ({ context }) => context.found?.latestVersion,
  invariants: {
    'the server of this client is not requested': ({ context }, { happened }) =>
      context.source !== 'embedded' || happened.every(({ type }) => !type.startsWith('xstate.done.actor')),
    'a notice stands only for a newer version (CHG-011)': (state) =>
      !state.matches('notifying') || state.context.found?.hasUpdate === true,
    'a version is ignored when its notice was closed, and only then (CHG-018)': (_state, { happened, ports }) => {
      const isClosed = happened.some(({ type }, index) => type === 'updates.dismiss' && wasNotifying(happened, index));
      return (ports.storage.read(IGNORED) !== null) === isClosed;
    },
  },
});

export const changelogModel = defineModel({
  name: 'changelog',
  machine: changelogMachine,
  starts: [{ input: { version: '2.26.0' } }],
  events: [{ type: 'changelog.retry' }, { type: 'changelog.dismiss' }],
  outputs: {
    findUpdate: [
      { found: newer, isIgnored: false },
      { found: null, isIgnored: false },
    ],
  },
  failures: { findUpdate: [new AppException({ kind: 'network' })] },
  project: ({ context }) => [context.found?.latestVersion, context.error?.kind],
  invariants: {
    'loaded notes have no error': (state) => !state.matches('loaded') || state.context.error === null,
    'a failure has its reason, and there is another try': (state) =>
      !state.matches('failed') || (state.context.error !== null && state.can({ type: 'changelog.retry' })),
    'it is closed on request': ({ status }, { happened }) =>
      (status === 'done') === (happened.at(-1)?.type === 'changelog.dismiss'),
  },
});

/** Whether a notice showed at this event: only its hold and release came since the check. */
function wasNotifying(happened: readonly { readonly type: string }[], index: number): boolean {
  const check = happened.findIndex(({ type }) => type.startsWith('xstate.done.actor'));
  const output = happened[check] as { output?: { found: VersionData | null; isIgnored: boolean } } | undefined;
  const notifies = output?.output?.found?.hasUpdate === true && !output.output.isIgnored;
  const between = happened.slice(check + 1, index);
  return notifies && check < index && between.every(({ type }) => /updates\.(hold|release)/.test(type));
}
