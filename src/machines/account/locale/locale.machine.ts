import { assign, fromCallback, fromPromise, setup, type ActorRefFrom, type NonReducibleUnknown } from 'xstate';
import { ENGLISH } from '../../../locales/catalogue.ts';
import { collateIn } from '../../../locales/collation.ts';
import { storedLocale } from '../../../schemas/preferences.ts';
import { defineStored } from '../../../services/storage.ts';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import { getPreferences, watchPreferences, type LocaleCommand, type SystemRef } from '../../kit/system.ts';
import { chooseLanguage, directionOf } from './locale.logic.ts';

type LocaleEvent = LocaleCommand | { type: 'locale.preferencesChanged'; language: string | null };

interface LocaleContext {
  /** In use: its texts have loaded. */
  language: string;
  wanted: string;
  /** The person's choice. */
  own: string | null;
  /** Null before the server's first answer in this browser. */
  server: string | null;
}

/** Read by the boot script. */
const KEY = defineStored('earmark.locale', storedLocale);

const preferencesWatch = fromCallback<LocaleEvent, NonReducibleUnknown>(({ sendBack, system }) =>
  watchPreferences(system, ({ language }) => sendBack({ type: 'locale.preferencesChanged', language })),
);

/** The language of the client. The one before stays in use until the texts have loaded. */
export const localeMachine = setup({
  types: { context: {} as LocaleContext, events: {} as LocaleEvent, tags: {} as 'busy' | 'failed' },
  actors: {
    preferencesWatch,
    loadTexts: fromPromise<void, { language: string }>(({ input, system }) =>
      getPorts(system).views.loadTexts(input.language),
    ),
  },
  delays: { retryTime: 10_000 },
  guards: {
    isOtherWanted: ({ context }) => context.wanted !== context.language,
    isOtherServer: ({ context }, { language }: { language: string }) => context.server !== language,
    isOtherChoice: ({ context }, { language }: { language: string | null }) => context.own !== language,
  },
  actions: {
    read: assign(({ self: { system } }) => ({
      own: getPreferences(system).language,
      server: getPorts(system).storage.read(KEY)?.server ?? null,
    })),
    rememberChoice: assign((_, { language }: { language: string | null }) => ({ own: language })),
    rememberServer: assign((_, { language }: { language: string }) => ({ server: language })),
    choose: assign(({ context: { own, server }, self: { system } }) => ({
      wanted: chooseLanguage([own, server, ...getPorts(system).page.languages()]),
    })),
    use: assign(({ context }) => ({ language: context.wanted })),
    apply: ({ context: { language }, system }) => {
      collateIn(language);
      getPorts(system).page.applyLanguage(language, directionOf(language));
    },
    write: ({ context: { language, server }, system }) =>
      void getPorts(system).storage.write(KEY, { language, direction: directionOf(language), server }),
  },
}).createMachine({
  id: 'locale',
  context: { language: ENGLISH, wanted: ENGLISH, own: null, server: null },
  entry: ['read', 'choose'],
  invoke: { src: 'preferencesWatch', id: 'preferencesWatch' },
  initial: 'settled',
  on: {
    'locale.serverFound': {
      guard: by('isOtherServer'),
      target: '.settled',
      actions: [by('rememberServer'), 'choose', 'write'],
    },
    'locale.preferencesChanged': {
      guard: by('isOtherChoice'),
      target: '.settled',
      actions: [by('rememberChoice'), 'choose'],
    },
  },
  states: {
    settled: { always: { guard: 'isOtherWanted', target: 'loading' } },
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadTexts',
        id: 'loadTexts',
        input: ({ context }) => ({ language: context.wanted }),
        onDone: { target: 'settled', actions: ['use', 'apply', 'write'] },
        onError: { target: 'failed', actions: 'apply' },
      },
    },
    failed: { tags: 'failed', after: { retryTime: 'loading' } },
  },
});

export type LocaleRef = SystemRef<'locale', ActorRefFrom<typeof localeMachine>>;
