/** A part of a hidden bar (`group`). */
export function partClass(isHidden: boolean): string {
  return `[&_button]:outline-offset-0 transition-opacity duration-200 motion-reduce:transition-none ${
    isHidden ? 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100' : 'opacity-100'
  }`;
}

/** A bar that fades while reading, until pointer, focus or a press. It keeps its space. */
export function barClass(isHidden: boolean): string {
  return `shrink-0 [&_button]:outline-offset-0 transition-opacity duration-200 motion-reduce:transition-none ${
    isHidden ? 'opacity-0 focus-within:opacity-100 hover:opacity-100' : 'opacity-100'
  }`;
}
