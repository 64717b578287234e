import { describe, expect, test } from 'vitest';
import { episodeToPlay, excerptOf } from '../../../../src/machines/browse/item/episodes.logic.ts';
import type { MediaProgress } from '../../../../src/schemas/api/progress.ts';
import type { PodcastEpisodeExpanded } from '../../../../src/schemas/api/podcast-episode.ts';

const [newest, middle, oldest] = ['new', 'mid', 'old'].map((id) => ({ id }) as PodcastEpisodeExpanded) as [
  PodcastEpisodeExpanded,
  PodcastEpisodeExpanded,
  PodcastEpisodeExpanded,
];
const listed = [newest, middle, oldest];
const heard = (currentTime: number, lastUpdate: number) =>
  ({ currentTime, lastUpdate, isFinished: false }) as MediaProgress;
const finished = { currentTime: 60, lastUpdate: 9, isFinished: true } as MediaProgress;

describe('the episode to play of a podcast', () => {
  test.each<[string, boolean, Record<string, MediaProgress>, PodcastEpisodeExpanded | null]>([
    ['nothing heard yet: the newest', false, {}, newest],
    ['nothing heard yet of a serial: the oldest', true, {}, oldest],
    ['the one heard last, though another was begun too', false, { new: heard(5, 1), old: heard(7, 2) }, oldest],
    ['the next one when one is finished', false, { new: finished }, middle],
    ['the next one of a serial', true, { old: finished }, middle],
    ['one that was opened and not heard is not under way', false, { old: heard(0, 5) }, newest],
    ['all are finished: none', false, { new: finished, mid: finished, old: finished }, null],
  ])('%s', (_what, isSerial, progress, found) => {
    expect(episodeToPlay(listed, isSerial, (id) => progress[id] ?? null)).toBe(found);
  });
});

describe('the beginning of notes in a list', () => {
  test.each([
    ['Two old fables. 0:00 Intro 1:23 The Fox (12:04) Outro', 'Two old fables.'],
    ['(00:00) Intro (01:23) The Fox', 'Intro The Fox'],
    ['We talk from 9:30 on', 'We talk from 9:30 on'],
    ['Nothing but words', 'Nothing but words'],
  ])('of %j is %j', (notes, text) => {
    expect(excerptOf(notes)).toBe(text);
  });
});
