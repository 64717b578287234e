import { markStyle } from './mark-style.ts';

const MARKED = markStyle({ color: 'transparent', backgroundColor: '#fff' });

/** The text over the picture of a pdf page can be marked and copied, but is invisible. */
export const PDF_STYLE = `
.pdf-page{position:relative;isolation:isolate;flex:none;background:#fff;--scale-round-x:1px;--scale-round-y:1px}
.pdf-page>canvas{display:block;width:100%;height:100%}
.pdf-text{position:absolute;mix-blend-mode:multiply;inset:0;
overflow:clip;line-height:1;text-align:initial;transform-origin:0 0;
color-scheme:only light;forced-color-adjust:none;-webkit-text-size-adjust:none;text-size-adjust:none;
--min-font-size:1;--text-scale-factor:calc(var(--total-scale-factor)*var(--min-font-size));
--min-font-size-inv:calc(1/var(--min-font-size))}
.pdf-text[data-main-rotation="90"]{transform:rotate(90deg) translateY(-100%)}
.pdf-text[data-main-rotation="180"]{transform:rotate(180deg) translate(-100%,-100%)}
.pdf-text[data-main-rotation="270"]{transform:rotate(270deg) translateX(-100%)}
.pdf-text :is(span,br){position:absolute;color:transparent;white-space:pre;cursor:text;transform-origin:0 0}
.pdf-text>:not(.markedContent),.pdf-text .markedContent span:not(.markedContent){--font-height:0;--scale-x:1;
--rotate:0deg;font-size:calc(var(--text-scale-factor)*var(--font-height));
transform:rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))}
.pdf-text .markedContent{display:contents}
.pdf-text mark{color:transparent;background:rgb(255 200 0/.4);border-radius:2px}
.pdf-text mark[aria-current]{background:rgb(255 110 0/.5);outline:2px solid #b33c00;outline-offset:1px}
${MARKED}
.pdf-text ::selection{background:rgb(0 90 255/.3);color:transparent}
.pdf-page>a{position:absolute;display:block}
.pdf-page>a:is(:hover,:focus-visible){background:rgb(0 90 255/.15)}
.pdf-page>a:focus-visible{outline:2px solid #05f}
`;
