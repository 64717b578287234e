import type { FastifyReply } from 'fastify';

/** Sends JSON that is a string already: the answer of a thread. */
export const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json);
