import { acknowledgement, pong } from '../../schemas/api/common.ts';
import { defineEndpoint } from './define-endpoint.ts';

export const ping = defineEndpoint()({
  name: 'server.ping',
  method: 'GET',
  path: () => '/ping',
  output: pong,
  auth: 'none',
  timeoutMs: 3000,
});

export const healthcheck = defineEndpoint()({
  name: 'server.healthcheck',
  method: 'GET',
  path: () => '/healthcheck',
  output: acknowledgement,
  answer: 'text',
  auth: 'none',
});
