import { expect, type Page } from 'playwright/test';
import { assign, setup } from 'xstate';
import { appMachine } from '../../src/machines/app/app.machine.ts';
import { authMachine } from '../../src/machines/account/auth/auth.machine.ts';
import { loginMachine } from '../../src/machines/account/auth/login.machine.ts';
import { ROOT } from '../e2e/support/demo.ts';
import { bookLibrary } from '../e2e/support/library.ts';
import { account, signInAs } from '../support/journeys/deeds.ts';
import { defineJourney, type Ground } from '../support/journeys/journey.ts';

const WRONG = { username: ROOT.username, password: 'wrong' };

/** Signed out or in; `goal` is the page that the sign-in leads to, or the open one. */
const machine = setup({
  types: { context: {} as { goal: 'home' | 'shelf' } },
  actions: {
    wantHome: assign({ goal: 'home' }),
    wantShelf: assign({ goal: 'shelf' }),
  },
}).createMachine({
  id: 'signIn',
  context: { goal: 'home' },
  initial: 'outside',
  states: {
    outside: {
      initial: 'form',
      on: {
        visitHome: { target: '.form', actions: 'wantHome' },
        visitShelf: { target: '.form', actions: 'wantShelf' },
        visitDeadServer: '.unreachable',
      },
      states: {
        form: { on: { submit: '#signIn.inside', submitWrong: 'refused', goBack: 'form' } },
        refused: { on: { submit: '#signIn.inside', submitWrong: 'refused' } },
        expired: { on: { submit: '#signIn.inside', submitWrong: 'refused' } },
        leftElsewhere: { on: { submit: '#signIn.inside', submitWrong: 'refused' } },
        unreachable: { on: { retry: 'form' } },
      },
    },
    inside: {
      on: {
        visitHome: { target: 'inside', actions: 'wantHome' },
        visitShelf: { target: 'inside', actions: 'wantShelf' },
        reload: 'inside',
        spendToken: 'inside',
        revoke: 'outside.expired',
        signOut: { target: 'outside.form', actions: 'wantHome' },
        signOutElsewhere: 'outside.leftElsewhere',
      },
    },
  },
});

interface Own {
  readonly shelf: string;
}

const form = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

/** Opens an address, on a server that answers again. */
async function visit(page: Page, path: string): Promise<void> {
  await page.unroute('**/status');
  await page.goto(path);
}

/** The browser's token is invalid now. */
async function spoilToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('earmark.session') ?? '{}') as object;
    localStorage.setItem('earmark.session', JSON.stringify({ ...session, accessToken: 'spent' }));
  });
}

