import { expect, test, vi } from 'vitest';
import { countOfTracks } from '../../../../src/machines/browse/item/files.logic.ts';
import { toolsMachine } from '../../../../src/machines/edit/item-edit/tools.machine.ts';
import { embedMetadata } from '../../../../src/services/endpoints/item-tools.ts';
import { wholePodcast } from '../../../support/episode-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed, wholeBook } from '../../../support/item-fixtures.ts';

const start = (item: object = wholeBook) => {
  const host = createHost(toolsMachine, { input: { item: item as never }, named: { modals: null } });
  return { ...host, state: () => host.subject.getSnapshot() };
};

test('the details are embedded after a question, without a backup; a refusal is reported (EDT-039)', async () => {
  const tab = start();
  tab.subject.send({ type: 'tools.run' });
  tab.subject.send(questionClosed(false));
  expect(tab.ports.api.inputsOf(embedMetadata)).toEqual([]);
  const requested = {
    type: 'modals.open',
    modal: 'confirm',
    input: {
      type: 'yesNo',
      message: { key: 'itemEdit.confirmEmbed', values: { count: countOfTracks(wholeBook), backup: 'no' } },
      confirmLabel: { key: 'itemEdit.embed' },
    },
    tag: 'embed',
    replyTo: tab.subject,
  };
  expect(tab.receivedBy('modals')).toEqual([requested]);
  tab.ports.api.refuseOnce(embedMetadata, { kind: 'rejected', status: 400, message: 'Queued already' });
  tab.subject.send({ type: 'tools.run' });
  expect(tab.receivedBy('modals')).toEqual([requested, requested]);
  tab.subject.send(questionClosed(true));
  expect(tab.state().matches('starting')).toBe(true);
  await vi.waitFor(() => expect(tab.state().context.error?.kind).toBe('rejected'));
  tab.ports.api.answer(embedMetadata, 'OK');
  tab.subject.send({ type: 'tools.run' });
  expect(tab.state().context.error).toBeNull();
  tab.subject.send(questionClosed(true));
  await vi.waitFor(() => expect(tab.state().value).toBe('resting'));
  expect(tab.ports.api.inputsOf(embedMetadata)).toEqual([
    { id: wholeBook.id, backup: false },
    { id: wholeBook.id, backup: false },
  ]);
});

test('without sound no question shows', () => {
  const tab = start(wholePodcast);
  tab.subject.send({ type: 'tools.run' });
  expect([tab.receivedBy('modals'), tab.state().value]).toEqual([[], 'resting']);
  tab.subject.send({ type: 'tab.itemChanged', item: wholeBook });
  tab.subject.send({ type: 'tools.run' });
  expect(tab.receivedBy('modals')).toHaveLength(1);
});
