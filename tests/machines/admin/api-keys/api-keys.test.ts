import { fromPromise, fromTransition } from 'xstate';
import { expect, test, vi } from 'vitest';
import {
  isExpired,
  keyForm,
  LIFETIMES,
  valuesOf,
  type KeyValues,
} from '../../../../src/machines/admin/api-keys/api-keys.logic.ts';
import { apiKeysMachine } from '../../../../src/machines/admin/api-keys/api-keys.machine.ts';
import {
  selectCopyState,
  selectEditedKey,
  selectKeyForm,
  selectKeyPeople,
  selectKeyRemoval,
  selectKeys,
  selectNewKey,
  selectReadAt,
} from '../../../../src/machines/admin/api-keys/api-keys.selectors.ts';
import { editKeyMachine } from '../../../../src/machines/admin/api-keys/edit-key.machine.ts';
import { createRedactor } from '../../../../src/machines/inspector/redact.logic.ts';
import { selectDataState, selectRemoved } from '../../../../src/machines/kit/kit.selectors.ts';
import { requestBodies } from '../../../../src/schemas/requests/index.ts';
import { z } from '../../../../src/schemas/zod.ts';
import {
  listUsers,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  updateApiKey,
} from '../../../../src/services/endpoints/users.ts';
import { createdKey, createdKeyBody, keysBody, recordedKeys } from '../../../support/api-key-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { answerRemoval } from '../../../support/removal.ts';
import { userNamed, usersBody } from '../../../support/users-fixtures.ts';

const [first] = recordedKeys;
if (!first) throw new Error('The recording has no key');
const key = first;

async function open(viewer = 'root') {
  const session = fromTransition((state) => state, { account: { user: userNamed(viewer) } });
  const host = createHost(apiKeysMachine, {
    input: { route: { name: 'configApiKeys' }, entryKey: 'k', memory: null },
    named: { session, modals: null, toasts: null },
  });
  const { api } = host.ports;
  api.answer(listApiKeys, { apiKeys: keysBody.apiKeys.toReversed() });
  api.answer(listUsers, usersBody);
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
  return { ...host, api, names: () => selectKeys(host.subject.getSnapshot()).map(({ name }) => name) };
}

function openKey(before: typeof key | null) {
  const host = createHost(editKeyMachine, { input: { before, people: [userNamed('user')], isOver: false } });
  const form = selectKeyForm(host.subject.getSnapshot());
  if (!form) throw new Error('There is no form');
  const state = () => host.subject.getSnapshot();
  return { ...host, form, state, newKey: () => selectNewKey(state()) };
}
const typed: KeyValues = { ...valuesOf(null), name: ' Program ', userId: userNamed('user').id };

test('keys are listed by when they were made, and reloaded when they may be others (CFG-033)', async () => {
  const { subject, ports, api, names } = await open();
  expect(names()).toEqual(['Home automation', 'Short']);
  expect(selectReadAt(subject.getSnapshot())).toBe(ports.clock.now());
  api.answer(listApiKeys, { apiKeys: [] });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(names()).toEqual([]));
});

test.each([
  ['root', true],
  ['admin', false],
])('%s is offered root to act for: %s (ROL-001)', async (viewer, isOffered) => {
  const { subject, receivedBy } = await open(viewer);
  subject.send({ type: 'apiKeys.add' });
  const [requested] = receivedBy('modals') as unknown as { input: { people: { type: string }[] } }[];
  expect(requested?.input.people.some(({ type }) => type === 'root')).toBe(isOffered);
});

