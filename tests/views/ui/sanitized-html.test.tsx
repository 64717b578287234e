import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { sanitizeHtml } from '../../../src/views/ui/sanitize.ts';
import { SanitizedHtml } from '../../../src/views/ui/sanitized-html.tsx';

const ALLOWED = new Set([
  'P',
  'BR',
  'B',
  'STRONG',
  'I',
  'EM',
  'U',
  'S',
  'DEL',
  'A',
  'UL',
  'OL',
  'LI',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'BLOCKQUOTE',
  'CODE',
]);

const HOSTILE = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 1">',
  '<p onclick="window.hacked = 1" onmouseover=alert(1)>hello</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\nscript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example/x">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<style>* { display: none }</style><p style="position:fixed;inset:0">x</p>',
  '<form action="https://evil.example"><input name=password><button>Go</button></form>',
  '<iframe src="https://evil.example" srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x"></object><embed src="x"><base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example"><link rel=stylesheet href=x>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<p id="root" class="fixed" name="content" data-scroller aria-label="x">x</p>',
  '<template><script>alert(1)</script></template><video><source onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>x</details><input autofocus onfocus=alert(1)>',
  '<a href="https://ok.example" target="_self" rel="opener" ping="https://evil.example" style="x">x</a>',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<p><![CDATA[<script>alert(1)</script>]]></p>',
  '<plaintext><script>alert(1)</script>',
  '<<script>script>alert(1)<</script>/script>',
];

/** Everything that a browser would see in the cleaned text and that is not on the list. */
function leftovers(html: string): string[] {
  const box = document.createElement('div');
  box.innerHTML = html;
  return [...box.querySelectorAll('*')].flatMap((element) => {
    const names = [...element.attributes]
      .map(({ name }) => name)
      .filter((name) => !(element.tagName === 'A' && ['href', 'target', 'rel'].includes(name)));
    const href = element.getAttribute('href');
    return [
      ...(ALLOWED.has(element.tagName) ? [] : [element.tagName]),
      ...names,
      ...(href !== null && !/^(https?:\/\/|mailto:)/.test(href) ? [href] : []),
    ];
  });
}

describe('cleaning HTML from outside', () => {
  it.each(HOSTILE)('leaves nothing but plain text marks of %s', (html) => {
    expect(leftovers(sanitizeHtml(html))).toEqual([]);
  });

  it('is stable: cleaning twice changes nothing', () => {
    expect(HOSTILE.map((html) => sanitizeHtml(sanitizeHtml(html)))).toEqual(HOSTILE.map(sanitizeHtml));
  });

  it('keeps the marks of a plain text', () => {
    const text =
      '<h2>Title</h2><p>A <b>b</b> <strong>s</strong> <i>i</i> <em>e</em> <u>u</u> <s>s</s><br><code>c</code></p><ul><li>one</li></ul><ol><li>two</li></ol><blockquote>q</blockquote>';
    expect(sanitizeHtml(text)).toBe(text);
  });

  it('opens links in a new context without a way back, and removes the address from those that lead elsewhere', () => {
    expect(
      sanitizeHtml(
        '<a href="https://a.example/?x=1&amp;y=2">a</a><a href="mailto:a@b.example">m</a><a href="ftp://x">f</a><a href="/item/1">i</a>',
      ),
    ).toBe(
      '<a href="https://a.example/?x=1&amp;y=2" target="_blank" rel="noopener noreferrer">a</a><a href="mailto:a@b.example" target="_blank" rel="noopener noreferrer">m</a><a>f</a><a>i</a>',
    );
  });

  it('keeps the words of removed tags', () => {
    expect(sanitizeHtml('<div>Hello <span class="x">reader</span></div>')).toBe('Hello reader');
  });
});

describe('shown HTML', () => {
  it('runs nothing', () => {
    render(<SanitizedHtml html={HOSTILE.join('')} />);
    expect(Object.hasOwn(window, 'hacked')).toBe(false);
  });

  it('offers the rest if there is more, and calls back', async () => {
    const onToggle = vi.fn();
    const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(500);
    render(
      <SanitizedHtml
        html="<p>long</p>"
        clamp={{ lines: 3, expanded: false, onToggle, moreLabel: 'Show more', lessLabel: 'Show less' }}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show more', expanded: false }));
    height.mockRestore();
    expect(onToggle).toHaveBeenCalledOnce();
  });

  it('has no button when everything fits', () => {
    render(
      <SanitizedHtml
        html="<p>short</p>"
        clamp={{ lines: 3, expanded: false, onToggle: vi.fn(), moreLabel: 'Show more', lessLabel: 'Show less' }}
      />,
    );
    expect(screen.queryByRole('button')).toBeNull();
  });
});
