import { createMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { machinesByFolder, renderIndex, renderReadme } from './support/diagrams.ts';

const folders = machinesByFolder(import.meta.glob('../src/machines/**/*.machine.ts', { eager: true }));
const readmes: Record<string, string> = import.meta.glob('../src/machines/**/README.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

describe('drawings are fresh (run `npm run diagrams`)', () => {
  test.each([...folders])('src/machines/%s/README.md', (folder, machines) => {
    const readme = readmes[`../src/machines/${folder}/README.md`] ?? null;
    expect(readme).toBe(renderReadme(readme, folder, machines));
  });

  test('src/machines/README.md lists all of them', () => {
    const readme = readmes['../src/machines/README.md'] ?? null;
    expect(readme).toBe(renderIndex(readme, folders));
  });
});

const lamp = [
  { name: 'lampMachine', machine: createMachine({ initial: 'off', states: { off: { on: { press: 'on' } }, on: {} } }) },
];

test('a folder without a README gets one', () => {
  expect(renderReadme(null, 'lamp', lamp)).toMatchInlineSnapshot(`
    "# lamp

    <!-- diagrams: written by \`npm run diagrams\` -->

    ## lampMachine

    \`\`\`mermaid
    stateDiagram-v2
      [*] --> off
      state "off" as off
      state "on" as on
      off --> on : press
    \`\`\`

    <!-- end of diagrams -->
    "
  `);
});

test('text around the drawings stays, and drawing twice changes nothing', () => {
  const once = renderReadme('# Lamp\n\nLights up.\n', 'lamp', lamp);
  expect(once.startsWith('# Lamp\n\nLights up.\n\n<!-- diagrams')).toBe(true);
  const withTail = `${once}\nMore words.\n`;
  expect(renderReadme(withTail, 'lamp', lamp)).toBe(withTail);
});

test('a changed machine makes the drawing stale', () => {
  const before = renderReadme(null, 'lamp', lamp);
  const changed = [
    {
      name: 'lampMachine',
      machine: createMachine({ initial: 'on', states: { off: {}, on: { on: { press: 'off' } } } }),
    },
  ];
  expect(renderReadme(before, 'lamp', changed)).not.toBe(before);
});
