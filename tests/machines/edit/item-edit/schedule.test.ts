import { describe, expect, test, vi } from 'vitest';
import { SCHEDULE_DRAFT } from '../../../../src/machines/edit/item-edit/draft.actor.ts';
import { itemEditMachine } from '../../../../src/machines/edit/item-edit/item-edit.machine.ts';
import {
  hasScheduleChanges,
  type ScheduleValues,
} from '../../../../src/machines/edit/item-edit/schedule-form.logic.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { updateItem } from '../../../../src/services/endpoints/item-editing.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { validateCron } from '../../../../src/services/endpoints/server-admin.ts';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed } from '../../../support/item-fixtures.ts';

const { id } = podcastBody;
const bodyWith = (options: object) => ({ ...podcastBody, media: { ...podcastBody.media, ...OFF, ...options } });
const OFF = {
  autoDownloadEpisodes: false,
  autoDownloadSchedule: '0 * * * *',
  maxEpisodesToKeep: 0,
  maxNewEpisodesToDownload: 3,
};
const read = (options: object) => z.parse(getItem.output, bodyWith(options));
const ON = { ...OFF, autoDownloadEpisodes: true };

async function open(options: object, ports = createFakePorts()) {
  const host = createHost(itemEditMachine, {
    ports,
    input: { itemId: id, title: 'Known', list: [id, 'next'].map((one) => ({ id: one, title: one })) },
    named: { modals: null, toasts: null },
  });
  host.ports.api.answer(getItem, bodyWith(options));
  host.ports.api.answer(updateItem, ({ change: { metadata, ...change } }: { change: { metadata?: object } }) => ({
    updated: true,
    libraryItem: bodyWith({ ...options, ...change, metadata: { ...podcastBody.media.metadata, ...metadata } }),
  }));
  const state = () => host.subject.getSnapshot();
  await vi.waitFor(() => expect(state().matches({ shown: 'ready' })).toBe(true));
  const { schedule, fields } = state().context;
  if (!schedule || !fields) throw new Error('The forms are missing');
  host.subject.send({ type: 'itemEdit.showTab', tab: 'schedule' });
  return {
    ...host,
    state,
    fields,
    context: () => schedule.getSnapshot().context,
    values: () => schedule.getSnapshot().context.values,
    set: <Field extends keyof ScheduleValues>(field: Field, value: ScheduleValues[Field]) =>
      schedule.send({ type: 'form.change', field, value } as never),
    type: (text: string) =>
      schedule.send({
        type: 'form.change',
        field: 'draft',
        value: { ...schedule.getSnapshot().context.values.draft, mode: 'advanced', text },
      }),
    sent: () => host.ports.api.inputsOf(updateItem),
    save: () => host.subject.send({ type: 'itemEdit.save' }),
    toasts: () =>
      host.receivedBy('toasts').map((event) => (event as unknown as { message: { key: string } }).message.key),
    isResting: () => vi.waitFor(() => expect(state().matches({ shown: { ready: 'resting' } })).toBe(true)),
  };
}

