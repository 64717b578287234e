import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createRedactor } from '../../../src/machines/inspector/redact.logic.ts';
import { settingsForm } from '../../../src/machines/kit/settings-form.machine.ts';
import {
  afterSave,
  changeOf,
  following,
  formOf,
  tidied,
  type FieldRow,
} from '../../../src/machines/kit/settings-form.logic.ts';
import { AppException } from '../../../src/schemas/app-error.ts';
import { createHost } from '../../support/host.ts';
import { questionClosed } from '../../support/item-fixtures.ts';
import { selectHasUnsaved } from '../../../src/machines/kit/settings-form.logic.ts';

type Values = {
  readonly name: string;
  readonly size: number | null;
  readonly isOpen: boolean;
  readonly places: readonly string[];
  readonly secret: string;
};
const rows: readonly FieldRow<Values>[] = [
  { key: 'name', kind: 'text', check: (name) => (name === '' ? 'missing' : null) },
  { key: 'size', kind: 'number', check: (size) => (size === null ? 'missing' : null) },
  { key: 'isOpen', kind: 'switch' },
  {
    key: 'places',
    kind: 'list',
    isShown: ({ isOpen }) => isOpen,
    check: (places) => (places.length === 0 ? 'missing' : null),
  },
  { key: 'secret', kind: 'secret' },
];
const begun: Values = { name: 'a', size: 1, isOpen: false, places: [], secret: '' };

function open() {
  const server = {
    values: begun,
    keeps: {} as Partial<Values>,
    refusal: null as AppException | null,
    /** Why its values cannot be read, and what waits for that. */
    unread: null as AppException | null,
    reading: Promise.resolve(),
  };
  const saved: Partial<Values>[] = [];
  const logic = settingsForm<Values, Values>({
    rows,
    valuesOf: (values) => values,
    read: async () => {
      await server.reading;
      if (server.unread) throw server.unread;
      return server.values;
    },
    save: async (_api, change) => {
      saved.push(change);
      if (server.refusal) throw server.refusal;
      server.values = { ...server.values, ...change, ...server.keeps };
      return server.values;
    },
    refusedField: (error) => ('message' in error && error.message.includes('name') ? 'name' : null),
  });
  const host = createHost(logic, { input: { values: begun }, named: { modals: null } });
  const rest = () => vi.waitFor(() => expect(host.subject.getSnapshot().hasTag('busy')).toBe(false));
  return { ...host, server, saved, rest, context: () => host.subject.getSnapshot().context };
}

test("only changes are saved, without spaces around them, and the owner receives the server's result", async () => {
  const { subject, saved, rest, context, parentEvents } = open();
  subject.send({ type: 'form.change', field: 'name', value: ' b ' });
  subject.send({ type: 'form.submit' });
  await rest();
  expect(saved).toEqual([{ name: 'b' }]);
  expect(context()).toEqual({ ...formOf({ ...begun, name: 'b' }), isSaved: true });
  expect(parentEvents).toEqual([{ type: 'form.saved', data: { ...begun, name: 'b' } }]);
});

test('a faulty value is not saved; a hidden field has no fault', async () => {
  const { subject, saved, rest, context } = open();
  subject.send({ type: 'form.change', field: 'name', value: ' ' });
  subject.send({ type: 'form.submit' });
  expect(context().problems).toEqual({ name: 'missing' });
  subject.send({ type: 'form.change', field: 'isOpen', value: true });
  subject.send({ type: 'form.submit' });
  expect(context().problems).toEqual({ name: 'missing', places: 'missing' });
  subject.send({ type: 'form.change', field: 'name', value: 'b' });
  expect(context().problems).toEqual({ places: 'missing' });
  subject.send({ type: 'form.change', field: 'places', value: ['x ', ''] });
  subject.send({ type: 'form.submit' });
  await rest();
  expect(saved).toEqual([{ name: 'b', isOpen: true, places: ['x'] }]);
});

test('a refusal shows at its field, else above the buttons; typed values stay', async () => {
  const { subject, server, rest, context } = open();
  server.refusal = new AppException({ kind: 'rejected', status: 400, message: 'Bad name' });
  subject.send({ type: 'form.change', field: 'name', value: 'b' });
  subject.send({ type: 'form.submit' });
  await rest();
  expect(context()).toMatchObject({ refused: 'name', error: { message: 'Bad name' }, values: { name: 'b' } });
  subject.send({ type: 'form.change', field: 'name', value: 'c' });
  expect(context()).toMatchObject({ refused: null, error: null });
  server.refusal = new AppException({ kind: 'server', status: 500, message: 'Broken' });
  subject.send({ type: 'form.submit' });
  await rest();
  expect(context()).toMatchObject({ refused: null, sent: null, error: { message: 'Broken' }, values: { name: 'c' } });
  subject.send({ type: 'form.submit' });
  expect([subject.getSnapshot().hasTag('busy'), context().error]).toEqual([true, null]);
});

