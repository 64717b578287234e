/** A part of a bar whose rest stays; the bar is a `group`. */
export function partClass(isHidden: boolean): string {
  return `[&_button]:outline-offset-0 transition-opacity duration-200 motion-reduce:transition-none ${
    isHidden ? 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100' : 'opacity-100'
  }`;
}

/** A bar around a page: while one reads it fades away, until pointer, focus or a press wants it. It keeps its room. */
export function barClass(isHidden: boolean): string {
  return `shrink-0 [&_button]:outline-offset-0 transition-opacity duration-200 motion-reduce:transition-none ${
    isHidden ? 'opacity-0 focus-within:opacity-100 hover:opacity-100' : 'opacity-100'
  }`;
}
