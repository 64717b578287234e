import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { output } from 'zod/v4/core';
import type { deviceInfo } from '../../src/schemas/requests/listening.ts';
import { CONTRACT_VERSION } from '../version.ts';

/** A playing device: its own data and its user agent's. */
export interface DeviceInfo {
  readonly id: string;
  readonly userId?: string;
  readonly deviceId: string;
  readonly [key: string]: unknown;
}

/** `deviceInfo` of a body. */
export type SaidByDevice = output<typeof deviceInfo>;

/** The device of a call. The same user and device id always give the same `id`. */
export function deviceOf(
  request: FastifyRequest,
  userId: string,
  { deviceId: own, ...said }: SaidByDevice,
): DeviceInfo {
  const deviceId = own?.slice(0, 200) ?? uuidOf(`${userId}/${request.ip}`);
  const agent = readUserAgent(request.headers['user-agent'] ?? '');
  const browser = [agent.osName, agent.osVersion, agent.browserName];
  const texts: Record<string, string | number> = Object.fromEntries(
    Object.entries(said).map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, 200) : value]),
  );
  return {
    id: uuidOf(`${userId}/${deviceId}`),
    userId,
    deviceId,
    ipAddress: request.ip.replace(/^::ffff:/, ''),
    ...agent,
    clientVersion: CONTRACT_VERSION,
    clientName: 'Abs Web',
    ...texts,
    deviceName:
      texts['deviceName'] ?? nameOf(texts['model'] === undefined ? browser : [texts['manufacturer'], texts['model']]),
  };
}

/** Name of a device for others: `Linux x86_64 / Chrome`, or model and version for an app. */
export function describeDevice(device: Readonly<Record<string, unknown>>): string {
  const text = (key: string) => (typeof device[key] === 'string' ? device[key] : undefined);
  const system = [text('osName'), text('osVersion')].filter(Boolean).join(' ');
  if (!text('model') && system && text('browserName')) return `${system} / ${text('browserName')}`;
  return `${text('model') ?? text('clientName') ?? 'Unknown'} / v${text('clientVersion') ?? CONTRACT_VERSION}`;
}

function nameOf(parts: readonly (string | number | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

interface Agent {
  readonly browserName?: string;
  readonly browserVersion?: string;
  readonly osName?: string;
  readonly osVersion?: string;
}

const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /Edg(?:A|iOS)?\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
];
const systems: readonly (readonly [string, RegExp])[] = [
  ['Windows', /Windows NT ([\d.]+)/],
  ['iOS', /(?:iPhone|iPad).*? OS ([\d_]+)/],
  ['Android', /Android ([\d.]+)/],
  ['Mac OS', /Mac OS X ([\d_.]+)/],
  ['Linux', /Linux (\w+)/],
];

function readUserAgent(agent: string): Agent {
  const find = (table: typeof browsers) =>
    table
      .map(([name, pattern]) => [name, pattern.exec(agent)?.[1]] as const)
      .find(([, version]) => version !== undefined);
  const [browser, system] = [find(browsers), find(systems)];
  return {
    ...(browser ? { browserName: browser[0], browserVersion: browser[1] ?? '' } : {}),
    ...(system
      ? {
          osName: system[0],
          osVersion: system[0] === 'Linux' ? (system[1] ?? '') : (system[1] ?? '').replaceAll('_', '.'),
        }
      : {}),
  };
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