test('a value that the server passed over without an error stays, with a problem at its field', async () => {
  const { subject, server, rest, context } = open();
  server.keeps = { size: 1 };
  subject.send({ type: 'form.change', field: 'size', value: 9 });
  subject.send({ type: 'form.change', field: 'name', value: 'b' });
  subject.send({ type: 'form.submit' });
  await rest();
  expect(context()).toMatchObject({
    problems: { size: 'notTaken' },
    values: { name: 'b', size: 9 },
    base: { name: 'b', size: 1 },
    isSaved: false,
  });
});

test("another user's change needs a choice before a save", async () => {
  const { subject, server, saved, rest, context } = open();
  subject.send({ type: 'form.change', field: 'name', value: 'mine' });
  server.values = { ...begun, name: 'theirs', size: 5 };
  subject.send({ type: 'form.submit' });
  await rest();
  expect(saved).toEqual([]);
  expect(context()).toMatchObject({ clashes: ['name'], values: { name: 'mine', size: 5 }, base: { name: 'theirs' } });
  subject.send({ type: 'form.submit' });
  expect(subject.getSnapshot().hasTag('busy')).toBe(false);
  subject.send({ type: 'form.keepMine', field: 'name' });
  subject.send({ type: 'form.submit' });
  await rest();
  expect(saved).toEqual([{ name: 'mine' }]);
});

test("nothing is saved while the server's values cannot be read; typed values stay, and a retry saves them", async () => {
  const { subject, server, saved, rest, context } = open();
  server.unread = new AppException({ kind: 'network' });
  subject.send({ type: 'form.change', field: 'name', value: 'b' });
  subject.send({ type: 'form.submit' });
  await rest();
  expect([saved, context().error, context().values.name]).toEqual([[], { kind: 'network' }, 'b']);
  server.unread = null;
  subject.send({ type: 'form.submit' });
  await rest();
  expect([saved, context().error]).toEqual([[{ name: 'b' }], null]);
});

test("values typed while the server is read show their fault, beside another user's change", async () => {
  const { subject, server, saved, rest, context } = open();
  let read = () => {};
  server.reading = new Promise<void>((resolve) => (read = resolve));
  subject.send({ type: 'form.change', field: 'name', value: 'b' });
  subject.send({ type: 'form.submit' });
  subject.send({ type: 'form.change', field: 'name', value: '' });
  server.values = { ...begun, size: 5 };
  read();
  await rest();
  expect(saved).toEqual([]);
  expect(context()).toMatchObject({
    problems: { name: 'missing' },
    values: { name: '', size: 5 },
    base: { name: 'a', size: 5 },
  });
});

test('a secret is shown and hidden by the same press', () => {
  const { subject, context } = open();
  subject.send({ type: 'form.toggleReveal' });
  expect(context().isRevealed).toBe(true);
  subject.send({ type: 'form.toggleReveal' });
  expect(context().isRevealed).toBe(false);
});

test('theirs can be taken, and a reset takes all of theirs', () => {
  const { subject, context } = open();
  subject.send({ type: 'form.change', field: 'name', value: 'mine' });
  subject.send({ type: 'form.change', field: 'size', value: 3 });
  subject.send({ type: 'form.follow', values: { ...begun, name: 'theirs', size: 5 } });
  expect(context().clashes).toEqual(['name', 'size']);
  subject.send({ type: 'form.takeTheirs', field: 'name' });
  expect(context()).toMatchObject({ clashes: ['size'], values: { name: 'theirs', size: 3 } });
  subject.send({ type: 'form.reset' });
  expect(context()).toEqual(formOf({ ...begun, name: 'theirs', size: 5 }));
});

test('leaving with unsaved values confirms first; after a reset it does not', () => {
  const { subject, receivedBy } = open();
  subject.send({ type: 'form.change', field: 'name', value: 'b' });
  subject.send({ type: 'leave.wanted' });
  expect(receivedBy('modals')).toMatchObject([{ type: 'modals.open', modal: 'confirm', tag: 'leave' }]);
  subject.send(questionClosed(false));
  expect(subject.getSnapshot().value).toEqual({ form: 'resting', door: { held: 'watching' } });
  subject.send({ type: 'leave.wanted' });
  expect(receivedBy('modals')).toHaveLength(2);
  subject.send(questionClosed(true));
  expect(subject.getSnapshot().value).toEqual({ form: 'resting', door: { held: 'watching' } });
  subject.send({ type: 'form.reset' });
  expect(subject.getSnapshot().value).toEqual({ form: 'resting', door: 'open' });
});

