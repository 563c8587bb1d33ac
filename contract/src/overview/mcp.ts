/** The Model Context Protocol: how an assistant reads what its user may read. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';

/** Limits of one answer. */
export const mcpLimits = {
  bodyBytes: 64 * 1024,
  /** Records on a page of a list. */
  pageSize: 50,
  /** Values of a curve, unless told and at most. A chart draws five values of a column, and is at least fifty columns wide. */
  values: 250,
  maxValues: 2_000,
  comparedPoints: 10,
  /** Fields of a point that are described: a chain has hundreds. */
  fields: 60,
  /** Readings that an explanation of an alert cites. */
  citedReadings: 12,
} as const;

export const mcp = {
  call: route({
    method: 'POST',
    path: '/mcp',
    summary:
      'Model Context Protocol (Streamable HTTP, without sessions): tools that read projects, points, curves and alerts.',
    shows: { nothing: 'For other programs' },
    needs: 'Retrieve:Data',
    kind: 'document',
    readOnly: true,
    dear: true,
    bodyLimit: mcpLimits.bodyBytes,
    input: z.object({
      jsonrpc: z.literal('2.0').describe('Version of JSON-RPC'),
      id: z
        .union([z.string().max(200), z.number()])
        .optional()
        .describe('Absent in a notification'),
      method: z
        .string()
        .regex(/^[\w$/.-]{1,100}$/)
        .describe('Such as initialize, tools/list, tools/call'),
      params: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('As the method takes them; of a call `name` and `arguments`'),
    }),
    reply: z.unknown(),
    example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  }),
};