test('a key is deleted after a question (CFG-034)', async () => {
  const { subject, api, names, receivedBy } = await open();
  subject.send({ type: 'apiKeys.remove', id: key.id });
  answerRemoval(subject, false);
  expect(api.inputsOf(deleteApiKey)).toEqual([]);
  api.refuseOnce(deleteApiKey, { kind: 'forbidden', message: '' });
  subject.send({ type: 'apiKeys.remove', id: key.id });
  answerRemoval(subject, true);
  await vi.waitFor(() =>
    expect(receivedBy('toasts')).toMatchObject([
      { kind: 'error', message: { key: 'apiKeyQuestion.notDeleted', values: { name: key.name } } },
    ]),
  );
  api.answer(deleteApiKey, 'OK');
  api.answer(listApiKeys, { apiKeys: keysBody.apiKeys.slice(1) });
  subject.send({ type: 'apiKeys.remove', id: key.id });
  answerRemoval(subject, true);
  expect(selectRemoved(selectKeyRemoval(subject.getSnapshot())?.getSnapshot())).toMatchObject({ id: key.id });
  await vi.waitFor(() => expect(names()).toEqual(['Short']));
  expect(receivedBy('toasts')[1]).toMatchObject({ message: { key: 'apiKeyQuestion.deleted' } });
});

test('a key needs a name and a user, and is changed in what can be (CFG-034)', async () => {
  const refused = createHost(keyForm, { input: { values: valuesOf(null) } });
  refused.subject.send({ type: 'form.submit' });
  expect(refused.subject.getSnapshot().context.problems).toEqual({ name: 'nameMissing', userId: 'userMissing' });
  const { ports, form, state } = openKey(key);
  expect([selectEditedKey(state())?.id, selectKeyPeople(state()).length]).toEqual([key.id, 1]);
  ports.api.answer(updateApiKey, { apiKey: { ...key, isActive: false } });
  form.send({ type: 'form.change', field: 'isActive', value: false });
  form.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(state().output).toEqual({ isSaved: true }));
  expect(ports.api.inputsOf(updateApiKey)).toEqual([{ id: key.id, change: { isActive: false, userId: key.userId } }]);
});

test('without changes nothing is sent', async () => {
  const { ports, form, state } = openKey(key);
  form.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(state().status).toBe('done'));
  expect(ports.api.inputsOf(updateApiKey)).toEqual([]);
});

test('a new key is shown once, copied, and then known nowhere (CFG-034)', async () => {
  const { subject, ports, form, state, newKey } = openKey(null);
  ports.api.answer(createApiKey, createdKeyBody);
  for (const field of ['name', 'userId'] as const) form.send({ type: 'form.change', field, value: typed[field] });
  form.send({ type: 'form.change', field: 'lifetime', value: 'week' });
  form.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(newKey()).toBe(createdKey.apiKey));
  expect(ports.api.inputsOf(createApiKey)).toEqual([
    { name: 'Program', isActive: true, userId: typed.userId, expiresIn: 604_800 },
  ]);
  subject.send({ type: 'editKey.copy' });
  await vi.waitFor(() => expect(selectCopyState(state())).toBe('copied'));
  ports.clock.advance(2000);
  expect(selectCopyState(state())).toBe('resting');
  subject.send({ type: 'editKey.close' });
  expect([newKey(), JSON.stringify(state().output).includes(createdKey.apiKey)]).toEqual([null, false]);
});

test('a recording of a new key hides its value', () => {
  const redactor = createRedactor();
  const secret = 'a-key-that-nobody-may-see';
  const report = [
    { type: 'form.saved', answer: { ...createdKey, apiKey: secret } },
    { context: { secretKey: secret, isSaved: true } },
    { body: { apiKey: { ...createdKey, apiKey: secret } } },
  ];
  expect(report.map((value) => JSON.stringify(redactor.json(value)).includes(secret))).toEqual([false, false, false]);
});

test('a key expires by the clock of this device', () => {
  expect([isExpired({ expiresAt: null }, 5), isExpired({ expiresAt: new Date(5).toISOString() }, 5)]).toEqual([
    false,
    true,
  ]);
});

test('whatever lifetime is chosen, the server accepts (API)', () => {
  for (const expiresIn of Object.values(LIFETIMES)) {
    const body = { name: 'a', isActive: true, userId: 'u', ...(expiresIn === null ? {} : { expiresIn }) };
    expect(z.parse(requestBodies['apiKeys.create'], body)).toEqual(body);
  }
});

