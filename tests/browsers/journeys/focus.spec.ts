import { bookLibrary, longestOfOneFile } from '../../e2e/support/library.ts';
import { expect, test } from '../driver/test.ts';

/** In the page: a press focuses no button or link, as in Safari on a Mac; what had the focus loses it. */
function pressAsSafari(): void {
  addEventListener('mousedown', (event) => {
    const control = event.target instanceof Element ? event.target.closest('button, a[href]') : null;
    if (!control) return;
    event.preventDefault();
    const around = control.parentElement?.closest<HTMLElement>('[tabindex]');
    if (around) around.focus();
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

test('a dialog returns the focus to its button where a press focuses no button', async ({
  view,
  open,
  tab,
  api,
  signIn,
}) => {
  const book = await longestOfOneFile(api);
  await signIn();
  await open(`/item/${book.id}`);
  const edit = view.role('main').role('button', 'Edit');
  await edit.shown();
  await tab.evaluate(pressAsSafari);
  await edit.press();
  const dialog = view.role('dialog', /^Edit/);
  await dialog.role('tab', 'Files').press();
  await tab.key('Escape');
  await dialog.gone();
  await edit.focused();
});

test('Tab goes from control to control, past rows and tabs that scroll', async ({ view, open, tab, api, signIn }) => {
  const book = await longestOfOneFile(api);
  const stops = async (count: number) => {
    const seen = [];
    for (let step = 0; step < count; step += 1) {
      await tab.key('Tab');
      seen.push(
        await tab.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName ?? ''),
      );
    }
    return seen;
  };
  await signIn();
  await open(`/library/${await bookLibrary(api)}`);
  const row = view.role('region', 'Recently added');
  await row.role('listitem').at(0).role('link').shown();
  await row.role('link').at(0).focus();
  await tab.key('Shift+Tab');
  expect(await stops(5)).not.toContain('UL');
  await open(`/item/${book.id}`);
  await view.role('main').role('button', 'Edit').press();
  await view.role('dialog', /^Edit/).role('tab', 'Files').shown();
  const inDialog = await stops(5);
  expect(inDialog).toContain('tab');
  expect(inDialog).not.toContain('tablist');
});
