/**
 * Answers of the API are compressed on their way over a network, where thousands of rows would otherwise be megabytes.
 * Nothing is for who asks from this very machine (a reverse proxy, which compresses by itself, or a browser beside it):
 * there it would cost more time than it saves. Requests are taken as they are: a body that is packed is refused.
 */
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FastifyInstance } from 'fastify';

const here = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

export async function compressed(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async (request) => {
    // The plugin's own word for "not this one".
    if (here.has(request.ip)) request.headers['x-no-compression'] = '1';
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new Failure('badBody', { contentEncoding: 'identity' });
  });
  await app.register(compress, {
    // A body of a few bytes would become megabytes, before anybody knows whose it is.
    globalDecompression: false,
    // Words and tables: files are kept as they were given, and may be asked for in parts.
    customTypes: /^(application\/(problem\+)?json|text\/(csv|plain|html|css|javascript))(;|$)/,
    threshold: 2_048,
    encodings: ['zstd', 'br', 'gzip'],
    // The quickest of each: the edit table of 10,000 points, 6.1 MB, becomes 0.1 to 0.2 MB in 5 to 50 ms.
    zlibOptions: { level: 1 },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
  });
}
