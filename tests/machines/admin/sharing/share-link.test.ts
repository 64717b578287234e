import { expect, test, vi } from 'vitest';
import {
  expiryOf,
  secondsLeft,
  shareAddress,
  selectSecondsLeft,
  selectShare,
  selectShareAddress,
  selectStart,
} from '../../../../src/machines/admin/sharing/share-link.logic.ts';
import { shareLinkMachine } from '../../../../src/machines/admin/sharing/share-link.machine.ts';
import type { MediaItemShare } from '../../../../src/schemas/api/share.ts';
import { createShare, deleteShare } from '../../../../src/services/endpoints/shares.ts';
import { createHost } from '../../../support/host.ts';
import { oneShare, shareBody } from '../../../support/publish-fixtures.ts';
import { answerRemoval } from '../../../support/removal.ts';

const { mediaItemId } = oneShare;

function open(share: MediaItemShare | null = null, position = 0) {
  const host = createHost(shareLinkMachine, {
    input: { title: 'The Raven', mediaItemId, share, position },
    named: { modals: null, toasts: null, router: null },
  });
  const { subject } = host;
  const context = () => subject.getSnapshot().context;
  const form = () => {
    const ref = context().form;
    if (!ref) throw new Error('No form');
    return ref;
  };
  const report = () => host.receivedBy('toasts').map((event) => (event as { message?: { key?: string } }).message?.key);
  return { ...host, context, form, report };
}

test.each([
  [0, 'hours', 0, 'SHR-023, VAL-083'],
  [null, 'days', 0, 'SHR-023, VAL-083'],
  [5, 'minutes', 1000 + 300_000, 'SHR-024, VAL-084, CON-105'],
  [2, 'hours', 1000 + 7_200_000, 'SHR-024, VAL-084, CON-105'],
  [1.5, 'days', 1000 + 129_600_000, 'SHR-024, VAL-084, CON-105'],
  [1e12, 'days', 8.64e15, 'SHR-024'],
] as const)('%j %s from now on end at %d ms (%s)', (amount, unit, end, _row) => {
  expect(expiryOf({ amount, unit }, 1000)).toBe(end);
});

test('the time left of a link is in seconds, null for ever (SHR-013, SHR-014)', () => {
  const at = (ms: number) => ({ expiresAt: new Date(ms).toISOString() });
  expect([secondsLeft(at(61_000), 1000), secondsLeft(at(500), 1000), secondsLeft({ expiresAt: null }, 0)]).toEqual([
    60,
    0,
    null,
  ]);
  // Newer answers: the beginning of time means no end.
  expect(secondsLeft(at(0), 1000)).toBe(null);
});

test('the address has the time of start (SHR-027, API-053)', () => {
  expect(shareAddress('https://x/abs/', 'raven')).toBe('https://x/abs/share/raven');
  expect(shareAddress('https://x/', 'raven', 61.8)).toBe('https://x/share/raven?t=61');
  expect(shareAddress('https://x/', 'raven', 0)).toBe('https://x/share/raven');
});

test('begins with a random slug of ten characters, another one each time (SHR-003, SHR-019, CON-065)', () => {
  const { slug } = open().form().getSnapshot().context.values;
  expect(slug).toMatch(/^[a-z0-9]{10}$/);
  expect(open().form().getSnapshot().context.values.slug).not.toBe(slug);
});

test('begins as permanent and not downloadable (AMB-76)', () => {
  const { slug: _slug, ...rest } = open().form().getSnapshot().context.values;
  expect(rest).toEqual({ mediaItemId, amount: 0, unit: 'hours', isDownloadable: false, sentAt: 0 });
});

