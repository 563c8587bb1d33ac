import { documents } from '@plumbline/contract/documents';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import { openFiles } from '../../kernel/files.ts';
import { type Access, serve } from '../../kernel/serve.ts';
import { file, list, remove, update, upload } from './documents.service.ts';

export default (app: FastifyInstance, access: Access, { config }: { readonly config: Config }) => {
  const files = openFiles(config);
  serve(app, access, documents, { list, update, upload: upload(files), file: file(files), remove: remove(files) });
};
