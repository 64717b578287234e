import { by } from '../kit/by.ts';
import { readerSetup } from './reader.setup.ts';

/** External links open after a confirmation. */
export const question = readerSetup.createStateConfig({
  initial: 'resting',
  states: {
    resting: {
      on: {
        'reader.followLink': { target: 'asking', actions: by('rememberLink') },
      },
    },
    asking: {
      entry: 'askLink',
      on: {
        'modal.closed': [
          {
            guard: by('isAccepted'),
            target: 'resting',
            actions: ['openLink', 'forgetLink'],
          },
          { target: 'resting', actions: 'forgetLink' },
        ],
      },
    },
  },
});

/** Offers the newer place of another device, with a way back. */
export const offer = readerSetup.createStateConfig({
  initial: 'deciding',
  on: {
    'place.reported': {
      guard: by('isElsewhere'),
      target: '.offered',
      actions: by('keepReport'),
    },
  },
  states: {
    deciding: { always: [{ guard: 'isReported', target: 'offered' }, { target: 'resting' }] },
    resting: {},
    offered: {
      on: {
        'reader.followPlace': { target: 'followed', actions: ['rememberPlace', 'followPlace'] },
        'reader.dismissPlace': 'resting',
      },
    },
    followed: {
      after: { undoTime: 'resting' },
      on: { 'reader.undoPlace': { target: 'resting', actions: 'goBack' }, 'reader.dismissPlace': 'resting' },
    },
  },
});

/** Escape and 'back' close a mark's menu or note first. */
const { escape, back } = {
  escape: { guard: 'hasMarkOpen', actions: 'closeMark' },
  back: { guard: 'hasMarkOpen', actions: ['closeMark', 'nameAddress'] },
} as const;

const shown = readerSetup.createStateConfig({
  on: {
    'reader.toggleSettings': 'showingSettings',
    'reader.escape': [escape, { target: 'hidden' }],
    'address.left': [back, { target: 'hidden', actions: 'nameAddress' }],
  },
}).on;

const besidePages = readerSetup.createStateConfig({
  on: {
    ...shown,
    'reader.toggleContents': 'showingContents',
    'reader.toggleMarks': 'showingMarks',
    'reader.go': { target: 'hidden', actions: by('go') },
  },
}).on;

export const panel = readerSetup.createStateConfig({
  initial: 'hidden',
  states: {
    hidden: {
      on: {
        'reader.toggleContents': 'showingContents',
        'reader.toggleSettings': 'showingSettings',
        'reader.toggleMarks': 'showingMarks',
        'reader.escape': escape,
        'address.left': back,
      },
    },
    showingContents: { on: { ...besidePages, 'reader.toggleContents': 'hidden' } },
    showingMarks: { on: { ...besidePages, 'reader.toggleMarks': 'hidden' } },
    showingSettings: { on: { ...shown, 'reader.toggleSettings': 'hidden' } },
  },
});
