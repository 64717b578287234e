import type { AnyStateMachine } from 'xstate';
import { everywhere, toMermaid } from '../../src/machines/kit/mermaid.ts';
import { findMachines } from './boot.ts';

const START = '<!-- diagrams: written by `npm run diagrams` -->';
const END = '<!-- end of diagrams -->';

/** Folder name to its machines, in order of their names. */
export function machinesByFolder(
  modules: Readonly<Record<string, unknown>>,
): Map<string, { name: string; machine: AnyStateMachine }[]> {
  const folders = new Map<string, { name: string; machine: AnyStateMachine }[]>();
  for (const { file, name, machine } of findMachines(modules)) {
    const folder = /src\/machines\/(.+)\/[^/]+$/.exec(file)?.[1] ?? '';
    folders.set(
      folder,
      [...(folders.get(folder) ?? []), { name, machine }].sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
  }
  return folders;
}

/** The README of a machine folder with fresh drawings between its markers; text around them stays. */
export function renderReadme(
  existing: string | null,
  folder: string,
  machines: readonly { name: string; machine: AnyStateMachine }[],
): string {
  return between(existing ?? `# ${folder}\n\n${START}\n${END}\n`, block(machines));
}

/** The list of drawings for the README of all machines, between the same markers. */
export function renderIndex(
  existing: string | null,
  folders: ReadonlyMap<string, readonly { name: string }[]>,
): string {
  const lines = [...folders].map(
    ([folder, machines]) => `- [${folder}](${folder}/README.md): ${machines.map(({ name }) => name).join(', ')}`,
  );
  return between(existing ?? `# Machines\n\n${START}\n${END}\n`, [START, lines.join('\n'), END].join('\n\n'));
}

function between(text: string, fresh: string): string {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start) return `${text.trimEnd()}\n\n${fresh}\n`;
  return text.slice(0, start) + fresh + text.slice(end + END.length);
}

function block(machines: readonly { name: string; machine: AnyStateMachine }[]): string {
  const drawings = machines.map(({ name, machine }) => {
    const always = everywhere(machine).map((line) => `- \`${line}\``);
    return [
      `## ${name}`,
      ['```mermaid', toMermaid(machine), '```'].join('\n'),
      ...(always.length === 0 ? [] : ['In every state:', always.join('\n')]),
    ].join('\n\n');
  });
  return [START, ...drawings, END].join('\n\n');
}