test('a link is made for as long as was said, and shown with its address (SHR-017, API-048, AMB-78)', async () => {
  const modal = open();
  modal.ports.api.answer(createShare, shareBody);
  modal.form().send({ type: 'form.change', field: 'slug', value: 'raven-share' });
  modal.form().send({ type: 'form.change', field: 'amount', value: 2 });
  modal.form().send({ type: 'form.change', field: 'isDownloadable', value: true });
  modal.subject.send({ type: 'share.submit' });
  await vi.waitFor(() => expect(selectShare(modal.subject.getSnapshot())).toEqual(oneShare));
  expect(modal.ports.api.inputsOf(createShare)).toEqual([
    {
      slug: 'raven-share',
      mediaItemType: 'book',
      mediaItemId,
      expiresAt: modal.ports.clock.now() + 7_200_000,
      isDownloadable: true,
    },
  ]);
  expect(selectShareAddress(modal.subject.getSnapshot())).toBe(`http://localhost/share/${oneShare.slug}`);
  expect([modal.report(), modal.context().form]).toEqual([[], null]);
});

test('a slug that had to be changed waits for another press (SHR-021, VAL-081)', () => {
  const modal = open();
  modal.form().send({ type: 'form.change', field: 'slug', value: 'The Raven' });
  modal.subject.send({ type: 'share.submit' });
  expect(modal.form().getSnapshot().context.values.slug).toBe('the-raven');
  modal.form().send({ type: 'form.change', field: 'slug', value: '' });
  modal.subject.send({ type: 'share.submit' });
  expect(modal.form().getSnapshot().context.problems).toEqual({ slug: 'missing' });
  expect([modal.report(), modal.ports.api.inputsOf(createShare)]).toEqual([['slug.changed', 'slug.missing'], []]);
});

test.each([
  ['Slug is already in use', { slug: 'taken' }],
  ['Item is already shared', {}],
])('a refusal stays in the form: %s (SHR-025, ERR-070)', async (message, problems) => {
  const modal = open();
  modal.ports.api.refuse(createShare, { kind: 'conflict', message });
  modal.subject.send({ type: 'share.submit' });
  await vi.waitFor(() =>
    expect(modal.form().getSnapshot().context).toMatchObject({ error: { kind: 'conflict', message }, problems }),
  );
  expect([modal.report(), modal.context().share]).toEqual([[], null]);
});

test('a link is removed after a question only, then there is another slug (SHR-016, SHR-018, API-049)', async () => {
  const modal = open(oneShare);
  modal.ports.api.answer(deleteShare, '');
  modal.subject.send({ type: 'share.remove' });
  answerRemoval(modal.subject, false);
  modal.subject.send({ type: 'share.remove' });
  expect(modal.ports.api.inputsOf(deleteShare)).toEqual([]);
  answerRemoval(modal.subject, true);
  await vi.waitFor(() => expect(modal.report()).toEqual(['sharing.removed']));
  expect([modal.ports.api.inputsOf(deleteShare), modal.context().share]).toEqual([[{ id: oneShare.id }], null]);
  expect(modal.form().getSnapshot().context.values.slug).toMatch(/^[a-z0-9]{10}$/);
});

test.each([
  ['server', 'sharing.removeFailed', true],
  ['notFound', 'sharing.removed', false],
] as const)('a removal that fails by %s reports %s (SHR-026, ERR-069)', async (kind, key, stays) => {
  const modal = open(oneShare);
  modal.ports.api.refuse(deleteShare, kind === 'server' ? { kind, status: 500, message: '' } : { kind, message: '' });
  modal.subject.send({ type: 'share.remove' });
  answerRemoval(modal.subject, true);
  await vi.waitFor(() => expect(modal.subject.getSnapshot().hasTag('busy')).toBe(false));
  expect([modal.report()[0], modal.context().share !== null]).toEqual([key, stays]);
});

test('follows what other administrators do with the same link', () => {
  const modal = open();
  const other = { ...oneShare, mediaItemId: 'another' };
  modal.subject.send({ type: 'server.share.opened', share: other });
  expect(modal.context().share).toBe(null);
  modal.subject.send({ type: 'server.share.opened', share: oneShare });
  expect(modal.context().share).toEqual(oneShare);
  modal.subject.send({ type: 'server.share.closed', share: other });
  expect(modal.context().share).toEqual(oneShare);
  modal.subject.send({ type: 'server.share.closed', share: oneShare });
  expect(modal.context().share).toBe(null);
});

