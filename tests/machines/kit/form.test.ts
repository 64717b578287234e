import { expect, test, vi } from 'vitest';
import { AppException } from '../../../src/schemas/app-error.ts';
import { form } from '../../../src/machines/kit/form.machine.ts';
import { selectIsDirty } from '../../../src/machines/kit/kit.selectors.ts';
import { createHost } from '../../support/host.ts';

const settings = form<{ name: string; size: number }, 'missing', string>('settings', {
  check: ({ name }) => (name === '' ? { name: 'missing' } : {}),
  save: (_api, { name }) => Promise.resolve(`saved ${name}`),
});

const open = () => createHost(settings, { input: { values: { name: 'a', size: 1 } } });

test('it is dirty from the first change until saved, and continues from there', async () => {
  const { subject, parentEvents } = open();
  const isDirty = () => selectIsDirty(subject.getSnapshot());
  expect(isDirty()).toBe(false);
  subject.send({ type: 'form.change', field: 'name', value: 'b' });
  expect(isDirty()).toBe(true);
  subject.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(isDirty()).toBe(false));
  expect(parentEvents).toEqual([{ type: 'settings.saved', values: { name: 'b', size: 1 }, answer: 'saved b' }]);
  expect(subject.getSnapshot().value).toBe('editing');
});

test('it is not dirty when a change was undone', () => {
  const { subject } = open();
  subject.send({ type: 'form.change', field: 'size', value: 2 });
  subject.send({ type: 'form.change', field: 'size', value: 1 });
  expect(selectIsDirty(subject.getSnapshot())).toBe(false);
});

test('a reset shows what is saved, without problems', () => {
  const { subject, parentEvents } = open();
  subject.send({ type: 'form.change', field: 'name', value: '' });
  subject.send({ type: 'form.submit' });
  expect(parentEvents).toMatchObject([{ type: 'settings.refused' }]);
  expect(subject.getSnapshot().context).toMatchObject({ values: { name: '' }, problems: { name: 'missing' } });
  subject.send({ type: 'form.reset' });
  expect(subject.getSnapshot().context).toMatchObject({ values: { name: 'a', size: 1 }, problems: {} });
});

test.each([
  ['typing on', { type: 'form.change', field: 'name', value: 'c' }, 'editing', 'c', []],
  ['no', { type: 'form.cancel' }, 'editing', 'b', []],
  ['yes', { type: 'form.confirm' }, 'saving', 'b', ['b']],
] as const)('where it confirms first, %s is the answer', (_what, event, value, name, saved) => {
  const names: string[] = [];
  const asking = form<{ name: string }, 'missing', string>('settings', {
    check: () => ({}),
    needsAnswer: () => true,
    save: async (_api, values) => {
      names.push(values.name);
      return '';
    },
  });
  const { subject } = createHost(asking, { input: { values: { name: 'a' } } });
  subject.send({ type: 'form.change', field: 'name', value: 'b' });
  subject.send({ type: 'form.submit' });
  expect([subject.getSnapshot().value, names]).toEqual(['asking', []]);
  subject.send(event);
  expect([subject.getSnapshot().value, subject.getSnapshot().context.values.name, names]).toEqual([value, name, saved]);
});

test('a press shows and hides the secret, while it is typed and while it is saved', async () => {
  const { subject } = open();
  const isRevealed = () => subject.getSnapshot().context.isRevealed;
  subject.send({ type: 'form.toggleReveal' });
  expect(isRevealed()).toBe(true);
  subject.send({ type: 'form.submit' });
  subject.send({ type: 'form.toggleReveal' });
  expect([isRevealed(), subject.getSnapshot().hasTag('busy')]).toEqual([false, true]);
  await vi.waitFor(() => expect(subject.getSnapshot().value).toBe('editing'));
});

test("the server's error of a value shows at its field until that changes", async () => {
  const named = form<{ name: string; size: number }, 'taken', string>('settings', {
    check: () => ({}),
    save: () => Promise.reject(new AppException({ kind: 'rejected', status: 400, message: 'Name taken' })),
    problemsAfter: (error, { name }) => (error.kind === 'rejected' && name === 'a' ? { name: 'taken' } : {}),
  });
  const { subject } = createHost(named, { input: { values: { name: 'a', size: 1 } } });
  subject.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(subject.getSnapshot().context.problems).toEqual({ name: 'taken' }));
  expect(subject.getSnapshot().context.error).toMatchObject({ message: 'Name taken' });
  expect(subject.getSnapshot().value).toBe('editing');
  subject.send({ type: 'form.change', field: 'size', value: 2 });
  expect(subject.getSnapshot().context).toMatchObject({ problems: { name: 'taken' }, error: { kind: 'rejected' } });
  subject.send({ type: 'form.change', field: 'name', value: 'b' });
  expect(subject.getSnapshot().context).toMatchObject({ problems: {}, error: null });
});
