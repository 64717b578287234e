import { describe, expect, test, vi } from 'vitest';
import type { InspectionEvent } from 'xstate';
import {
  borderIn,
  missingPieces,
  MOST_PIECES,
  offeredBorders,
  silencesIn,
  snapped,
  viewAround,
  wavePath,
  withPiece,
  zoomed,
  type WavePiece,
  type WavePieces,
} from '../../../../src/machines/edit/chapters-editor/wave.logic.ts';
import { waveMachine } from '../../../../src/machines/edit/chapters-editor/wave.machine.ts';
import {
  selectIsEstimated,
  selectPath,
  selectShareRead,
  selectSilences,
  WAVE_COLUMNS,
} from '../../../../src/machines/edit/chapters-editor/wave.selectors.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { peaksOf } from '../../../../src/services/sound/peaks.ts';
import { WaveException } from '../../../../src/services/sound/wave.ts';
import { createHost } from '../../../support/host.ts';

const LOUD = 20;
const SILENT = 160;
/** A piece of 20 seconds, silent between two seconds. */
function pieceWith(begin = 0, end = 0): WavePiece {
  const peaks = new Uint8Array(2000).fill(200);
  const quiet = new Uint8Array(2000).fill(LOUD);
  peaks.fill(1, begin * 100, end * 100);
  quiet.fill(SILENT, begin * 100, end * 100);
  return { peaks, quiet, isExact: true };
}

describe('the view', () => {
  test('stays inside the book, and zooms in steps', () => {
    expect(viewAround(5, 30, 600)).toEqual({ begin: 0, end: 30 });
    expect(viewAround(595, 30, 600)).toEqual({ begin: 570, end: 600 });
    expect(viewAround(10, 30, 20)).toEqual({ begin: 0, end: 20 });
    expect([zoomed(30, 1), zoomed(30, -1), zoomed(4, 1), zoomed(1200, -1)]).toEqual([15, 60, 4, 1200]);
  });

  test('misses the absent pieces, the middle first', () => {
    expect(missingPieces({ begin: 0, end: 100 }, new Map([[1, pieceWith()]]))).toEqual([2, 3, 0, 4]);
  });

  test('of a book of 30 hours keeps no more than two hours and a half', () => {
    let pieces: WavePieces = new Map();
    const piece = pieceWith();
    for (let index = 4900; index < 5400; index += 1)
      pieces = withPiece(pieces, index, piece, { begin: index * 20, end: index * 20 + 20 });
    expect([pieces.size, pieces.has(5399), pieces.has(4900)]).toEqual([MOST_PIECES, true, false]);
  });

  test('is drawn by columns, as high as its loudest part', () => {
    const { peaks, quiet } = pieceWith();
    peaks.fill(255, 0, 1000);
    peaks.fill(0, 1000, 1500);
    const path = wavePath(new Map([[0, { peaks, quiet, isExact: true }]]), { begin: 0, end: 20 }, 4);
    expect(path).toBe('M0 0V100M1 0V100M2 49V51M3 11V89');
  });

  test('is drawn by columns, and not where it is unknown', () => {
    const path = wavePath(new Map([[0, pieceWith(10, 20)]]), { begin: 0, end: 40 }, 4);
    expect(path).toBe('M0 11V89M1 49V51');
  });
});

describe('silences', () => {
  test('are found over the border of two pieces, with clicks in them', () => {
    const one = pieceWith(18, 20);
    const other = pieceWith(0, 1);
    other.quiet.fill(LOUD, 50, 53);
    const pieces = new Map([
      [0, one],
      [1, other],
    ]);
    expect(silencesIn(pieces, { begin: 0, end: 40 }, 2)).toEqual([{ begin: 18, end: 21 }]);
    expect(silencesIn(pieces, { begin: 0, end: 40 }, 4)).toEqual([]);
    expect(silencesIn(new Map(), { begin: 0, end: 40 }, 1)).toEqual([]);
  });

  test('offer a start a moment before the next sound, unless one exists', () => {
    const silences = [
      { begin: 10, end: 13 },
      { begin: 50, end: 50.4 },
    ];
    expect(silences.map((silence) => borderIn(silence))).toEqual([12.5, 50.2]);
    expect(offeredBorders(silences, [0, 51])).toEqual([12.5]);
    expect([snapped(10.2, silences, 0.1), snapped(13.1, silences, 1), snapped(20, silences, 1)]).toEqual([
      12.5, 12.5, 20,
    ]);
  });
});

