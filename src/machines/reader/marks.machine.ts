import type { ActorRefFrom } from 'xstate';
import { firstMarks, marksSetup } from './marks.setup.ts';

/** States of one mark; close when another tab removes it. */
const ofMark = marksSetup.createStateConfig({
  on: {
    'marks.reported': {
      guard: { type: 'isGone', params: ({ event }) => event },
      target: 'closed',
      actions: 'closeMenu',
    },
    'marks.highlight': { actions: { type: 'changeColour', params: ({ event }) => event } },
    'marks.removeCurrent': { target: 'closed', actions: ['removeCurrent', 'closeMenu'] },
    'marks.dismiss': { target: 'closed', actions: 'closeMenu' },
  },
}).on;

/**
 * Highlights, notes and bookmarks of the open book. Unsaved marks stay visible with a warning; notes are saved while
 * typed; removal has undo.
 */
export const marksMachine = marksSetup.createMachine({
  id: 'marks',
  context: ({ input }) => firstMarks(input),
  invoke: { src: 'marksKeeper', id: 'keeper', input: ({ context }) => context.book },
  type: 'parallel',
  on: {
    'book.viewed': { actions: { type: 'keepView', params: ({ event }) => event } },
    'marks.import': { actions: { type: 'readFile', params: ({ event }) => event } },
    'marks.exportJson': { actions: 'exportJson' },
    'marks.exportMarkdown': { actions: { type: 'exportMarkdown', params: ({ event }) => event } },
  },
  states: {
    delivery: {
      initial: 'loading',
      on: {
        'marks.kept': { target: '.kept', actions: 'forgetFault' },
        'marks.failed': { target: '.failed', actions: { type: 'rememberFault', params: ({ event }) => event } },
        'marks.reported': { actions: [{ type: 'keepMarks', params: ({ event }) => event }, 'draw'] },
      },
      states: { loading: {}, kept: {}, failed: { on: { 'marks.retry': { actions: 'retry' } } } },
    },
    menu: {
      initial: 'closed',
      on: {
        'book.selected': [
          {
            guard: { type: 'hasSelection', params: ({ event }) => event },
            target: '.selected',
            actions: ['closeMenu', { type: 'keepSelection', params: ({ event }) => event }],
          },
        ],
        'book.marked': {
          guard: { type: 'isKnown', params: ({ event }) => event },
          target: '.pressed',
          actions: ['closeMenu', { type: 'openMark', params: ({ event }) => event }],
        },
        'marks.edit': {
          guard: { type: 'isKnown', params: ({ event }) => event },
          target: '.editing',
          actions: ['closeMenu', { type: 'openMark', params: ({ event }) => ({ id: event.id }) }],
        },
      },
      states: {
        closed: {},
        selected: {
          entry: 'notifyOpened',
          exit: 'notifyClosed',
          on: {
            'book.selected': [
              {
                guard: { type: 'hasSelection', params: ({ event }) => event },
                actions: { type: 'keepSelection', params: ({ event }) => event },
              },
              { target: 'closed', actions: 'closeMenu' },
            ],
            'marks.highlight': {
              target: 'closed',
              actions: [{ type: 'highlight', params: ({ event }) => event }, 'closeMenu', 'deselect'],
            },
            'marks.annotate': {
              target: 'editing',
              actions: [{ type: 'highlight', params: { colour: null } }, 'deselect'],
            },
            'marks.focus': { actions: 'takeFocus' },
            'marks.dismiss': { target: 'closed', actions: ['closeMenu', 'deselect'] },
          },
        },
        pressed: {
          entry: 'notifyOpened',
          exit: 'notifyClosed',
          on: {
            ...ofMark,
            'marks.annotate': 'editing',
            'marks.followLink': { guard: 'isInLink', target: 'closed', actions: ['closeMenu', 'followLink'] },
          },
        },
        editing: {
          entry: 'notifyOpened',
          exit: 'notifyClosed',
          on: {
            ...ofMark,
            'marks.changeNote': { actions: { type: 'changeNote', params: ({ event }) => event } },
          },
        },
      },
    },
    notice: {
      initial: 'hidden',
      on: {
        'marks.toggleBookmark': {
          target: '.shown',
          actions: { type: 'toggleBookmark', params: ({ event }) => event },
        },
        'marks.remove': {
          guard: { type: 'isKnown', params: ({ event }) => event },
          target: '.shown',
          actions: { type: 'remove', params: ({ event }) => event },
        },
        'marks.copied': { target: '.shown', actions: { type: 'say', params: { notice: { kind: 'copied' } } } },
        'marks.refused': { target: '.shown', actions: { type: 'say', params: { notice: { kind: 'copyFailed' } } } },
        'marks.copy': { actions: 'copy' },
        'marks.imported': { target: '.shown', actions: { type: 'addImported', params: ({ event }) => event } },
        'marks.rejected': { target: '.shown', actions: { type: 'sayNoImport', params: ({ event }) => event } },
      },
      states: {
        hidden: {},
        shown: {
          after: { noticeTime: { target: 'hidden', actions: 'forgetNotice' } },
          on: {
            'marks.undo': { guard: 'hasRemoved', target: 'hidden', actions: ['restore', 'forgetNotice'] },
            'marks.dismissNotice': { target: 'hidden', actions: 'forgetNotice' },
          },
        },
      },
    },
  },
});

export type MarksRef = ActorRefFrom<typeof marksMachine>;
