import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../../support/store.ts';
import { RichTextField } from '../../../src/views/ui/rich-text-field.tsx';
import { htmlOf, linkAddress, richTextOf } from '../../../src/views/ui/rich-text.ts';
import { sanitiseHtml } from '../../../server/items/html.ts';
import english from '../../../src/locales/en-us/rich-text.json';

const through = (html: string) => htmlOf(richTextOf(html));

/** In the server's own writing. */
const asKept = (html: string) => sanitiseHtml(html).replaceAll('<br />', '<br>');

describe('a description as a document', () => {
  it.each([
    ['', ''],
    ['   ', ''],
    ['plain', '<p>plain</p>'],
    ['one\ntwo\r\nthree', '<p>one<br>two<br>three</p>'],
    ['1 < 2 & 3', '<p>1 &lt; 2 &amp; 3</p>'],
    ['<p>a</p>\n<p>b</p>', '<p>a</p><p>b</p>'],
    ['<p></p><p>a</p><p><br></p><p>b</p><p></p>', '<p>a</p><p><br></p><p>b</p>'],
    ['<b>a</b> <i>b</i> <s>c</s>', '<p><strong>a</strong> <em>b</em> <del>c</del></p>'],
    [
      '<ul><li>a</li><li><p>b</p><ol><li>c</li></ol></li></ul>',
      '<ul><li>a</li><li><p>b</p><ol><li>c</li></ol></li></ul>',
    ],
    ['<h2>a</h2><blockquote>b</blockquote><u>c</u>', '<p>a</p><p>b</p><p>c</p>'],
    ['<a href="https://a.example/?q=1&amp;r=2">a</a>', '<p><a href="https://a.example/?q=1&amp;r=2">a</a></p>'],
    ['<a href="javascript:alert(1)">a</a><img src=x onerror=alert(1)><script>b</script>', '<p>a</p>'],
    ['<p onclick="x()">a <a href="/relative">b</a></p>', '<p>a b</p>'],
  ])('%j is sent as %j', (html, sent) => {
    expect([through(html), through(sent), asKept(sent)]).toEqual([sent, sent, sent]);
  });

  it.each([
    ['a.example/b', 'https://a.example/b'],
    [' http://a.example ', 'http://a.example'],
    ['me@a.example', 'mailto:me@a.example'],
    ['mailto:me@a.example', 'mailto:me@a.example'],
    ['javascript:alert(1)', null],
    ['no address', null],
    ['', null],
  ])('takes %j for the address %j', (text, address) => {
    expect(linkAddress(text)).toBe(address);
  });
});

function field(given: string, props: { readOnly?: boolean; disabled?: boolean } = {}) {
  const value = createStore(given);
  const said: string[] = [];
  function Owner() {
    return (
      <RichTextField
        label="Description"
        value={useSyncExternalStore(value.subscribe, value.read)}
        onChange={(html) => {
          said.push(html);
          value.write(html);
        }}
        texts={english.richText}
        {...props}
      />
    );
  }
  render(<Owner />);
  return { value, said, text: screen.getByRole('textbox', { name: 'Description' }) };
}

const tool = (name: string) => screen.getByRole('button', { name });

const selectAll = async (text: HTMLElement) => {
  act(() => text.focus());
  await userEvent.keyboard('{Control>}a{/Control}');
};

describe('a field of formatted text', () => {
  // jsdom has no layout; the editor scrolls to the caret.
  beforeAll(() => {
    Range.prototype.getBoundingClientRect = () => new DOMRect();
    Range.prototype.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;
  });

  it('reports no change for an untouched text, however it is written', () => {
    const { said, text } = field('<B>Old</B>\n<p onclick=x>text</p>');
    expect([text.innerHTML, said]).toEqual(['<p><strong>Old</strong></p><p>text</p>', []]);
  });

  it('formats the selection, and undo restores the text exactly', async () => {
    const { said, text } = field('Old <b>text</b>');
    await selectAll(text);
    await userEvent.click(tool('Italic'));
    await userEvent.click(tool('Undo'));
    await userEvent.click(tool('Redo'));
    const italic = '<p><em>Old </em><strong><em>text</em></strong></p>';
    expect(said).toEqual([italic, 'Old <b>text</b>', italic]);
  });

  it('makes lists of one kind and the other, and text again', async () => {
    const { said, text } = field('a');
    await selectAll(text);
    for (const name of ['Bulleted list', 'Numbered list', 'Numbered list']) await userEvent.click(tool(name));
    expect(said).toEqual(['<ul><li>a</li></ul>', '<ol><li>a</li></ol>', 'a']);
  });

  it('shows the tools active at the caret, and disables unused ones', async () => {
    const { text } = field('<p><b>a</b></p>');
    await selectAll(text);
    expect([
      tool('Bold').ariaPressed ?? tool('Bold').getAttribute('aria-pressed'),
      tool('Italic').getAttribute('aria-pressed'),
      tool('Undo').getAttribute('aria-disabled'),
    ]).toEqual(['true', 'false', 'true']);
  });

  it('links the selection to a web address, and removes the link', async () => {
    const { said, text } = field('here');
    await selectAll(text);
    await userEvent.keyboard('{Control>}k{/Control}');
    const address = screen.getByRole('textbox', { name: 'Link address' });
    expect(address).toBe(document.activeElement);
    await userEvent.type(address, 'javascript:1{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Enter a web or email address.');
    await userEvent.clear(address);
    await userEvent.type(address, 'a.example{Enter}');
    await userEvent.click(tool('Link'));
    await userEvent.click(tool('Remove link'));
    expect(said).toEqual(['<p><a href="https://a.example">here</a></p>', 'here']);
    expect(text).toBe(document.activeElement);
  });

  it('cancels a link with Escape, without passing the key on', async () => {
    const { said, text } = field('here');
    await selectAll(text);
    await userEvent.click(tool('Link'));
    const heard: string[] = [];
    const listen = ({ key }: KeyboardEvent) => heard.push(key);
    document.addEventListener('keydown', listen);
    await userEvent.keyboard('{Escape}');
    document.removeEventListener('keydown', listen);
    expect([heard, said, screen.queryByRole('textbox', { name: 'Link address' })]).toEqual([[], [], null]);
  });

  it('has its tools as one tab stop, navigated by arrow keys', async () => {
    field('a');
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{End}{ArrowLeft}');
    expect(document.activeElement).toBe(tool('Undo'));
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Description' }));
  });

  it("keeps the editor's changes to its element while it is locked and unlocked", () => {
    const view = (readOnly: boolean) => (
      <RichTextField
        label="Description"
        value="a"
        onChange={() => undefined}
        texts={english.richText}
        readOnly={readOnly}
      />
    );
    const { rerender } = render(view(false));
    rerender(view(true));
    rerender(view(false));
    const { classList } = screen.getByRole('textbox', { name: 'Description' });
    expect(classList.contains('ProseMirror')).toBe(true);
  });

  it('follows a text from outside', () => {
    const { value, said, text } = field('mine');
    act(() => value.write('<p>theirs</p>'));
    expect([text.innerHTML, said]).toEqual(['<p>theirs</p>', []]);
  });

  it.each([[{ readOnly: true }], [{ disabled: true }]])('takes no change while it is %j', async (props) => {
    const { said, text } = field('a', props);
    await userEvent.click(tool('Bulleted list'));
    expect([said, text.getAttribute('contenteditable')]).toEqual([[], 'false']);
  });
});
