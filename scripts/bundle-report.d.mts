import type { Plugin } from 'vite';

export function bundleReport(): Plugin;

export function broken(
  bundle: Readonly<Record<string, { readonly type: string; readonly fileName: string; readonly code?: string }>>,
): { file: string; error: string }[];

export function circles(
  bundle: Readonly<
    Record<string, { readonly type: string; readonly fileName: string; readonly imports?: readonly string[] }>
  >,
): string[][];
