import { readerSetup } from './reader.setup.ts';

/** A link out of the book opens only after a person has said so. */
export const question = readerSetup.createStateConfig({
  initial: 'resting',
  states: {
    resting: {
      on: {
        'reader.followLink': { target: 'asking', actions: { type: 'rememberLink', params: ({ event }) => event } },
      },
    },
    asking: {
      entry: 'askLink',
      on: {
        'modal.closed': [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event },
            target: 'resting',
            actions: ['openLink', 'forgetLink'],
          },
          { target: 'resting', actions: 'forgetLink' },
        ],
      },
    },
  },
});

/** The newer place of another device: a person goes there or not, and may come back. */
export const offer = readerSetup.createStateConfig({
  initial: 'deciding',
  on: {
    'place.told': {
      guard: { type: 'isElsewhere', params: ({ event }) => event },
      target: '.offered',
      actions: { type: 'keepTold', params: ({ event }) => event },
    },
  },
  states: {
    /** It may have been told while the book was opened. */
    deciding: { always: [{ guard: 'isTold', target: 'offered' }, { target: 'resting' }] },
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

/** Escape and 'back' close what is open of a mark first. */
const { escape, back } = {
  escape: { guard: 'hasMarkOpen', actions: 'closeMark' },
  back: { guard: 'hasMarkOpen', actions: ['closeMark', 'nameAddress'] },
} as const;

/** A panel that can be shown, by its button; the same button and Escape hide it. */
const shown = readerSetup.createStateConfig({
  on: {
    'reader.toggleSettings': 'showingSettings',
    'reader.escape': [escape, { target: 'hidden' }],
    'address.left': [back, { target: 'hidden', actions: 'nameAddress' }],
  },
}).on;

/** One beside the pages, which leads to a place of the book. */
const besidePages = readerSetup.createStateConfig({
  on: {
    ...shown,
    'reader.toggleContents': 'showingContents',
    'reader.toggleMarks': 'showingMarks',
    'reader.go': { target: 'hidden', actions: { type: 'go', params: ({ event }) => event } },
  },
}).on;

/** What lies over the page. */
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
