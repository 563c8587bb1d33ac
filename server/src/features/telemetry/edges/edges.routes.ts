import { Failure } from '@plumbline/contract/kernel/errors';
import { edges } from '@plumbline/contract/telemetry/edges';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';

/** Edges are let in by the gateway itself (edges.http.ts). */
const notHere = () => Promise.reject(new Failure('notFound'));

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, edges, { deliver: notHere, report: notHere, sign: notHere });
