import { type ActorRefFrom, assign, sendTo } from 'xstate';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { historyOf } from '../../kit/history.logic.ts';
import { CHAPTER_DRAFT, chaptersSetup, SETTLE_MS } from './chapters-editor.setup.ts';
import { chaptersOf, draftOf } from './draft.logic.ts';
import {
  durationOf,
  NONE_TYPED,
  PANEL_FIELDS,
  rowsOf,
  soundOf,
  settledField,
  fromTracks,
  panelApplied,
  asOnServer,
} from './editor.logic.ts';
import { door, draftPage, whileEditing } from '../draft-page.ts';

/**
 * Page that edits a book's chapters in a draft with undo that survives a reload.
 * Saves nothing faulty; asks before it drops edits or saves chapters without length. A failed save keeps the draft.
 */
export const chaptersEditorMachine = chaptersSetup.createMachine({
  id: 'chaptersEditor',
  context: ({ input, self }) => ({
    itemId: input.route.id,
    book: null,
    base: [],
    history: historyOf(draftOf([])),
    theirs: null,
    kept: getPorts(self.system).tabStorage.read(CHAPTER_DRAFT),
    isRestored: false,
    typed: NONE_TYPED,
    hasSeconds: false,
    hasTracks: false,
    current: null,
    follow: null,
    panel: null,
    fields: PANEL_FIELDS,
    fault: null,
    isRefused: false,
    error: null,
  }),
  invoke: {
    src: 'item',
    id: 'item',
    input: ({ context }) => ({ request: { id: context.itemId }, settleMs: SETTLE_MS }),
  },
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    ...draftPage,
    editing: {
      type: 'parallel',
      invoke: [
        {
          src: 'lookup',
          id: 'lookup',
          input: ({ context }) => ({ asin: context.book?.media.metadata.asin ?? '' }),
        },
        { src: 'preview', id: 'preview', input: ({ context }) => ({ itemId: context.itemId }) },
        { src: 'wave', id: 'wave', input: ({ context }) => soundOf(context) },
      ],
      on: {
        ...whileEditing,
        'chapters.settle': { actions: assign(({ context }) => settledField(context)) },
        'chapters.touchRow': { actions: assign(({ event: { key } }) => ({ current: key })) },
        'chapters.listen': { actions: by('listen') },
        'chapters.toggleWave': { actions: 'toggleWave' },
        'chapters.toggleTracks': { actions: assign(({ context }) => ({ hasTracks: !context.hasTracks })) },
        'chapters.showSeconds': { actions: assign(({ event: { isOn } }) => ({ hasSeconds: isOn })) },
        'chapters.openPanel': { actions: by('openPanel') },
        'chapters.closePanel': { actions: assign({ panel: null, fault: null }) },
        'chapters.typeIn': { actions: by('typeIn') },
        'chapters.download': { actions: 'download' },
      },
      states: {
        draft: {
          initial: 'resting',
          states: {
            resting: {
              on: {
                'chapters.edit': { actions: [by('edit'), 'keepDraft'] },
                'chapters.typeStart': { actions: [by('typeStart'), 'keepDraft'] },
                'chapters.moveStart': { actions: [by('moveStart'), 'keepDraft'] },
                'chapters.undo': { actions: ['undo', 'keepDraft'] },
                'chapters.redo': { actions: ['redo', 'keepDraft'] },
                'chapters.reset': { actions: ['reset', 'keepDraft'] },
                'chapters.clear': { actions: ['clear', 'keepDraft'] },
                'chapters.takeTracks': { actions: [assign(({ context }) => fromTracks(context)), 'keepDraft'] },
                'chapters.runPanel': { actions: [assign(({ context }) => panelApplied(context)), 'keepDraft'] },
                'chapters.takeTheirs': { actions: [assign(({ context }) => asOnServer(context)), 'keepDraft'] },
                'chapters.keepMine': { actions: ['keepMine', 'keepDraft'] },
                'chapters.save': [
                  { guard: 'needsAnswer', target: 'confirming' },
                  { guard: 'maySave', target: 'saving' },
                  { actions: assign({ isRefused: true }) },
                ],
                'leave.wanted': { guard: 'isHeld', target: 'asking' },
              },
            },
            asking: {
              entry: 'ask',
              on: {
                'modal.closed': [
                  {
                    guard: by('isAccepted'),
                    target: 'resting',
                    actions: ['forgetDraft', sendTo('leaveGuard', { type: 'leave.proceed' })],
                  },
                  { target: 'resting' },
                ],
              },
            },
            confirming: {
              entry: 'askToSave',
              on: {
                'modal.closed': [{ guard: by('isAgreed'), target: 'saving' }, { target: 'resting' }],
              },
            },
            saving: {
              tags: 'busy',
              entry: assign({ error: null }),
              invoke: {
                src: 'save',
                id: 'save',
                input: ({ context }) => ({
                  id: context.itemId,
                  chapters: chaptersOf(rowsOf(context), durationOf(context)),
                }),
                onDone: { target: '#chaptersEditor.left', actions: ['keepSaved', 'forgetDraft', 'notifySaved'] },
                onError: {
                  target: 'resting',
                  actions: [
                    { type: 'rememberFailure', params: failureOf },
                    { type: 'notifyNotSaved', params: failureOf },
                  ],
                },
              },
            },
          },
        },
        door,
      },
    },
    left: { entry: 'showItem' },
  },
});

export type ChaptersEditorRef = ActorRefFrom<typeof chaptersEditorMachine>;
