import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppError } from '../../../src/schemas/app-error.ts';
import { openClient } from '../../support/dom/client.tsx';
import type { FakePorts } from '../../support/fakes/ports.ts';

export type Client = ReturnType<typeof openClient>;

const CONTROLS = 'button, [role="menuitem"]';
const nameOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
export const found = (name: RegExp, scope: ParentNode = document) =>
  [...scope.querySelectorAll<HTMLElement>(CONTROLS)].find((one) => name.test(nameOf(one)));
/** Presses what has this name, once it is there; asking a page for roles takes long in jsdom. */
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
export const inDialog = (name: RegExp) => press(name, () => dialog() ?? NOWHERE);
export const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input, textarea' }), { target: { value } });
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
  /** Answers of its own, before the client starts. */
  readonly prepare?: (ports: FakePorts) => void;
  readonly endpoint: { readonly name: string };
  /** Does it, as a person would; again after a refusal. */
  readonly act: (client: Client) => Promise<void>;
  /** What is read, before the reason: in a notice or in the dialog. */
  readonly says: string;
  /** What is read instead when nothing is there. */
  readonly missing?: string;
  /** What shows that all is as before, or that one can go on. */
  readonly shows: () => unknown;
}

const REFUSALS: readonly [AppError, string][] = [
  [{ kind: 'forbidden', message: '' }, 'You don’t have permission to do this. Ask an administrator.'],
  [{ kind: 'notFound', message: '' }, 'This no longer exists on the server.'],
  [{ kind: 'server', status: 500, message: '' }, 'Something went wrong on the server. Try again later.'],
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

/** Notices, and what a dialog says. */
export const said = () =>
  [...document.querySelectorAll('[data-toast], [role="alert"]')].map((one) => one.textContent).join('\n');

/** The three refusals follow each other in one client: after each the action can be done again. */
export function refuses(table: Readonly<Record<string, Refused>>, answers: (ports: FakePorts) => void) {
  describe('an action that the server refuses says so, changes nothing and can be done again', () => {
    test.each(Object.entries(table))(
      '%s',
      async (_name, { path, prepare, endpoint, act: perform, says, missing, shows }) => {
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
          const words = error.kind === 'notFound' && missing ? [missing] : [says, reason];
          await waitFor(() => expect(words.filter((one) => !said().includes(one))).toEqual([]));
          await waitFor(() => expect(shows()).toBeTruthy());
        }
        expect(here().split('?')[0]).toBe(path.split('?')[0]);
      },
    );
  });
}
