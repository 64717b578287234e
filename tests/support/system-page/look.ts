/** Colours are those of the client (`src/views/styles`). */
export const STYLE = `:root {
  color-scheme: light dark;
  --surface-0: light-dark(oklch(0.985 0.004 85), oklch(0.172 0.006 70));
  --surface-1: light-dark(oklch(1 0 0), oklch(0.205 0.007 70));
  --surface-2: light-dark(oklch(0.958 0.006 85), oklch(0.245 0.008 70));
  --text-1: light-dark(oklch(0.235 0.012 70), oklch(0.955 0.006 85));
  --text-2: light-dark(oklch(0.415 0.014 70), oklch(0.805 0.01 85));
  --line: light-dark(oklch(0.6 0.014 75), oklch(0.55 0.012 75));
  --accent: light-dark(oklch(0.485 0.112 58), oklch(0.825 0.125 78));
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; }
body {
  display: grid;
  grid-template: auto 1fr / 16rem minmax(0, 1fr);
  block-size: 100dvh;
  margin: 0;
  background: var(--surface-0);
  color: var(--text-1);
  font: 0.875rem/1.5 system-ui, sans-serif;
}
header {
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 1.5rem;
  padding: 0.75rem 1rem;
  border-block-end: 1px solid var(--line);
}
header p { flex: 1; margin: 0; color: var(--text-2); }
h1 { margin: 0; font-size: 1.125rem; }
h2 { margin-block: 0 0.25rem; font-size: 1.25rem; }
h3 { margin-block: 0.75rem 0.25rem; font-size: 0.875rem; color: var(--text-2); }
a { color: var(--accent); overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
label { display: flex; align-items: center; gap: 0.5rem; min-block-size: 2rem; }
input[type='search'], select {
  min-block-size: 2rem;
  padding-inline: 0.5rem;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--surface-1);
  color: inherit;
  font: inherit;
}
nav { padding: 0.75rem 1rem; overflow: auto; border-inline-end: 1px solid var(--line); }
nav input { inline-size: 100%; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li span { display: block; margin-block-start: 0.75rem; color: var(--text-2); font-weight: 600; }
nav li li a { display: block; padding-block: 0.25rem; }
main { padding: 1rem 1.5rem 4rem; overflow: auto; }
main > svg { position: absolute; }
main ul { margin-block: 0.25rem; padding-inline-start: 1.25rem; }
section + section { margin-block-start: 2rem; padding-block-start: 2rem; border-block-start: 1px solid var(--line); }
section > p { margin: 0; }
summary { padding-block: 0.375rem; }
code, kbd, svg text { font-family: ui-monospace, monospace; }
.skip { position: absolute; inset-block-start: -4rem; }
.skip:focus { inset-block-start: 0.5rem; background: var(--surface-1); }
.drawing {
  margin-block-start: 0.75rem;
  padding: 0.5rem;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--surface-0);
  overflow: auto;
}
.drawing svg { display: block; }
[data-fit] .drawing svg { max-inline-size: 100%; block-size: auto; }
svg text { fill: var(--text-1); font-size: 11px; text-anchor: middle; }
.s rect { fill: var(--surface-1); stroke: var(--line); }
.s.l1 rect { fill: var(--surface-2); }
.s.parallel rect { stroke-dasharray: 6 4; }
.s text:first-of-type { font-weight: 600; }
.s circle, marker path { fill: var(--text-2); }
.t path { fill: none; stroke: var(--text-2); stroke-width: 1.2; }
.t text { fill: var(--text-2); paint-order: stroke; stroke: var(--surface-0); stroke-width: 3px; }
@media (max-width: 48rem) {
  body { grid-template: auto auto 1fr / minmax(0, 1fr); }
  nav { max-block-size: 30dvh; border-block-end: 1px solid var(--line); border-inline-end: 0; }
}
@media (forced-colors: active) {
  .s rect, .t path { stroke: CanvasText; }
  .t text { stroke: Canvas; }
}`;

/** Theme, size of the drawings, the filter, and the focus on a link's target. */
export const SCRIPT = `const root = document.documentElement;
const byId = (id) => document.getElementById(id);
byId('theme').addEventListener('change', ({ target }) => (root.dataset.theme = target.value));
for (const svg of document.querySelectorAll('.drawing svg'))
  svg.setAttribute('viewBox', '0 0 ' + svg.getAttribute('width') + ' ' + svg.getAttribute('height'));
byId('fit').addEventListener('change', ({ target }) => root.toggleAttribute('data-fit', target.checked));
const groups = [...document.querySelectorAll('nav > ul > li')];
byId('filter').addEventListener('input', ({ target }) => {
  const wanted = target.value.trim().toLowerCase();
  let count = 0;
  for (const group of groups) {
    const isGroup = group.firstChild.textContent.toLowerCase().includes(wanted);
    let some = false;
    for (const item of group.querySelectorAll('li')) {
      item.hidden = !isGroup && !item.textContent.toLowerCase().includes(wanted);
      if (!item.hidden) { some = true; count += 1; }
    }
    group.hidden = !some;
  }
  byId('found').textContent = wanted === '' ? '' : count === 1 ? '1 machine' : count + ' machines';
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input, select')) return;
  event.preventDefault();
  byId('filter').focus();
});
addEventListener('hashchange', () => byId(location.hash.slice(1) + '-title')?.focus());`;
