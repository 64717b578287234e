import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { authorize } from '../../../src/services/endpoints/auth.ts';
import { openClient } from '../../support/dom/client.tsx';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { recording } from '../../support/recordings.ts';
// The chunks: loaded before the first test.
import '../../../src/machines/app/modals/changelog.machine.ts';
import '../../../src/machines/browse/tasks/tasks.machine.ts';
import '../../../src/machines/app/updates/updates.machine.ts';
import '../../../src/views/app/update-notice.tsx';
import '../../../src/views/app/modals/changelog.tsx';

const LIBRARY = '/library/0339edc8-4fdc-4ed0-aae5-906c76d1f52f/bookshelf/collections';
const PAGE = 'https://github.com/advplyr/audiobookshelf/releases/tag/v';
const account = recording('auth/login-root').response.body as { serverSettings: { version: string } };
const { version } = account.serverSettings;

const release = (tag_name: string, body: string | null) => ({ tag_name, body, published_at: '2026-03-09T12:00:00Z' });
const LIST = [
  release('v99.0.0', 'Later'),
  release(`v${version}`, '# New\n\nA **bold** word<script>x()</script> and [more](javascript:alert(1)).'),
  release(`v${version.replace(/\d+$/, '')}0-beta`, null),
];

async function open(list = LIST, prepare?: (ports: FakePorts) => void) {
  const client = openClient(LIBRARY, {
    prepare: (ports) => {
      ports.releases.answer(list);
      ports.api.answer(authorize, { ...account, Source: 'docker' });
      prepare?.(ports);
    },
  });
  const user = userEvent.setup();
  const button = await screen.findByRole('button', { name: `v${version}: open the changelog` });
  return {
    ...client,
    user,
    async changelog() {
      await user.click(button);
      return within(await screen.findByRole('dialog', { name: 'Changelog' }));
    },
  };
}

describe('the changelog', () => {
  test('opens from the version, 800 wide (CHG-001, BAR-031, CON-081)', async () => {
    const { changelog } = await open();
    await changelog();
    expect(screen.getByRole('dialog', { name: 'Changelog' }).style.maxWidth).toBe('50rem');
  });

  test('shows name, date and address of the releases of this line so far (CHG-002, CHG-005, CHG-007)', async () => {
    const { changelog } = await open();
    const dialog = await changelog();
    const headings = (await dialog.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent);
    expect(headings).toEqual([`v${version}`, `v${version.replace(/\d+$/, '')}0-beta`]);
    expect(dialog.getAllByText('03/09/2026').length).toBe(2);
    expect(dialog.getAllByRole('link', { name: /^Release page/ }).map((link) => link.getAttribute('href'))).toEqual([
      `${PAGE}${version}`,
      `${PAGE}${version.replace(/\d+$/, '')}0-beta`,
    ]);
  });

  test('shows the sanitised text of a release, or that there is none (CHG-004, CHG-006)', async () => {
    const { changelog } = await open();
    const dialog = await changelog();
    expect((await dialog.findByRole('heading', { level: 4 })).textContent).toBe('New');
    expect(dialog.getByText('bold').tagName).toBe('STRONG');
    expect(dialog.getByText(/more/).closest('a')?.getAttribute('href') ?? null).toBe(null);
    expect(document.querySelector('[role="dialog"] script')).toBe(null);
    expect(dialog.getByText('No Changelog Available')).toBeDefined();
  });

  test('shows the date of a release as the server writes dates (CHG-003)', async () => {
    const { changelog } = await open(LIST, ({ api }) => {
      const { serverSettings } = account;
      api.answer(authorize, { ...account, serverSettings: { ...serverSettings, dateFormat: 'dd.MM.yyyy' } });
    });
    const dialog = await changelog();
    expect((await dialog.findAllByText(/2026$/)).map(({ textContent }) => textContent)).toEqual([
      '09.03.2026',
      '09.03.2026',
    ]);
  });

  test('says that an empty list has no notes (CHG-022, AMB-81)', async () => {
    const { changelog } = await open([release('v1.0.0', 'Old')]);
    expect(await (await changelog()).findByText('No Changelog Available')).toBeDefined();
  });

  test('that failed to load says so, and a retry loads it', async () => {
    const { changelog, ports, user } = await open(LIST, ({ releases }) => releases.refuse({ kind: 'network' }));
    const dialog = await changelog();
    await dialog.findByText('Couldn’t load the release notes');
    ports.releases.answer(LIST);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('heading', { level: 3, name: `v${version}` })).toBeDefined();
  });
});

describe('a newer version', () => {
  test('shows in the middle at the top for 20 s, with a link to its page (CHG-015, CHG-016, CHG-017)', async () => {
    const { ports } = await open();
    const notice = await screen.findByRole('link', { name: 'Update is available! Check release notes for v99.0.0' });
    expect([notice.getAttribute('href'), notice.getAttribute('target')]).toEqual([`${PAGE}99.0.0`, '_blank']);
    expect(notice.closest('[role="status"]')?.className).toMatch(/\bfixed inset-x-0 top-\S+ .*\bjustify-center\b/);
    act(() => ports.clock.advance(19_999));
    expect(screen.queryByText(/^Update is available/)).not.toBe(null);
    act(() => ports.clock.advance(1));
    expect(screen.queryByText(/^Update is available/)).toBe(null);
  });

  test('is linked at the foot of the rail, also without the notice (BAR-032)', async () => {
    const { ports } = await open();
    await screen.findByText(/^Update is available/);
    act(() => ports.clock.advance(20_000));
    expect(screen.queryByText(/^Update is available/)).toBe(null);
    const foot = screen.getByRole('link', { name: 'Update: v99.0.0 is available (opens in a new tab)' });
    expect(foot.getAttribute('href')).toBe(`${PAGE}99.0.0`);
    expect(screen.queryByText('docker')).toBe(null);
  });

  test('whose notice is closed does not show again (CHG-018, ERR-023)', async () => {
    const { ports, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Close and ignore this version' }));
    expect(screen.queryByText(/^Update is available/)).toBe(null);
    expect(ports.storage.texts.get('ignoreVersion')).toBe('"99.0.0"');
  });

  test('is missing: the foot shows how the server was installed (BAR-033)', async () => {
    await open(LIST.slice(1));
    expect(await screen.findByText('docker')).toBeDefined();
  });
});
