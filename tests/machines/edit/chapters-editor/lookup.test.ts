import { describe, expect, test, vi } from 'vitest';
import { chaptersToTake, foundChapters, foundIn } from '../../../../src/machines/edit/chapters-editor/lookup.logic.ts';
import { isAsin } from '../../../../src/machines/kit/book-numbers.logic.ts';
import { lookupMachine } from '../../../../src/machines/edit/chapters-editor/lookup.machine.ts';
import { searchChapters } from '../../../../src/services/endpoints/provider-search.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { foundBody } from '../../../support/chapter-fixtures.ts';

const plain = { keepsBranding: true, offset: 0, duration: 300 };
const starts = (options: Parameters<typeof foundChapters>[1]) =>
  foundChapters(foundBody, options).chapters.map(({ start, title, note }) => [start, title, note]);

describe('chapters of a shop', () => {
  test('are taken as they are', () => {
    expect(starts(plain)).toEqual([
      [0, 'Opening', null],
      [12, 'One', null],
      [112, 'Two', null],
      [296, 'Closing', null],
    ]);
  });

  test('begin earlier without its intro, and end without its outro', () => {
    expect(starts({ ...plain, keepsBranding: false })).toEqual([
      [0, 'Opening', null],
      [10, 'One', null],
      [110, 'Two', null],
    ]);
    expect(foundChapters(foundBody, { ...plain, keepsBranding: false }).runtime).toBe(294);
  });

  test('are moved, and those past the end are reported; those starting there are dropped', () => {
    const moved = foundChapters(foundBody, { ...plain, offset: 5.5, duration: 290 });
    expect(moved.chapters.map(({ start, note }) => [start, note])).toEqual([
      [0, null],
      [17.5, null],
      [117.5, 'over'],
      [301.5, 'late'],
    ]);
    expect(chaptersToTake(moved).map(({ title }) => title)).toEqual(['Opening', 'One', 'Two']);
  });

  test.each([
    ['B002V5D7KM', true],
    [' b002v5d7km ', true],
    ['B002V5D7K', false],
    ['B002V5D7KM0', false],
    ['B002-5D7KM', false],
  ])('%j is an ASIN: %s (AMB-90)', (text, is) => expect(isAsin(text)).toBe(is));
});

function start(asin: string, ports = createFakePorts()) {
  const host = createHost(lookupMachine, { input: { asin }, ports });
  const context = () => host.subject.getSnapshot().context;
  return { ...host, context, requested: () => ports.api.inputsOf(searchChapters) };
}

describe('the lookup', () => {
  test.each([
    ['', 'noAsin', 'CHE-006, VAL-012'],
    ['short', 'invalidAsin', 'CHE-007, VAL-013'],
  ])('requests nothing with the ASIN %j: %s (%s)', (asin, problem) => {
    const { subject, context, requested } = start('');
    subject.send({ type: 'lookup.type', asin });
    expect(context().problem).toBeNull();
    subject.send({ type: 'lookup.search' });
    expect(context().problem).toBe(problem);
    expect(requested()).toEqual([]);
  });

  test('forgets the problem of an ASIN when another is typed', () => {
    const { subject, context } = start('');
    subject.send({ type: 'lookup.search' });
    subject.send({ type: 'lookup.type', asin: 'short' });
    expect(context().problem).toBeNull();
  });

  test('finds chapters, and recalculates branding and offset without a request', async () => {
    const { subject, ports, context, requested } = start(' B002V5D7KM ');
    ports.api.answer(searchChapters, foundBody);
    subject.send({ type: 'lookup.chooseRegion', region: 'uk' });
    subject.send({ type: 'lookup.search' });
    await vi.waitFor(() => expect(foundIn(context(), 300)?.chapters).toHaveLength(3));
    subject.send({ type: 'lookup.keepBranding', isOn: true });
    subject.send({ type: 'lookup.typeOffset', offset: '-2' });
    expect(foundIn(context(), 300)?.chapters.map(({ start: at }) => at)).toEqual([0, 10, 110, 294]);
    expect(requested()).toEqual([{ asin: 'B002V5D7KM', region: 'uk' }]);
    expect(start('', ports).context().region).toBe('uk');
  });

  test("shows the shop's answer, and keeps the earlier result", async () => {
    const { subject, ports, context, requested } = start('B002V5D7KM');
    const isBusy = () => subject.getSnapshot().hasTag('busy');
    ports.api.answer(searchChapters, foundBody);
    subject.send({ type: 'lookup.search' });
    await vi.waitFor(() => expect(context().found).not.toBeNull());
    expect([isBusy(), requested().length]).toEqual([false, 1]);
    ports.api.answer(searchChapters, { error: 'Chapters not found', stringKey: 'MessageChaptersNotFound' });
    subject.send({ type: 'lookup.search' });
    await vi.waitFor(() => expect(context().problem).toBe('notFound'));
    expect([isBusy(), requested().length]).toEqual([false, 2]);
    ports.api.answer(searchChapters, { error: 'Invalid ASIN', stringKey: 'MessageInvalidAsin' });
    subject.send({ type: 'lookup.search' });
    expect([context().problem, isBusy()]).toEqual([null, true]);
    await vi.waitFor(() => expect(context().problem).toBe('invalidAsin'));
    expect(context().found).not.toBeNull();
    ports.api.refuseOnce(searchChapters, { kind: 'timeout' });
    subject.send({ type: 'lookup.search' });
    await vi.waitFor(() => expect(subject.getSnapshot().matches('failed')).toBe(true));
    expect([context().error, context().problem]).toEqual([{ kind: 'timeout' }, null]);
    subject.send({ type: 'lookup.search' });
    expect([context().error, isBusy()]).toEqual([null, true]);
    subject.send({ type: 'lookup.type', asin: '' });
    expect([isBusy(), ports.api.aborted]).toEqual([false, [searchChapters.name]]);
  });
});