test.each([
  [true, '/account'],
  [false, '/'],
])('a page requested with unsaved values opens after a yes: %s', async (isAccepted, path) => {
  const { subject, ports, receivedBy } = open();
  const here = () => ports.navigation.current().pathname;
  subject.send({ type: 'form.change', field: 'name', value: 'b' });
  ports.navigation.visit('/account');
  expect([here(), receivedBy('modals').length]).toEqual(['/', 1]);
  subject.send(questionClosed(isAccepted));
  expect(subject.getSnapshot().value).toEqual({ form: 'resting', door: { held: 'watching' } });
  await vi.waitFor(() => expect(here()).toBe(path));
});

test('a hidden value that failed to save stays as the server has it', async () => {
  const { subject, saved, rest, context, server } = open();
  server.values = { ...begun, places: ['x'] };
  subject.send({ type: 'form.follow', values: server.values });
  subject.send({ type: 'form.change', field: 'places', value: [] });
  subject.send({ type: 'form.change', field: 'name', value: 'b' });
  subject.send({ type: 'form.submit' });
  await rest();
  expect([saved, context().values, context().problems, context().isSaved]).toEqual([
    [{ name: 'b' }],
    { ...begun, name: 'b', places: ['x'] },
    {},
    true,
  ]);
});

test('a field that does not show and that the server keeps otherwise becomes as there, without a problem', async () => {
  const { subject, saved, rest, context, server } = open();
  server.keeps = { places: [] };
  subject.send({ type: 'form.change', field: 'places', value: ['y'] });
  subject.send({ type: 'form.submit' });
  await rest();
  expect([saved, context().values, context().problems, context().isSaved]).toEqual([
    [{ places: ['y'] }],
    begun,
    {},
    true,
  ]);
});

test('a hidden conflict takes their value, and blocks no save', async () => {
  const { subject, saved, rest, context, server } = open();
  subject.send({ type: 'form.change', field: 'isOpen', value: true });
  subject.send({ type: 'form.change', field: 'places', value: ['mine'] });
  server.values = { ...begun, places: ['theirs'] };
  subject.send({ type: 'form.follow', values: server.values });
  expect(context().clashes).toEqual(['places']);
  subject.send({ type: 'form.change', field: 'isOpen', value: false });
  subject.send({ type: 'form.change', field: 'name', value: 'b' });
  subject.send({ type: 'form.submit' });
  await rest();
  expect([saved, context().values, context().clashes]).toEqual([
    [{ name: 'b' }],
    { ...begun, name: 'b', places: ['theirs'] },
    [],
  ]);
});

test('secrets are hidden from the inspector, as values and while typed', () => {
  const { subject, context } = open();
  subject.send({ type: 'form.change', field: 'secret', value: 'open sesame' });
  const redactor = createRedactor();
  redactor.learn(context());
  const report = JSON.stringify([
    redactor.json(context()),
    redactor.json({ type: 'form.change', field: 'secret', value: 'open sesame' }),
  ]);
  expect(report).not.toContain('sesame');
});

const values = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  size: fc.constantFrom(1, 2, null),
  isOpen: fc.boolean(),
  places: fc.constantFrom<(readonly string[])[]>([], ['x'], ['x', 'y']),
  secret: fc.constantFrom('', 's'),
});

test('whatever the server has, no typed value is lost, and no untouched one is changed', () => {
  fc.assert(
    fc.property(values, values, values, (before, typed, theirs) => {
      const form = { ...formOf<Record<string, never>>({}), base: before, values: typed, clashes: [] };
      const after = following(form, theirs, []);
      for (const key of Object.keys(before) as (keyof typeof before)[]) {
        const isTouched = JSON.stringify(typed[key]) !== JSON.stringify(before[key]);
        expect(after.values?.[key]).toEqual(isTouched ? typed[key] : theirs[key]);
      }
      expect(after.base).toBe(theirs);
    }),
  );
});

test('after a complete save, nothing is unsaved', () => {
  fc.assert(
    fc.property(values, values, (before, typed) => {
      const sent = tidied(rows as never, typed);
      const form = { ...formOf({}), base: before, values: sent, sent };
      const after = { ...form, ...afterSave(form, { ...before, ...changeOf(before, sent) }, []) };
      expect(selectHasUnsaved({ context: after })).toBe(false);
    }),
  );
});