test('the link begins where the account is, or at a time that is typed', () => {
  const { subject } = open(oneShare, 3723.4);
  const address = () => selectShareAddress(subject.getSnapshot());
  subject.send({ type: 'share.setStart', isOn: true });
  expect(address()).toBe(`http://localhost/share/${oneShare.slug}?t=3723`);
  subject.send({ type: 'share.changeStart', text: '2:00' });
  expect(address()).toBe(`http://localhost/share/${oneShare.slug}?t=120`);
  subject.send({ type: 'share.changeStart', text: 'x' });
  expect([selectStart(subject.getSnapshot()), address()]).toEqual([null, `http://localhost/share/${oneShare.slug}`]);
});

test('the time left counts down every second', () => {
  const expiresAt = new Date(Date.UTC(2026, 0, 1) + 10_000).toISOString();
  const { subject, ports } = open({ ...oneShare, expiresAt });
  expect(selectSecondsLeft(subject.getSnapshot())).toBe(10);
  ports.clock.advance(4000);
  expect(selectSecondsLeft(subject.getSnapshot())).toBe(6);
  ports.clock.advance(7000);
  expect(selectSecondsLeft(subject.getSnapshot())).toBe(0);
});

test('the list of all links is a page, which closes the modal', () => {
  const modal = open(oneShare);
  modal.subject.send({ type: 'share.showAll' });
  expect(modal.receivedBy('router')).toEqual([{ type: 'router.go', to: { name: 'configFeeds' } }]);
  expect(modal.subject.getSnapshot().output).toBe('closed');
});

test('the same modal makes another one once the first is removed, elsewhere too, and only once', async () => {
  const modal = open(oneShare);
  const { subject } = modal;
  subject.send({ type: 'share.toggleCode' });
  expect(modal.context().showsCode).toBe(true);
  const answer = modal.ports.api.defer(deleteShare);
  subject.send({ type: 'share.remove' });
  answerRemoval(subject, true);
  expect(subject.getSnapshot().value).toEqual({ shared: 'removing' });
  subject.send({ type: 'server.share.closed', share: { ...oneShare, mediaItemId: 'another' } });
  expect(subject.getSnapshot().hasTag('busy')).toBe(true);
  subject.send({ type: 'server.share.closed', share: oneShare });
  expect([modal.report(), modal.context().share, modal.context().showsCode]).toEqual([
    ['sharing.removed'],
    null,
    false,
  ]);
  answer.resolve('');
  const form = modal.form();
  modal.ports.api.answer(createShare, shareBody);
  subject.send({ type: 'share.submit' });
  await vi.waitFor(() => expect(modal.context().share).toEqual(oneShare));
  expect(form.getSnapshot().status).toBe('stopped');
  expect(modal.report()).toEqual(['sharing.removed']);
});

test('a failed removal can be retried', async () => {
  const modal = open(oneShare);
  const remove = () => {
    modal.subject.send({ type: 'share.remove' });
    answerRemoval(modal.subject, true);
  };
  modal.ports.api.refuseOnce(deleteShare, { kind: 'network' });
  remove();
  await vi.waitFor(() => expect(modal.subject.getSnapshot().value).toEqual({ shared: 'resting' }));
  modal.ports.api.answer(deleteShare, '');
  remove();
  await vi.waitFor(() => expect(modal.subject.getSnapshot().value).toEqual({ unshared: 'editing' }));
  expect(modal.ports.api.inputsOf(deleteShare)).toEqual([{ id: oneShare.id }, { id: oneShare.id }]);
});

test('the end of a link is counted from now, also while it is made', () => {
  const modal = open();
  modal.ports.clock.advance(3000);
  expect(modal.context().now).toBe(modal.ports.clock.now());
  modal.ports.clock.advance(500);
  modal.subject.send({ type: 'server.share.opened', share: oneShare });
  expect(modal.context().now).toBe(modal.ports.clock.now());
  const later = open(oneShare);
  expect(later.context().now).toBe(later.ports.clock.now());
  modal.subject.send({ type: 'share.close' });
  expect(modal.subject.getSnapshot()).toMatchObject({ status: 'done', output: 'closed' });
});