test('the dialog is of a key that is there, or of a new one; when it closes the keys are reloaded', async () => {
  const { subject, api, receivedBy, names } = await open();
  const inputs = () => receivedBy('modals').map((event) => (event as { input?: object }).input);
  subject.send({ type: 'apiKeys.edit', id: 'nowhere' });
  subject.send({ type: 'apiKeys.remove', id: 'nowhere' });
  expect([receivedBy('modals'), subject.getSnapshot().children.removal?.getSnapshot().value]).toEqual([[], 'resting']);
  subject.send({ type: 'apiKeys.edit', id: key.id });
  subject.send({ type: 'apiKeys.add' });
  expect(inputs()).toMatchObject([
    { before: key, isOver: false },
    { before: null, isOver: false },
  ]);
  api.answer(listApiKeys, { apiKeys: [] });
  subject.send({ type: 'modal.closed', modal: 'editKey', tag: 'edit', output: { isSaved: true } });
  await vi.waitFor(() => expect(names()).toEqual([]));
});

test('a deleted key disappears at once, and the keys are reloaded', async () => {
  const { subject, api, names } = await open();
  api.answer(deleteApiKey, 'OK');
  const answer = api.defer(listApiKeys);
  subject.send({ type: 'apiKeys.remove', id: key.id });
  answerRemoval(subject, true);
  await vi.waitFor(() => expect(names()).toEqual(['Short']));
  await vi.waitFor(() => expect(api.inputsOf(listApiKeys)).toHaveLength(2));
  answer.resolve({ apiKeys: [] });
  await vi.waitFor(() => expect(names()).toEqual([]));
});

test('keys that could not be read are read on a refresh', async () => {
  const session = fromTransition((state) => state, { account: { user: userNamed('root') } });
  const { subject, ports } = createHost(apiKeysMachine, {
    input: { route: { name: 'configApiKeys' }, entryKey: 'k', memory: null },
    named: { session, modals: null, toasts: null },
  });
  ports.api.answer(listUsers, usersBody);
  ports.api.refuseOnce(listApiKeys, { kind: 'network' });
  await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('failed'));
  ports.api.answer(listApiKeys, keysBody);
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('shown'));
});

test('a cancelled key is not saved; a failed copy says so, and can be retried', async () => {
  const given = openKey(null);
  given.subject.send({ type: 'editKey.close' });
  expect(given.state()).toMatchObject({ status: 'done', output: { isSaved: false } });
  let isBroken = true;
  const copied: string[] = [];
  const copy = fromPromise<void, { secretKey: string }>(({ input }) => {
    copied.push(input.secretKey);
    return isBroken ? Promise.reject(new Error('no clipboard')) : Promise.resolve();
  });
  const { subject, ports } = createHost(editKeyMachine.provide({ actors: { copy } }), {
    input: { before: null, people: [userNamed('user')], isOver: false },
  });
  const state = () => selectCopyState(subject.getSnapshot());
  ports.api.answer(createApiKey, createdKeyBody);
  const form = selectKeyForm(subject.getSnapshot());
  for (const field of ['name', 'userId'] as const) form?.send({ type: 'form.change', field, value: typed[field] });
  form?.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(state()).toBe('resting'));
  await vi.waitFor(() => expect(selectNewKey(subject.getSnapshot())).toBe(createdKey.apiKey));
  subject.send({ type: 'editKey.copy' });
  await vi.waitFor(() => expect(state()).toBe('failed'));
  isBroken = false;
  subject.send({ type: 'editKey.copy' });
  await vi.waitFor(() => expect(state()).toBe('copied'));
  subject.send({ type: 'editKey.copy' });
  await vi.waitFor(() => expect(copied).toHaveLength(3));
  expect(copied).toEqual([1, 2, 3].map(() => createdKey.apiKey));
  await vi.waitFor(() => expect(state()).toBe('copied'));
  ports.clock.advance(1999);
  expect(state()).toBe('copied');
  ports.clock.advance(1);
  expect(state()).toBe('resting');
  subject.send({ type: 'editKey.close' });
  expect(subject.getSnapshot().output).toEqual({ isSaved: true });
});
