import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger, type LogEntry } from '../../../server/logger.ts';
import { startServer } from '../../support/embedded-server.ts';

describe('the log', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-log-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));
  const daily = () => path.join(folder, 'logs', 'daily');

  it('writes what is loud enough and tells its listeners', () => {
    const log = createLogger(folder, () => ({ level: 3, daysToKeep: 7 }));
    const heard: LogEntry[] = [];
    const stop = log.subscribe((entry) => heard.push(entry));
    log.info('Test', 'quiet');
    log.warn('Test', 'loud');
    stop();
    log.error('Test', 'louder');
    log.close();
    expect(heard).toEqual([{ timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/), source: 'Test', message: 'loud', levelName: 'WARN', level: 3 }]);
    expect(log.today().map(({ message }) => message)).toEqual(['loud', 'louder']);
  });

  it('still knows after a restart what was logged today, and keeps only the days asked for', async () => {
    const first = createLogger(folder, () => ({ level: 2, daysToKeep: 2 }));
    first.info('Test', 'before');
    first.close();
    const today = `${first.today()[0]?.timestamp.slice(0, 10)}.txt`;
    await vi.waitUntil(() => fs.existsSync(path.join(daily(), today)) && fs.readFileSync(path.join(daily(), today), 'utf8').includes('before'));
    fs.appendFileSync(path.join(daily(), today), '{"cut off');
    fs.writeFileSync(path.join(daily(), '2020-01-01.txt'), '');
    fs.writeFileSync(path.join(daily(), '2020-01-02.txt'), '');
    const second = createLogger(folder, () => ({ level: 2, daysToKeep: 2 }));
    second.info('Test', 'after');
    second.close();
    expect(second.today().map(({ message }) => message)).toEqual(['before', 'after']);
    expect(fs.readdirSync(daily())).toEqual(['2020-01-02.txt', today]);
  });
});

describe('accounts of the demo', () => {
  it('never meet others: their data folder is refused on an open address', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-demo-'));
    const demo = await startServer({ demo: true, dataDir });
    await demo.stop();
    await expect(startServer({ dataDir, host: '0.0.0.0' })).rejects.toThrow('The account "root" still has the password of the demo');
    fs.rmSync(dataDir, { recursive: true });
  });
});
