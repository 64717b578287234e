import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppError } from '../../../src/schemas/app-error.ts';
import { openClient } from '../../support/dom/client.tsx';
import type { FakePorts } from '../../support/fakes/ports.ts';

export type Client = ReturnType<typeof openClient>;

const CONTROLS = 'button, [role="menuitem"]';
const nameOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
export const found = (name: RegExp, scope: ParentNode = document) =>
  [...scope.querySelectorAll<HTMLElement>(CONTROLS)].find((one) => name.test(nameOf(one)));
/** Presses the element of this name once it shows; role queries are slow in jsdom. */
export async function press(name: RegExp, scope: () => ParentNode = () => document) {
  const target = await waitFor(() => {
    const one = found(name, scope());
    if (!one) throw new Error(`No button ${String(name)}`);
    return one;
  });
  act(() => target.focus());
  fireEvent.click(target);
}
export const NOWHERE = document.createElement('p');
export const dialog = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')].at(-1);
type Field = HTMLInputElement | HTMLTextAreaElement;
/** The field of this name, in the dialog if one is open; label queries are slow in jsdom. */
export function field(name: RegExp): Field | undefined {
  const labels = (one: Field) => {
    const by = (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id));
    return [...(one.labels ?? []), ...by].map((element) => element?.textContent.trim() ?? '');
  };
  return [...(dialog() ?? document).querySelectorAll<Field>('input, textarea')].find((one) =>
    [one.getAttribute('aria-label') ?? '', ...labels(one)].some((label) => name.test(label)),
  );
}
/** Types into the field of this name once it shows. */
export async function type(name: RegExp, value: string) {
  const target = await waitFor(() => {
    const one = field(name);
    if (!one) throw new Error(`No field ${String(name)}`);
    return one;
  });
  fireEvent.change(target, { target: { value } });
}
export const inDialog = (name: RegExp) => press(name, () => dialog() ?? NOWHERE);
export const card = async () => {
  const link = await waitFor(() => {
    const one = document.querySelector<HTMLElement>('main [role="grid"] a');
    if (!one) throw new Error('No card');
    return one;
  });
  act(() => link.focus());
};
export const menu = () => document.querySelector('[role="menu"]') ?? NOWHERE;
export const rows = () => document.querySelectorAll('main [role="grid"] [data-cell] a').length;
export const select = async () => {
  if (found(/^Deselect all$/)) return;
  await card();
  await press(/^More options for /, () => document.querySelector('main [role="grid"]') ?? document);
  await press(/^Select$/);
};
export const bar = () => document.querySelector('header') ?? document;

export interface Refused {
  readonly path: string;
  /** Its own answers, before the client starts. */
  readonly prepare?: (ports: FakePorts) => void;
  readonly endpoint: { readonly name: string };
  /** The action, as a person does it; again after a refusal. */
  readonly act: (client: Client) => Promise<void>;
  /** The text before the reason: in a notice or in the dialog. */
  readonly says: string;
  /** The text when the server fails without a reason. */
  readonly failed?: string;
  /** The text when the subject is missing. */
  readonly missing?: string;
  /** The text when it was removed already, which is the wanted result. */
  readonly gone?: string;
  /** Shows that all is as before, or that the user can continue. */
  readonly shows: () => unknown;
}

const REFUSALS: readonly [Extract<AppError, { kind: 'forbidden' | 'server' | 'notFound' }>, string][] = [
  [{ kind: 'forbidden', message: '' }, 'You don’t have permission to do this. Ask an administrator.'],
  [{ kind: 'server', status: 500, message: '' }, 'Something went wrong on the server. Try again later.'],
  [{ kind: 'notFound', message: '' }, 'This no longer exists on the server.'],
];

afterEach(() => vi.restoreAllMocks());

/** The first checkbox of the dialog. */
export const checkbox = () => dialog()?.querySelector<HTMLInputElement>('input[type="checkbox"]');

/** Gives everything a size, so that lists show rows. */
export const withSizes = () =>
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  });

/** Notices and the text of a dialog. */
export const said = () =>
  [...document.querySelectorAll('[data-toast], [role="alert"]')].map((one) => one.textContent).join('\n');

/** The three refusals follow in one client: after each the action can be repeated. */
export function refuses(table: Readonly<Record<string, Refused>>, answers: (ports: FakePorts) => void) {
  describe('an action that the server refuses says so, changes nothing and can be repeated', () => {
    test.each(Object.entries(table))(
      '%s',
      async (_name, { path, prepare, endpoint, act: perform, says, failed, missing, gone, shows }) => {
        const client = openClient(path, {
          prepare(ports) {
            answers(ports);
            prepare?.(ports);
          },
        });
        const { ports, here } = client;
        for (const [error, reason] of REFUSALS) {
          ports.api.refuse(endpoint, error);
          const before = ports.api.inputsOf(endpoint).length;
          await perform(client);
          await waitFor(() => expect(ports.api.inputsOf(endpoint).length).toBeGreaterThan(before));
          const instead = { notFound: gone ?? missing, server: failed, forbidden: undefined };
          const other = instead[error.kind];
          const words = other === undefined ? [says, reason] : [other];
          await waitFor(() => expect(words.filter((one) => !said().includes(one))).toEqual([]));
          const isMissing = other !== undefined && other === gone;
          await waitFor(() => expect(isMissing || shows()).toBeTruthy());
        }
        expect(here().split('?')[0]).toBe(path.split('?')[0]);
      },
    );
  });
}

/** Refusals of an editor's save, each with the text that shows. */
export const SAVE_REFUSALS: readonly [AppError, string][] = [
  [{ kind: 'conflict', message: 'Somebody was faster' }, 'Somebody was faster'],
  [{ kind: 'tooLarge', message: '' }, 'This is more than the server accepts at once.'],
  [{ kind: 'server', status: 500, message: '' }, 'Something went wrong on the server. Try again later.'],
  [{ kind: 'rejected', status: 400, message: 'The title is too long' }, 'The server says: The title is too long'],
];

export interface Kept extends Omit<Refused, 'missing'> {
  /** Repeats it with only a press: the typed values stay. Default: as the first time. */
  readonly again?: () => Promise<void>;
  /** The server's answer at last. */
  readonly answer: unknown;
  /** What it receives then: all typed values. */
  readonly sends: object;
}

/** 409, 413, 500 and a refused field follow in one client; then the first typed values are saved. */
export function keepsWhatIsTyped(table: Readonly<Record<string, Kept>>, answers: (ports: FakePorts) => void) {
  describe('a refused editor says why, keeps the typed values and saves them at last', () => {
    test.each(Object.entries(table))('%s', async (_name, row) => {
      const { path, prepare, endpoint, act: perform, again, says, shows, answer, sends } = row;
      const client = openClient(path, {
        prepare(ports) {
          answers(ports);
          prepare?.(ports);
        },
      });
      const { api } = client.ports;
      const sent = () => api.inputsOf(endpoint);
      const press = async () => {
        const before = sent().length;
        await (before > 0 && again ? again() : perform(client));
        await waitFor(() => expect(sent().length).toBeGreaterThan(before));
      };
      for (const [error, reason] of SAVE_REFUSALS) {
        api.refuse(endpoint, error);
        await press();
        await waitFor(() => expect([says, reason].filter((one) => !said().includes(one))).toEqual([]));
        await waitFor(() => expect(shows()).toBeTruthy());
      }
      api.answer(endpoint, answer);
      await press();
      expect(sent().at(-1)).toMatchObject(sends);
      await waitFor(() => expect(said()).not.toContain('The title is too long'));
    });
  });
}
