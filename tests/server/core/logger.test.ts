import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, type LogEntry } from '../../../server/logger.ts';
import { startServer } from '../../support/embedded-server.ts';

describe('the log', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-log-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));
  const daily = () => path.join(folder, 'logs', 'daily');

  it('writes entries from its level on and notifies its subscribers', async () => {
    const log = createLogger(folder, () => ({ level: 3, daysToKeep: 7 }));
    const heard: LogEntry[] = [];
    const stop = log.subscribe((entry) => heard.push(entry));
    log.info('Test', 'quiet');
    log.warn('Test', 'loud');
    stop();
    log.error('Test', 'louder');
    await log.close();
    expect(heard).toEqual([
      {
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/),
        source: 'Test',
        message: 'loud',
        levelName: 'WARN',
        level: 3,
      },
    ]);
    expect(log.today().map(({ message }) => message)).toEqual(['loud', 'louder']);
  });

  it("keeps today's entries over a restart, and only the configured days", async () => {
    const first = createLogger(folder, () => ({ level: 2, daysToKeep: 2 }));
    first.info('Test', 'before');
    await first.close();
    const today = `${first.today()[0]?.timestamp.slice(0, 10)}.txt`;
    fs.appendFileSync(path.join(daily(), today), '{"cut off');
    fs.writeFileSync(path.join(daily(), '2020-01-01.txt'), '');
    fs.writeFileSync(path.join(daily(), '2020-01-02.txt'), '');
    const second = createLogger(folder, () => ({ level: 2, daysToKeep: 2 }));
    second.info('Test', 'after');
    await second.close();
    expect(second.today().map(({ message }) => message)).toEqual(['before', 'after']);
    expect(fs.readdirSync(daily())).toEqual(['2020-01-02.txt', today]);
  });

  it('opens a log of 600 MB from an attack at once, and continues in a new file', async () => {
    const first = createLogger(folder, () => ({ level: 2, daysToKeep: 7 }));
    first.info('Test', 'x');
    await first.close();
    const file = path.join(daily(), `${first.today()[0]?.timestamp.slice(0, 10)}.txt`);
    fs.writeFileSync(file, '');
    fs.truncateSync(file, 600 * 1024 ** 2);
    fs.appendFileSync(file, `\n${JSON.stringify({ ...first.today()[0], message: 'last' })}\n`);
    const second = createLogger(folder, () => ({ level: 2, daysToKeep: 7 }));
    const before = process.memoryUsage().rss;
    second.info('Test', 'after');
    await second.close();
    expect(second.today().map(({ message }) => message)).toEqual(['last', 'after']);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 ** 2);
    expect(fs.readdirSync(daily()).toSorted()).toEqual([
      path.basename(file).replace('.txt', '.1.txt'),
      path.basename(file),
    ]);
  });

  it('is bounded in memory and on disk', async () => {
    const log = createLogger(folder, () => ({ level: 2, daysToKeep: 7 }));
    for (let round = 0; round < 60; round += 1) {
      for (let number = 0; number < 100; number += 1) log.error('Test', 'x'.repeat(10_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const kept = log.today().reduce((sum, { message }) => sum + message.length, 0);
    await log.close();
    expect([kept <= 2_000_000, Math.max(...log.today().map(({ message }) => message.length))]).toEqual([true, 4001]);
    const bytes = fs.readdirSync(daily()).reduce((sum, name) => sum + fs.statSync(path.join(daily(), name)).size, 0);
    expect([bytes < 20 * 1024 ** 2, fs.readdirSync(daily()).length <= 2]).toEqual([true, true]);
  });

  it('is whole on the disk once it is closed, the file before included, and nothing is written after', async () => {
    const log = createLogger(folder, () => ({ level: 2, daysToKeep: 7 }));
    for (let number = 0; number < 100; number += 1) log.info('Test', `line ${number}`);
    const closed = log.close();
    log.info('Test', 'too late');
    await closed;
    const files = fs.readdirSync(daily());
    const lines = files.flatMap((name) => fs.readFileSync(path.join(daily(), name), 'utf8').trim().split('\n'));
    expect([files.length, lines.length, lines.at(-1)?.includes('line 99')]).toEqual([1, 100, true]);
    fs.rmSync(path.join(folder, 'logs'), { recursive: true });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(fs.existsSync(path.join(folder, 'logs'))).toBe(false);
  });

  it('continues in memory where it cannot be written', async () => {
    fs.writeFileSync(path.join(folder, 'logs'), 'no folder');
    const log = createLogger(folder, () => ({ level: 2, daysToKeep: 7 }));
    log.info('Test', 'kept');
    await log.close();
    expect(log.today().map(({ message }) => message)).toEqual(['kept']);
  });
});

describe('accounts of the demo', () => {
  it('are separate: their data folder is refused on an open address', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-demo-'));
    const demo = await startServer({ demo: true, dataDir });
    await demo.stop();
    await expect(startServer({ dataDir, host: '0.0.0.0' })).rejects.toThrow(
      'The account "root" still has the password of the demo',
    );
    fs.rmSync(dataDir, { recursive: true });
  });
});
