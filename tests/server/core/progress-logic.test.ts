import { describe, expect, it } from 'vitest';
import { beginProgress, changeProgress, type ProgressPatch } from '../../../server/me/progress.logic.ts';
import { progressChange } from '../../../src/schemas/requests/listening.ts';
import type { MediaProgress } from '../../../server/store/progress.repo.ts';

const target = { userId: 'u', libraryItemId: 'i', episodeId: null, mediaItemId: 'm' };
const tenSeconds = { markAsFinishedPercentComplete: null, markAsFinishedTimeRemaining: 10 };
const begun: MediaProgress = {
  id: 'p',
  ...target,
  mediaItemType: 'book',
  duration: 1000,
  progress: 0.5,
  currentTime: 500,
  isFinished: false,
  hideFromContinueListening: false,
  ebookLocation: null,
  ebookProgress: 0,
  lastUpdate: 1,
  startedAt: 1,
  finishedAt: null,
};
const finished: MediaProgress = { ...begun, progress: 1, isFinished: true, finishedAt: 5 };

describe('the first progress entry', () => {
  it('begins now at the given position', () => {
    expect(beginProgress(target, { currentTime: 250, duration: 1000 }, 7)).toEqual({
      ...begun,
      id: expect.any(String),
      progress: 0.25,
      currentTime: 250,
      lastUpdate: 7,
      startedAt: 7,
    });
  });
  it('is not finished near the end', () => {
    expect(beginProgress(target, { currentTime: 995, duration: 1000 }, 7).isFinished).toBe(false);
  });
  it('is finished on request', () => {
    expect(beginProgress(target, { isFinished: true }, 7)).toMatchObject({
      progress: 1,
      isFinished: true,
      finishedAt: 7,
    });
  });
});

describe('a change of progress', () => {
  const rows: [string, MediaProgress, ProgressPatch, Partial<MediaProgress>][] = [
    ['moves to a new place', begun, { currentTime: 600 }, { currentTime: 600, progress: 0.6, lastUpdate: 9 }],
    [
      'believes the progress that the client computed',
      begun,
      { currentTime: 600, progress: 0.61 },
      { currentTime: 600, progress: 0.61 },
    ],
    [
      'finishes near the end',
      begun,
      { currentTime: 991 },
      { currentTime: 991, progress: 1, isFinished: true, finishedAt: 9 },
    ],
    [
      'does not finish just before that',
      begun,
      { currentTime: 990 },
      { currentTime: 990, progress: 0.99, isFinished: false, finishedAt: null },
    ],
    [
      'finishes on request and keeps the place',
      begun,
      { isFinished: true },
      { currentTime: 500, progress: 1, isFinished: true, finishedAt: 9 },
    ],
    [
      'unfinishes back to the start',
      finished,
      { isFinished: false },
      { currentTime: 0, progress: 0, isFinished: false, finishedAt: null },
    ],
    [
      'takes the finished mark away when listening goes on',
      finished,
      { currentTime: 3 },
      { currentTime: 3, progress: 0.003, isFinished: false, finishedAt: null },
    ],
    [
      'keeps the finished mark when only the reader moves',
      finished,
      { ebookLocation: 'x', ebookProgress: 0.2 },
      { ebookLocation: 'x', ebookProgress: 0.2, isFinished: true, progress: 1 },
    ],
    [
      'brings a hidden item back',
      { ...begun, hideFromContinueListening: true },
      { currentTime: 501 },
      { currentTime: 501, progress: 0.501, hideFromContinueListening: false },
    ],
    [
      'never leaves the range of a fraction',
      begun,
      { progress: 7, ebookProgress: 3 },
      { progress: 1, ebookProgress: 1 },
    ],
  ];
  it.each(rows)('%s', (_name, before, patch, expected) => {
    expect(changeProgress(before, patch, tenSeconds, 9)).toMatchObject(expected);
  });
  it('finishes by per cent when the library says so', () => {
    const rules = { markAsFinishedPercentComplete: 90, markAsFinishedTimeRemaining: 10 };
    expect([900, 901].map((currentTime) => changeProgress(begun, { currentTime }, rules, 9).isFinished)).toEqual([
      false,
      true,
    ]);
  });
});

describe('reading a progress body', () => {
  it('ignores wrong types, negative and infinite numbers, and unknown members', () => {
    const body = {
      currentTime: -1,
      duration: '5 s',
      progress: Number.POSITIVE_INFINITY,
      isFinished: 'yes',
      ebookLocation: {},
      ebookProgress: 0.5,
      userId: 'other',
    };
    expect(progressChange.parse(body)).toEqual({ ebookProgress: 0.5 });
  });

  it('accepts numbers as text, and a page number as a place', () => {
    expect(progressChange.parse({ duration: '5', currentTime: ' 1.5 ', ebookLocation: 4 })).toEqual({
      duration: 5,
      currentTime: 1.5,
      ebookLocation: '4',
    });
  });
});
