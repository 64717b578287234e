import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AuthSettings, OpenIdConfig } from '../../../schemas/api/server-admin.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { discoverOpenId, getAuthSettings } from '../../../services/endpoints/server-admin.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { copierMachine } from '../../kit/copier.machine.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { formChanges } from '../../kit/form.machine.ts';
import { recheckMachine } from '../../kit/recheck.machine.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { SettingsFormSaved } from '../../kit/settings-form.machine.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { claimsTrialMachine } from './claims-trial.machine.ts';
import {
  authenticationForm,
  authenticationValuesOf,
  issuerOf,
  notNamedIn,
  withDiscovered,
  type AuthenticationFormRef,
  type AuthenticationValues,
} from './authentication-form.logic.ts';

export type AuthenticationEvent =
  | { type: 'authentication.fill' }
  | ResourceReport<'data', typeof getAuthSettings>
  | SettingsFormSaved<AuthSettings>
  | PageRetry
  | PageRefresh;

export type Discovery =
  | {
      readonly kind: 'found';
      /** Signing algorithms; empty if the provider lists none. */
      readonly algorithms: readonly string[];
      /** Required fields missing from the discovery document. */
      readonly missing: readonly (keyof AuthenticationValues)[];
    }
  | { readonly kind: 'failed'; readonly error: AppError };

interface AuthenticationContext {
  readonly settings: AuthSettings | null;
  readonly form: AuthenticationFormRef | null;
  readonly discovery: Discovery | null;
  readonly copier: ActorRefFrom<typeof copierMachine>;
  readonly baseUrl: string;
  readonly error: AppError | null;
}

const { loading, failed, removed } = dataPage<AuthSettings>();

const typedIssuer = ({ form }: AuthenticationContext): string =>
  issuerOf(form?.getSnapshot().context.values.authOpenIDIssuerURL ?? '');

/** Settings of sign-in by password and OpenID. Discovery fills the form only; a person saves it. */
export const authenticationMachine = setup({
  types: {
    input: {} as PageInput<'configAuthentication'>,
    context: {} as AuthenticationContext,
    events: {} as AuthenticationEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      data: 'data';
      form: 'form';
      discover: 'discover';
      copier: 'copier';
      trial: 'trial';
      recheck: 'recheck';
    },
  },
  actors: {
    recheck: recheckMachine,
    data: resource('data', getAuthSettings),
    form: authenticationForm,
    copier: copierMachine,
    trial: claimsTrialMachine,
    discover: callEndpoint(discoverOpenId),
  },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    hasIssuer: ({ context }) => typedIssuer(context) !== '',
  },
  actions: {
    /** The first data creates the form, later data updates it. */
    keepData: enqueueActions(({ context, enqueue }, { data }: { data: AuthSettings }) => {
      enqueue.assign({ settings: data, error: null });
      const values = authenticationValuesOf(data, context.baseUrl);
      if (context.form) enqueue.sendTo(context.form, { type: 'form.follow', values });
      else enqueue.assign({ form: ({ spawn }) => spawn('form', { id: 'form', input: { values } }) });
    }),
    keepSaved: assign((_, { data }: { data: AuthSettings }) => ({ settings: data })),
    forgetDiscovery: assign({ discovery: null }),
    fillIn: enqueueActions(({ context: { form }, enqueue }, { config }: { config: OpenIdConfig }) => {
      const algorithms = config.id_token_signing_alg_values_supported ?? [];
      enqueue.assign({ discovery: { kind: 'found', algorithms, missing: notNamedIn(config) } });
      if (!form) return;
      for (const change of formChanges(form.getSnapshot().context.values, withDiscovered, config))
        enqueue.sendTo(form, change);
    }),
    noteFailed: assign((_, { cause }: Failure) => ({
      discovery: { kind: 'failed' as const, error: toAppError(cause) },
    })),
    rememberFailure: assign(keepError),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
  },
}).createMachine({
  id: 'authentication',
  context: ({ spawn, self }) => ({
    settings: null,
    form: null,
    discovery: null,
    error: null,
    copier: spawn('copier', { id: 'copier' }),
    baseUrl: getPorts(self.system).baseUrl,
  }),
  invoke: [
    { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
    { src: 'recheck', id: 'recheck' },
  ],
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      invoke: { src: 'trial', id: 'trial' },
      on: {
        'data.loaded': { actions: by('keepData') },
        'form.saved': { actions: by('keepSaved') },
        ...removed,
      },
      initial: 'resting',
      states: {
        resting: { on: { 'authentication.fill': { guard: 'hasIssuer', target: 'discovering' } } },
        discovering: {
          tags: 'busy',
          entry: 'forgetDiscovery',
          invoke: {
            src: 'discover',
            id: 'discover',
            input: ({ context }) => ({ issuer: typedIssuer(context) }),
            onDone: {
              target: 'resting',
              actions: { type: 'fillIn', params: ({ event }) => ({ config: event.output }) },
            },
            onError: { target: 'resting', actions: { type: 'noteFailed', params: failureOf } },
          },
        },
      },
    },
  },
});

export type AuthenticationRef = ActorRefFrom<typeof authenticationMachine>;
