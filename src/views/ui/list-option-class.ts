export const listOptionClass =
  'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1.5 text-sm outline-none select-none touch:min-h-11 ' +
  'data-disabled:cursor-not-allowed data-disabled:opacity-45 data-highlighted:bg-surface-2 forced-colors:data-highlighted:outline-2';
