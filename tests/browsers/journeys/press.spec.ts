import { longestOfOneFile } from '../../e2e/support/library.ts';
import { test } from '../driver/test.ts';

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