export const signInJourney = defineJourney<Own>({
  name: 'sign-in',
  machine,
  steps: 32,
  restarts: ['visitHome', 'visitShelf', 'visitDeadServer', 'reload', 'spendToken', 'revoke'],
  async begin({ page, api, watch }: Ground) {
    watch.allow(/401/, /status.*ERR_FAILED|ERR_FAILED.*status/, /WebSocket/);
    const shelf = `/library/${await bookLibrary(await api())}/bookshelf`;
    await page.goto('/');
    return { shelf };
  },
  does: {
    visitHome: ({ page }) => visit(page, '/'),
    visitShelf: ({ page, shelf }) => visit(page, shelf),
    async visitDeadServer({ page }) {
      await page.route('**/status', (route) => route.abort());
      await page.reload();
    },
    async retry({ page }) {
      await page.unroute('**/status');
      await page.getByRole('button', { name: 'Try again' }).click();
    },
    submit: ({ page }) => signInAs(page, ROOT),
    submitWrong: ({ page }) => signInAs(page, WRONG),
    goBack: async ({ page }) => void (await page.goBack()),
    reload: async ({ page }) => void (await page.reload()),
    async spendToken({ page }) {
      await spoilToken(page);
      await page.reload();
    },
    async revoke({ page, context }) {
      await spoilToken(page);
      await context.clearCookies();
      await page.reload();
    },
    async signOut({ page }) {
      await account(page).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    },
    async signOutElsewhere({ context, shelf }) {
      const other = await context.newPage();
      await other.goto(shelf);
      await account(other).click();
      await other.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(form(other)).toBeVisible();
      await other.close();
    },
  },
  shows: {
    async outside({ page }) {
      await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
      await expect(page).toHaveURL(/\/login/);
      await expect(account(page)).toHaveCount(0);
    },
    async 'outside.form'({ page, shelf }, { snapshot }) {
      await expect(page.getByLabel('Username')).toBeFocused();
      await expect(page.getByText(/session expired|another tab|Incorrect/)).toHaveCount(0);
      const { goal } = snapshot.context as { goal: string };
      if (goal === 'shelf') await expect(page).toHaveURL(new RegExp(`redirect=${encodeURIComponent(shelf)}`));
      else await expect(page).not.toHaveURL(/bookshelf/);
    },
    async 'outside.refused'({ page }) {
      await expect(page.getByText('Incorrect username or password.')).toBeVisible();
      await expect(page.getByLabel('Username')).toHaveValue(WRONG.username);
    },
    'outside.expired': ({ page }) => expect(page.getByText(/Your session expired/)).toBeVisible(),
    'outside.leftElsewhere': ({ page }) => expect(page.getByText(/signed out in another tab/)).toBeVisible(),
    'outside.unreachable': ({ page }) => expect(page.getByText('Server could not be reached')).toBeVisible(),
    async inside({ page, shelf }, { snapshot }) {
      await expect(account(page)).toBeVisible();
      const { goal } = snapshot.context as { goal: string };
      if (goal === 'shelf') {
        await expect(page).toHaveURL(new RegExp(`${shelf}$`));
        await expect(page.getByRole('grid', { name: 'Items' }).getByRole('link').first()).toBeVisible();
      } else {
        await expect(page).toHaveURL(new RegExp(`${shelf.replace('/bookshelf', '')}$`));
        await expect(page.getByRole('heading', { level: 1, name: /home$/ })).toBeAttached();
      }
    },
  },
  invariants: {
    async 'a token is kept exactly while somebody is signed in'({ page }, { to }) {
      const kept = () => page.evaluate(() => localStorage.getItem('earmark.session') !== null);
      await expect.poll(kept).toBe(to.active.includes('inside'));
    },
    async 'no address leads out of the server'({ page, server }) {
      expect(new URL(page.url()).origin).toBe(server.url);
    },
  },
  covers: [
    {
      machine: appMachine,
      states: {
        booting: { reason: 'over before anything is drawn' },
        signedOut: ['outside'],
        'signedOut.deciding': { reason: 'passed in one step' },
        'signedOut.login': ['outside'],
        'signedOut.leaving': { reason: 'the return of an identity provider, which the embedded server has not' },
        signedIn: ['inside'],
        'signedIn.deciding': { reason: 'passed in one step' },
        'signedIn.loadingCode': { reason: 'passed while the code loads' },
        'signedIn.incomplete': { reason: 'a chunk that fails: sign-in.spec.ts' },
        'signedIn.running': ['inside'],
        signingOut: { reason: 'shown while the server answers: nothing can be done there' },
        'shared.*': { reason: 'a public link has no account: share.spec.ts' },
        shared: { reason: 'a public link has no account: share.spec.ts' },
      },
      events: {
        'auth.signedIn': ['submit'],
        'auth.signedOut': ['revoke', 'signOut', 'signOutElsewhere'],
        'auth.signOutRequested': ['signOut'],
        'auth.signOutStarted': ['signOut'],
        'auth.refreshed': ['spendToken'],
        'connectivity.restored': { reason: 'about the connection, not about accounts' },
        'route.changed': ['visitHome', 'visitShelf', 'goBack'],
        'unreadable.reported': { reason: 'about answers, not about accounts' },
      },
    },
    {
      machine: authMachine,
      states: {
        starting: { reason: 'passed in one step' },
        signedOut: ['outside'],
        signedIn: ['inside'],
        'signedIn.ready': ['inside'],
        'signedIn.refreshing': { reason: 'passed while the server answers; `spendToken` goes through it' },
        'signedIn.coolingDown': { reason: 'a minute of waiting for the rate limit: tests/machines/account/auth' },
        signingOut: { reason: 'shown while the server answers: nothing can be done there' },
      },
      events: {
        'auth.accept': ['submit'],
        'auth.adopt': { reason: 'the return of an identity provider, which the embedded server has not' },
        'auth.signOut': ['signOut'],
        'auth.settled': { reason: 'told by the session, once progress is saved' },
        'auth.identified': { reason: 'told by the session, once the account is there' },
        'auth.replaced': { reason: 'a change of password: the account page' },
        'auth.storedSessionChanged': ['signOutElsewhere'],
        'token.request': ['spendToken', 'revoke'],
      },
    },
    {
      machine: loginMachine,
      states: {
        checking: { reason: 'passed while the server answers' },
        unreachable: ['outside.unreachable'],
        firstUser: { reason: 'shown by the journey first-account' },
        form: ['outside.form', 'outside.refused', 'outside.expired', 'outside.leftElsewhere'],
        leaving: { reason: 'needs an identity provider, which the embedded server has not' },
      },
      events: {
        'status.loaded': ['visitHome', 'visitShelf', 'retry'],
        'status.failed': ['visitDeadServer'],
        'login.retry': ['retry'],
        'credentials.saved': ['submit'],
        'firstUser.saved': { reason: 'shown by the journey first-account' },
        'login.chooseOpenId': { reason: 'needs an identity provider, which the embedded server has not' },
      },
    },
  ],
});
