import { assign, sendTo, setup } from 'xstate';
import { expect, test, vi } from 'vitest';
import { dataPage, itemChanges, type ItemChange, type PageRetry } from '../../../src/machines/kit/data-page.ts';
import { failedBy, keepError, type Failure } from '../../../src/machines/kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../../src/machines/kit/resource.machine.ts';
import type { AppError } from '../../../src/schemas/app-error.ts';
import { getMe } from '../../../src/services/endpoints/me.ts';
import { createHost } from '../../support/host.ts';
import { recording } from '../../support/recordings.ts';

const { loading, failed, kept, removed } = dataPage<{ readonly id: string }>();

/** A page that shows whose account it is. */
const page = setup({
  types: {
    context: {} as { readonly name: string | null; readonly error: AppError | null },
    events: {} as ResourceReport<'data', typeof getMe> | PageRetry | { type: ItemChange },
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data' },
  },
  actors: { data: resource('data', getMe) },
  guards: { isMissing: (_, failure: Failure) => failedBy(failure, 'notFound') },
  actions: {
    keepData: assign((_, { data }: { data: { readonly id: string } }) => ({ name: data.id, error: null })),
    rememberFailure: assign(keepError),
    retry: sendTo('data', { type: 'resource.retry' }),
    markOutdated: sendTo('data', { type: 'resource.markOutdated' }),
  },
}).createMachine({
  context: { name: null, error: null },
  invoke: { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
  initial: 'loading',
  on: itemChanges,
  states: { loading, failed, shown: { on: { ...kept, ...removed } } },
});

const me = recording('me/me').response.body as { readonly id: string };
const network = { kind: 'network' } as const;
const missing = { kind: 'notFound', message: '' } as const;

function open(refusal: AppError | null = null) {
  const host = createHost(page, {});
  const { api, clock } = host.ports;
  if (refusal) api.refuse(getMe, refusal);
  else api.answer(getMe, me);
  const now = () => host.subject.getSnapshot();
  return {
    ...host,
    api,
    now,
    requested: () => api.inputsOf(getMe).length,
    shows: (value: string, name: string | null, error: AppError | null) =>
      vi.waitFor(() => expect([now().value, now().context]).toEqual([value, { name, error }])),
    /** Its data is refetched. */
    change(type: ItemChange = 'server.item.updated') {
      host.subject.send({ type });
      clock.advance(300);
    },
  };
}

test('its data shows, and shows again when it changes', async () => {
  const { api, now, shows, change } = open();
  expect(now().hasTag('busy')).toBe(true);
  await shows('shown', me.id, null);
  api.answer(getMe, { ...me, id: 'other' });
  change();
  await shows('shown', 'other', null);
});

test('a failure says why, and is reloaded on request, or on a change', async () => {
  const { api, now, subject, shows, change, requested } = open(network);
  await shows('failed', null, network);
  expect(now().hasTag('failed')).toBe(true);
  subject.send({ type: 'page.retry' });
  expect(now().hasTag('busy')).toBe(true);
  await vi.waitFor(() => expect(requested()).toBe(2));
  await shows('failed', null, network);
  api.answer(getMe, me);
  change();
  await shows('shown', me.id, null);
});

test('shown data stays during a temporary failure, and goes when it is missing', async () => {
  const { api, now, shows, change, requested } = open();
  await shows('shown', me.id, null);
  api.refuse(getMe, network);
  change();
  await vi.waitFor(() => expect(requested()).toBe(2));
  await vi.waitFor(() => expect(now().children.data?.getSnapshot().value).toEqual({ loaded: 'resting' }));
  await shows('shown', me.id, null);
  api.refuse(getMe, missing);
  change();
  await shows('failed', me.id, missing);
});

test.each(Object.keys(itemChanges) as ItemChange[])('%s makes it outdated', async (type) => {
  const { shows, change, requested } = open();
  await shows('shown', me.id, null);
  change(type);
  await vi.waitFor(() => expect(requested()).toBe(2));
});
