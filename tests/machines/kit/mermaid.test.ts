import { and, fromPromise, not, setup } from 'xstate';
import { expect, test } from 'vitest';
import { everywhere, toMermaid } from '../../../src/machines/kit/mermaid.ts';
import { listTransitions, transitionInWords } from '../../../src/machines/kit/transitions.ts';

const parts = setup({
  types: { events: {} as { type: 'auth.signIn' } | { type: 'auth.signOut' } | { type: 'token.request' } },
  actors: { signIn: fromPromise(async () => 'token'), refresh: fromPromise(async () => 'token') },
  guards: { isOnline: () => true, hasTokens: () => true },
  delays: { leaseEnd: 1_000 },
  actions: { denyAll: () => undefined },
});

const authMachine = parts.createMachine({
  id: 'auth',
  initial: 'signedOut',
  on: { 'auth.signOut': '.signedOut', 'token.request': { actions: 'denyAll' } },
  states: {
    signedOut: { on: { 'auth.signIn': { guard: 'isOnline', target: 'signingIn' } } },
    signingIn: { invoke: { src: 'signIn', id: 'signIn', onDone: 'signedIn', onError: 'signedOut' } },
    signedIn: {
      initial: 'ready',
      states: {
        ready: {
          after: { leaseEnd: 'refreshing' },
          always: { guard: and(['isOnline', not('hasTokens')]), target: 'refreshing' },
        },
        refreshing: { invoke: { src: 'refresh', id: 'refresh', onDone: 'ready', onError: '#auth.gone' } },
      },
    },
    gone: { type: 'final' },
  },
});

test('a machine is drawn with nested states, guards, timers, always and what each state runs', () => {
  expect(toMermaid(authMachine)).toMatchInlineSnapshot(`
    "stateDiagram-v2
      [*] --> signedOut
      state "signedOut" as signedOut
      state "signingIn" as signingIn
      signingIn : runs signIn
      state "signedIn" as signedIn {
        [*] --> signedIn_ready
        state "ready" as signedIn_ready
        state "refreshing" as signedIn_refreshing
        signedIn_refreshing : runs refresh
        signedIn_ready --> signedIn_refreshing : after leaseEnd
        signedIn_ready --> signedIn_refreshing : always [isOnline and not hasTokens]
        signedIn_refreshing --> signedIn_ready : done refresh
        signedIn_refreshing --> gone : failed refresh
      }
      state "gone" as gone
      signedOut --> signingIn : auth.signIn [isOnline]
      signingIn --> signedIn : done signIn
      signingIn --> signedOut : failed signIn
      gone --> [*]"
  `);
});

test('the regions of a parallel machine are drawn side by side', () => {
  const machine = parts.createMachine({
    id: 'both',
    type: 'parallel',
    states: {
      left: { initial: 'a', states: { a: {} } },
      right: { invoke: { src: 'signIn', id: 'signIn', onError: {} } },
    },
  });
  expect(toMermaid(machine)).toMatchInlineSnapshot(`
    "stateDiagram-v2
      state "both" as _root_ {
        state "left" as left {
          [*] --> left_a
          state "a" as left_a
        }
        --
        state "right" as right
        right : runs signIn
        right --> right : failed signIn
      }"
  `);
});

test('what holds in every state is listed in words', () => {
  expect(everywhere(authMachine)).toEqual(['auth.signOut → signedOut', 'token.request']);
});

test('transitions read as sentences', () => {
  expect(listTransitions(authMachine).map(transitionInWords)).toEqual([
    '(root): auth.signOut -> signedOut',
    '(root): token.request -> (stays)',
    'signedOut: auth.signIn [isOnline] -> signingIn',
    'signingIn: done signIn -> signedIn',
    'signingIn: failed signIn -> signedOut',
    'signedIn.ready: after leaseEnd -> signedIn.refreshing',
    'signedIn.ready: always [isOnline and not hasTokens] -> signedIn.refreshing',
    'signedIn.refreshing: done refresh -> signedIn.ready',
    'signedIn.refreshing: failed refresh -> gone',
  ]);
});

test('keys of transitions are the same in a copy made by provide', () => {
  const copy = authMachine.provide({ guards: { isOnline: () => false } });
  const keys = listTransitions(authMachine).map((fact) => fact.key);
  expect(listTransitions(copy).map((fact) => fact.key)).toEqual(keys);
  expect(new Set(keys).size).toBe(keys.length);
});