describe('measured sound', () => {
  test('has a peak and a loudness for each hundredth of a second, and silence around it', () => {
    const sound = Float32Array.from({ length: 160 }, (_, at) => (at < 80 ? 1 : at % 2 ? 0.1 : -0.1));
    const { peaks, quiet } = peaksOf([sound], 8000, -0.01, 4);
    expect([[...peaks], [...quiet]]).toEqual([
      [0, 255, 26, 0],
      [255, 0, 40, 255],
    ]);
  });
});

const tracks = [
  { ino: 'a', size: 1, startOffset: 0, duration: 30 },
  { ino: 'b', size: 1, startOffset: 30, duration: 30 },
];
const part = (seconds: number, isExact = true) => ({
  peaks: new Uint8Array(seconds * 100).fill(9),
  quiet: new Uint8Array(seconds * 100).fill(9),
  isExact,
});

async function show(time = 30, inspect: (event: InspectionEvent) => void = () => undefined) {
  const host = createHost(waveMachine, { input: { itemId: 'item', duration: 60, tracks }, inspect });
  const { subject, ports } = host;
  const { stretches, openWaves } = ports.files;
  const requested = async (count: number) => vi.waitFor(() => expect(stretches).toHaveLength(count));
  subject.send({ type: 'wave.show', time });
  await requested(1);
  return { ...host, stretches, openWaves, requested, state: () => subject.getSnapshot() };
}