describe('the schedule of a podcast (EDT-042, EDT-043, VAL-032)', () => {
  test('sends only changes, and says so', async () => {
    const modal = await open(ON);
    modal.set('mostKept', 10);
    modal.save();
    await vi.waitFor(() => expect(modal.toasts()).toEqual(['itemEdit.updated']));
    expect(modal.sent()).toEqual([{ id, change: { maxEpisodesToKeep: 10 } }]);
    expect([hasScheduleChanges(modal.values()), modal.values().mostKept]).toEqual([false, 10]);
  });

  test('is sent with the first switch when none exists yet', async () => {
    const modal = await open({ ...OFF, autoDownloadSchedule: null, maxNewEpisodesToDownload: null });
    expect(modal.values()).toMatchObject({ mostNew: 3, draft: { choice: 'hourly' } });
    modal.set('isOn', true);
    modal.save();
    await vi.waitFor(() => expect(modal.sent()).toHaveLength(1));
    expect(modal.sent()).toEqual([{ id, change: { autoDownloadEpisodes: true, autoDownloadSchedule: '0 * * * *' } }]);
  });

  test('sends nothing of it while it is off', async () => {
    const modal = await open(ON);
    modal.set('mostKept', null);
    modal.type('nonsense');
    modal.set('isOn', false);
    modal.save();
    await vi.waitFor(() => expect(modal.sent()).toEqual([{ id, change: { autoDownloadEpisodes: false } }]));
  });

  test('validates a typed expression with the server before it is sent', async () => {
    const modal = await open(ON);
    modal.ports.api.answer(validateCron, 'OK');
    modal.type(' 30  1 * * mon-fri ');
    modal.save();
    await vi.waitFor(() => expect(modal.sent()).toHaveLength(1));
    expect([modal.ports.api.inputsOf(validateCron), modal.sent()]).toEqual([
      [{ expression: '30 1 * * mon-fri' }],
      [{ id, change: { autoDownloadSchedule: '30 1 * * mon-fri' } }],
    ]);
    await vi.waitFor(() => expect(hasScheduleChanges(modal.values())).toBe(false));
  });

  test('stays as typed when the server refuses it, which sends nothing', async () => {
    const modal = await open(ON);
    modal.ports.api.refuse(validateCron, { kind: 'rejected', message: 'no', status: 400 } as never);
    modal.type('1 2 3 4 5');
    modal.save();
    await vi.waitFor(() => expect(modal.toasts()).toEqual(['itemEdit.updateFailed']));
    await modal.isResting();
    expect([modal.sent(), modal.values().draft.text]).toEqual([[], '1 2 3 4 5']);
  });

  test.each<[string, (modal: Awaited<ReturnType<typeof open>>) => void, object]>([
    ['an expression that is none', (modal) => modal.type('61 * * * *'), { draft: 'minute' }],
    ['no number', (modal) => modal.set('mostKept', null), { mostKept: 'noWholeNumber' }],
    ['part of an episode', (modal) => modal.set('mostNew', 1.5), { mostNew: 'noWholeNumber' }],
    ['less than none', (modal) => modal.set('mostNew', -1), { mostNew: 'noWholeNumber' }],
  ])('is not sent with %s', async (_name, change, problems) => {
    const modal = await open(ON);
    change(modal);
    modal.save();
    await modal.isResting();
    expect([modal.context().problems, modal.sent()]).toEqual([problems, []]);
  });

  test('follows the server where it was not touched (POD-009)', async () => {
    const modal = await open(ON);
    modal.set('mostKept', 5);
    const theirs = { ...ON, autoDownloadEpisodes: true, autoDownloadSchedule: '0 1 * * *', maxEpisodesToKeep: 9 };
    modal.subject.send({ type: 'item.loaded', data: read(theirs) });
    expect(modal.values()).toMatchObject({
      mostKept: 5,
      base: { mostKept: 9 },
      draft: { choice: 'daily', time: '01:00' },
    });
    modal.subject.send({ type: 'item.loaded', data: read(OFF) });
    expect([modal.values().isOn, hasScheduleChanges(modal.values())]).toEqual([false, false]);
  });

  test('is confirmed before it is discarded', async () => {
    const modal = await open(ON);
    modal.set('isOn', false);
    modal.subject.send({ type: 'itemEdit.close' });
    expect(modal.receivedBy('modals')).toHaveLength(1);
    modal.subject.send(questionClosed(false));
    expect(modal.values().isOn).toBe(false);
  });

  test('stays with a question when the details are saved and closed', async () => {
    const modal = await open(ON);
    modal.set('isOn', false);
    modal.subject.send({ type: 'itemEdit.showTab', tab: 'details' });
    modal.fields.send({ type: 'form.change', field: 'author', value: 'Somebody' });
    modal.subject.send({ type: 'itemEdit.step', by: 1 });
    modal.subject.send(questionClosed(false));
    modal.subject.send({ type: 'itemEdit.saveAndClose' });
    await vi.waitFor(() => expect(modal.receivedBy('modals')).toHaveLength(2));
    expect(modal.sent()).toEqual([{ id, change: { metadata: { author: 'Somebody' } } }]);
    expect([modal.values().isOn, modal.toasts()]).toEqual([false, ['itemEdit.updated']]);
    modal.subject.send(questionClosed(true));
    expect(modal.state().status).toBe('done');
  });
});

describe('a reload in the middle of the schedule', () => {
  /** The page loads once more, with its storage and the server's present data. */
  async function reloaded(now: object, itemId = id) {
    const before = await open(ON);
    before.type('5 4 * * *');
    const kept = before.ports.tabStorage.read(SCHEDULE_DRAFT);
    if (!kept) throw new Error('Nothing was kept');
    const ports = createFakePorts();
    ports.tabStorage.write(SCHEDULE_DRAFT, { ...kept, itemId });
    return open(now, ports);
  }

  test('restores unsaved values, on its tab, until saved', async () => {
    const modal = await reloaded(ON);
    expect([modal.state().context.tab, modal.values().draft.text]).toEqual(['schedule', '5 4 * * *']);
    expect(modal.state().context.isScheduleRestored).toBe(true);
    modal.ports.api.answer(validateCron, 'OK');
    modal.save();
    await modal.isResting();
    expect(modal.sent()).toEqual([{ id, change: { autoDownloadSchedule: '5 4 * * *' } }]);
    expect(modal.ports.tabStorage.read(SCHEDULE_DRAFT)).toBeNull();
  });

  test('takes changes from elsewhere, and restores nothing that equals them', async () => {
    expect((await reloaded({ ...ON, maxEpisodesToKeep: 7 })).values()).toMatchObject({
      mostKept: 7,
      draft: { text: '5 4 * * *' },
    });
    const same = await reloaded({ ...ON, autoDownloadSchedule: '5 4 * * *' });
    expect([same.state().context.isScheduleRestored, hasScheduleChanges(same.values())]).toEqual([false, false]);
  });

  test('is discarded on request, and typed details stay', async () => {
    const modal = await reloaded({ ...ON, maxEpisodesToKeep: 7 });
    modal.fields.send({ type: 'form.change', field: 'author', value: 'Somebody' });
    modal.subject.send({ type: 'itemEdit.forgetDraft' });
    expect([modal.state().context.isScheduleRestored, hasScheduleChanges(modal.values())]).toEqual([false, false]);
    expect(modal.values()).toMatchObject({ mostKept: 7, draft: { choice: 'hourly' } });
    expect(modal.ports.tabStorage.read(SCHEDULE_DRAFT)).toBeNull();
    expect(modal.fields.getSnapshot().context.values).toMatchObject({ author: 'Somebody' });
  });

  test('restores nothing for another podcast', async () => {
    const modal = await reloaded(ON, 'another');
    expect([modal.state().context.isScheduleRestored, hasScheduleChanges(modal.values())]).toEqual([false, false]);
  });
});
