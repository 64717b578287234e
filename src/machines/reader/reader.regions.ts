import { raise } from 'xstate';
import { by } from '../kit/by.ts';
import { readerSetup } from './reader.setup.ts';

/**
 * The place is saved after a while on a page that was turned to. A jump leads elsewhere without saving: turning on from
 * there does, and so does the way back to where the jumps began.
 */
export const position = readerSetup.createStateConfig({
  initial: 'kept',
  on: {
    'book.moved': [
      {
        guard: by('hasJumped'),
        target: '.arriving',
        actions: ['rememberJump', by('keepPlace'), by('notifyCompanion')],
      },
      {
        guard: { type: 'isElsewhere', params: ({ event }) => event.place },
        target: '.moved',
        actions: [by('keepPlace'), by('note'), by('notifyCompanion')],
      },
      { actions: [by('keepPlace'), by('notifyCompanion')] },
    ],
    'reader.goBack': { guard: 'hasJumps', target: '.returning', actions: 'goBack' },
  },
  states: {
    kept: {},
    moved: { after: { saveTime: { target: 'kept', actions: 'save' } } },
    /** A place only passed by is none to return to. */
    arriving: {
      entry: 'save',
      after: { stayTime: 'visiting' },
      on: {
        'book.moved': {
          guard: by('hasJumped'),
          target: 'arriving',
          reenter: true,
          actions: [by('keepPlace'), by('notifyCompanion')],
        },
      },
    },
    visiting: {},
    returning: {
      on: {
        'book.moved': [
          {
            guard: by('hasJumpedAmongJumps'),
            target: 'visiting',
            actions: [by('keepPlace'), by('notifyCompanion')],
          },
          {
            guard: by('hasJumped'),
            target: 'moved',
            actions: [
              by('keepPlace'),
              by('note'),
              { type: 'notifyCompanion', params: ({ event }) => ({ place: event.place, isJump: false }) },
            ],
          },
        ],
      },
    },
  },
});

/** Turning hides the bars, a jump shows them. */
export const bars = readerSetup.createStateConfig({
  initial: 'shown',
  on: {
    'reader.turn': { target: '.hidden', actions: by('turn') },
    'book.moved': { guard: by('hasJumped'), target: '.shown' },
  },
  states: {
    shown: { on: { 'reader.toggleBars': 'hidden' } },
    hidden: { on: { 'reader.toggleBars': 'shown' } },
  },
});

/** The scrubber shows where it would go; let go, the book goes there. */
export const scrubber = readerSetup.createStateConfig({
  initial: 'resting',
  states: {
    resting: { on: { 'reader.scrub': { target: 'held', actions: by('scrub') } } },
    held: {
      on: {
        'reader.scrub': { actions: by('scrub') },
        'reader.go': { target: 'resting', actions: by('go') },
        'book.moved': { guard: { type: 'isElsewhere', params: ({ event }) => event.place }, target: 'resting' },
        'reader.endScrub': { target: 'resting', actions: 'forgetScrub' },
        'reader.escape': { target: 'resting', actions: 'forgetScrub' },
      },
    },
  },
});

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

/** A footnote is read at its link, until the page changes or something else opens. */
export const footnote = readerSetup.createStateConfig({
  initial: 'closed',
  states: {
    closed: { on: { 'reader.showFootnote': { target: 'open', actions: [by('keepFootnote'), 'closeMark'] } } },
    open: {
      on: {
        'reader.showFootnote': { actions: by('keepFootnote') },
        'reader.closeFootnote': 'closed',
        'reader.toggleContents': 'closed',
        'reader.toggleMarks': 'closed',
        'reader.toggleGoTo': 'closed',
        'reader.toggleSettings': 'closed',
        'marks.opened': { target: 'closed', actions: { type: 'keepMarkOpen', params: { isOpen: true } } },
        'reader.go': { target: 'closed', actions: by('go') },
        'reader.escape': 'closed',
        'address.left': { target: 'closed', actions: 'nameAddress' },
        'book.moved': { guard: { type: 'isElsewhere', params: ({ event }) => event.place }, target: 'closed' },
      },
      exit: 'forgetFootnote',
    },
  },
});

/** A picture is seen large, over the page, until something else opens. */
export const picture = readerSetup.createStateConfig({
  initial: 'closed',
  states: {
    closed: { on: { 'reader.showPicture': { target: 'open', actions: [by('keepPicture'), 'closeMark'] } } },
    open: {
      invoke: {
        src: 'pictureView',
        id: 'pictureView',
        input: ({ context }) => {
          if (!context.picture) throw new Error('The reader has no picture');
          return context.picture;
        },
      },
      on: {
        'reader.closePicture': 'closed',
        'reader.toggleContents': 'closed',
        'reader.toggleMarks': 'closed',
        'reader.toggleGoTo': 'closed',
        'reader.toggleSettings': 'closed',
        'reader.escape': 'closed',
        'address.left': { target: 'closed', actions: 'nameAddress' },
      },
      exit: 'forgetPicture',
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
        'reader.followPlace': { target: 'followed', actions: 'followPlace' },
        'reader.dismissPlace': 'resting',
      },
    },
    followed: {
      after: { undoTime: 'resting' },
      on: {
        'reader.undoPlace': { target: 'resting', actions: raise({ type: 'reader.goBack' }) },
        'reader.dismissPlace': 'resting',
      },
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
    'reader.showPicture': 'hidden',
    'reader.toggleGoTo': 'askingPlace',
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
        'reader.toggleGoTo': 'askingPlace',
        'reader.escape': escape,
        'address.left': back,
      },
    },
    showingContents: { on: { ...besidePages, 'reader.toggleContents': 'hidden' } },
    showingMarks: { on: { ...besidePages, 'reader.toggleMarks': 'hidden' } },
    askingPlace: {
      entry: 'forgetTyped',
      initial: 'typing',
      on: {
        ...besidePages,
        'reader.toggleGoTo': 'hidden',
        'reader.typeGoTo': { target: '.typing', actions: by('keepTyped') },
        'reader.submitGoTo': [{ guard: 'isPlaceTyped', target: 'hidden', actions: 'goTyped' }, { target: '.refused' }],
      },
      states: { typing: {}, refused: {} },
    },
    showingSettings: { on: { ...shown, 'reader.toggleSettings': 'hidden' } },
  },
});
