// Writes the drawings of all machines into the README of each folder of src/machines, and docs/system.html.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const vite = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true, ws: false },
  optimizeDeps: { noDiscovery: true },
});
try {
  const { machinesByFolder, renderIndex, renderReadme } = await vite.ssrLoadModule('/tests/support/diagrams.ts');
  const { createSystemPage } = await vite.ssrLoadModule('/tests/support/system-page/page.ts');
  const modules = {};
  const sources = {};
  for (const name of readdirSync(`${root}src/machines`, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = `src/machines/${name.replaceAll('\\', '/')}`;
    if (file.endsWith('.ts')) sources[file] = readFileSync(`${root}${file}`, 'utf8');
    if (file.endsWith('.machine.ts')) modules[file] = await vite.ssrLoadModule(`/${file}`);
  }
  const folders = machinesByFolder(modules);
  for (const [folder, machines] of folders) {
    update(`src/machines/${folder}/README.md`, (text) => renderReadme(text, folder, machines));
  }
  update('src/machines/README.md', (text) => renderIndex(text, folders));
  const system = createSystemPage(modules, sources);
  const sections = [];
  for (const { name } of system.machines) sections.push(await system.section(name));
  update('docs/system.html', () => system.whole(sections));
} finally {
  await vite.close();
}

function update(file, render) {
  const path = `${root}${file}`;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : null;
  const after = render(before);
  if (before !== after) writeFileSync(path, after);
  console.log(`${before === after ? 'fresh  ' : 'written'} ${file}`);
}