describe('the wave form', () => {
  test('reads the pieces in view, piece by piece and file by file, and stops when hidden', async () => {
    const { subject, stretches, openWaves, requested, state } = await show();
    expect(state().context.view).toEqual({ begin: 15, end: 45 });
    expect([selectShareRead(state()), selectPath(state())], 'three pieces are missing').toEqual([0, '']);
    stretches[0]?.answer(part(10));
    await requested(2);
    stretches[1]?.answer(part(10, false));
    await requested(3);
    expect(state().context.pieces.get(1)?.peaks).toEqual(new Uint8Array(2000).fill(9));
    expect(selectShareRead(state())).toBeCloseTo(1 / 3);
    expect(stretches.map(({ ino, begin, end }) => [ino, begin, end])).toEqual([
      ['a', 20, 30],
      ['b', 0, 10],
      ['a', 0, 20],
    ]);
    stretches[2]?.answer(part(20));
    await requested(4);
    stretches[3]?.answer(part(20));
    await vi.waitFor(() => expect(state().hasTag('busy')).toBe(false));
    expect([selectIsEstimated(state()), openWaves]).toEqual([true, ['item']]);
    expect([selectShareRead(state()), state().matches('shown')]).toEqual([1, true]);
    expect(selectPath(state()).match(/M/g)).toHaveLength(WAVE_COLUMNS);
    expect(selectSilences(state())).toEqual([]);
    subject.send({ type: 'wave.hide' });
    await vi.waitFor(() => expect(openWaves).toEqual([]));
    subject.send({ type: 'wave.toggle', time: 30 });
    expect(state().hasTag('busy')).toBe(false);
  });

  test('when shown already goes to the requested border', async () => {
    const reads: unknown[] = [];
    const { subject, state } = await show(15, ({ type, ...more }) => {
      if (type === '@xstate.event' && 'event' in more && more.event.type === 'wave.read') reads.push(more.event);
    });
    expect(state().context.view).toEqual({ begin: 0, end: 30 });
    subject.send({ type: 'wave.show', time: 40 });
    expect(state().context.view).toEqual({ begin: 25, end: 55 });
    expect(reads, 'the piece that is read comes first').toHaveLength(1);
  });

  /** A book of 20 seconds is fully read. */
  async function showAll() {
    const host = createHost(waveMachine, {
      input: { itemId: 'item', duration: 20, tracks: [{ ino: 'a', size: 1, startOffset: 0, duration: 20 }] },
    });
    const { stretches } = host.ports.files;
    host.subject.send({ type: 'wave.toggle', time: 10 });
    await vi.waitFor(() => expect(stretches).toHaveLength(1));
    stretches[0]?.answer(part(20));
    const state = () => host.subject.getSnapshot();
    await vi.waitFor(() => expect(state().hasTag('busy')).toBe(false));
    expect([state().value, state().hasTag('failed')]).toEqual([{ shown: 'resting' }, false]);
    return { ...host, state, stretches };
  }

  test('once read moves on request, reads nothing again, and hides', async () => {
    const { subject, state, stretches } = await showAll();
    subject.send({ type: 'wave.zoom', by: 1 });
    expect([state().context.view, state().context.width]).toEqual([{ begin: 2.5, end: 17.5 }, 15]);
    subject.send({ type: 'wave.move', by: 0.1 });
    expect(state().context.view).toEqual({ begin: 4, end: 19 });
    subject.send({ type: 'wave.show', time: 8 });
    expect(state().context.view).toEqual({ begin: 0.5, end: 15.5 });
    expect([state().value, stretches.length]).toEqual([{ shown: 'resting' }, 1]);
    subject.send({ type: 'wave.toggle', time: 8 });
    expect(state().matches('shown')).toBe(false);
    subject.send({ type: 'wave.toggle', time: 12 });
    expect([state().matches('shown'), state().context.view]).toEqual([true, { begin: 4.5, end: 19.5 }]);
  });

  test('continues in another view after the current piece', async () => {
    const { subject, stretches, requested, state } = await show(5);
    subject.send({ type: 'wave.zoom', by: 1 });
    expect([state().context.view, state().context.width]).toEqual([{ begin: 7.5, end: 22.5 }, 15]);
    subject.send({ type: 'wave.move', by: 4 });
    stretches[0]?.answer(part(20));
    await requested(2);
    expect(stretches[1]).toMatchObject({ ino: 'b', begin: 10, end: 30 });
  });

  test.each([
    [new WaveException('format'), { kind: 'format' }],
    [new WaveException('ranges'), { kind: 'ranges' }],
    [new AppException({ kind: 'network' }), { kind: 'failed', error: { kind: 'network' } }],
  ])('reports why it is missing: %s', async (cause, problem) => {
    const { subject, stretches, requested, state } = await show();
    stretches[0]?.refuse(cause);
    await vi.waitFor(() => expect(state().context.problem).toEqual(problem));
    subject.send({ type: 'wave.retry' });
    await requested(2);
    expect(state().context.problem).toBeNull();
  });

  test('remembers how long silences are and whether borders snap', async () => {
    const { subject, state } = await show();
    subject.send({ type: 'wave.setSilence', seconds: 3 });
    subject.send({ type: 'wave.setSnapping', isOn: false });
    subject.send({ type: 'wave.hide' });
    expect([state().context.leastSilence, state().context.snaps]).toEqual([3, false]);
  });

  test('finds silences of a given length in view', async () => {
    const { subject, stretches, requested, state } = await show(10);
    expect([state().context.view, state().context.width]).toEqual([{ begin: 0, end: 30 }, 30]);
    const withSilence = part(20);
    withSilence.quiet.fill(LOUD).fill(SILENT, 500, 800);
    stretches[0]?.answer(withSilence);
    await requested(2);
    const silences = selectSilences(state());
    expect(silences).toEqual([{ begin: 5, end: 8 }]);
    subject.send({ type: 'wave.setSnapping', isOn: false });
    expect(selectSilences(state())).toBe(silences);
    subject.send({ type: 'wave.setSilence', seconds: 4 });
    expect(selectSilences(state())).toEqual([]);
  });
});
