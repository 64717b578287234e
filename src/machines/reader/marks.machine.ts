import type { ActorRefFrom } from 'xstate';
import { by } from '../kit/by.ts';
import { firstMarks, marksSetup } from './marks.setup.ts';

/** States of one mark; close when another tab removes it. */
const ofMark = marksSetup.createStateConfig({
  on: {
    'marks.reported': {
      guard: by('isRemoved'),
      target: 'closed',
      actions: 'closeMenu',
    },
    'marks.highlight': { actions: by('changeColour') },
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
    'book.viewed': { actions: by('keepView') },
    'marks.import': { actions: by('readFile') },
    'marks.exportJson': { actions: 'exportJson' },
    'marks.exportMarkdown': { actions: by('exportMarkdown') },
  },
  states: {
    delivery: {
      initial: 'loading',
      on: {
        'marks.kept': { target: '.kept', actions: 'forgetFault' },
        'marks.failed': { target: '.failed', actions: by('rememberFault') },
        'marks.reported': { actions: [by('keepMarks'), 'draw'] },
      },
      states: { loading: {}, kept: {}, failed: { on: { 'marks.retry': { actions: 'retry' } } } },
    },
    menu: {
      initial: 'closed',
      on: {
        'book.selected': [
          {
            guard: by('hasSelection'),
            target: '.selected',
            actions: ['closeMenu', by('keepSelection')],
          },
        ],
        'book.marked': {
          guard: by('isKnown'),
          target: '.pressed',
          actions: ['closeMenu', by('openMark')],
        },
        'marks.edit': {
          guard: by('isKnown'),
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
                guard: by('hasSelection'),
                actions: by('keepSelection'),
              },
              { target: 'closed', actions: 'closeMenu' },
            ],
            'marks.highlight': {
              target: 'closed',
              actions: [by('highlight'), 'closeMenu', 'deselect'],
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
            'marks.changeNote': { actions: by('changeNote') },
          },
        },
      },
    },
    notice: {
      initial: 'hidden',
      on: {
        'marks.toggleBookmark': {
          target: '.shown',
          actions: by('toggleBookmark'),
        },
        'marks.remove': {
          guard: by('isKnown'),
          target: '.shown',
          actions: by('remove'),
        },
        'marks.copied': { target: '.shown', actions: { type: 'say', params: { notice: { kind: 'copied' } } } },
        'marks.refused': { target: '.shown', actions: { type: 'say', params: { notice: { kind: 'copyFailed' } } } },
        'marks.copy': { actions: 'copy' },
        'marks.imported': { target: '.shown', actions: by('addImported') },
        'marks.rejected': { target: '.shown', actions: by('sayNoImport') },
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
