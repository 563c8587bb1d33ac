import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, name } from '../points/fields.ts';

export const documentKinds = ['drawing', 'report', 'contract', 'manual', 'photo', 'certificate', 'other'] as const;
/** 100 MB a document. */
export const documentBytes = 100 * 1024 * 1024;
/** A project keeps this many. */
export const maxDocuments = 1_000;
/** Types of documents, by the ending of its name. */
export const documentTypes = [
  'pdf',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'txt',
  'csv',
  'md',
  'jpg',
  'jpeg',
  'png',
  'webp',
  'dwg',
  'dxf',
  'zip',
  'rar',
  '7z',
] as const;

/** Content types under which browsers send documents; unknown ones are sent as the first. The ending and the first bytes decide. */
export const documentUploadTypes = [
  'application/octet-stream',
  'application/pdf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'text/plain',
  'text/csv',
  'text/markdown',
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/zip',
  'application/x-zip-compressed',
] as const;

export const Document = z
  .object({
    id: z.int(),
    projectId: z.int(),
    kind: z.enum(documentKinds),
    name: z.string().describe('With its ending'),
    type: z.enum(documentTypes),
    bytes: z.int(),
    note: z.string(),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Document' });
export type Document = z.output<typeof Document>;

const one = { projectId: id, documentId: id };
export const documents = {
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/documents',
    summary: 'The documents of a project, newest first: at most a thousand.',
    shows: ['document'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    input: z.object({
      projectId: id,
      kind: z.enum(documentKinds).optional(),
      keyword: z.string().trim().max(50).optional(),
    }),
    reply: z.object({ documents: z.array(Document) }),
  }),
  upload: route({
    method: 'POST',
    path: '/projects/{projectId}/documents',
    summary:
      'Uploads a document of at most 100 MB to a project. Its type is checked by the file extension and the first bytes.',
    changes: ['document'],
    needs: 'Update:Project',
    within: 'projectId',
    kind: 'upload',
    upload: { types: documentUploadTypes, formats: documentTypes, maxBytes: documentBytes },
    ownTransaction: true,
    input: z.object({ projectId: id, kind: z.enum(documentKinds).default('other') }),
    reply: z.object({ document: Document }),
    fails: ['documentsFull'],
  }),
  update: route({
    method: 'PATCH',
    path: '/projects/{projectId}/documents/{documentId}',
    summary: 'Changes the name or the kind of a document. The file extension does not change.',
    changes: ['document'],
    guards: { read: 'list', part: 'documents', by: { field: 'id', input: 'documentId' } },
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({
      ...one,
      name: name(50).optional(),
      kind: z.enum(documentKinds).optional(),
      note: z.string().trim().max(200).nullable().optional(),
    }),
    reply: z.object({ document: Document }),
    fails: ['fileFormat'],
    example: { projectId: 1, documentId: 1, note: 'As built' },
  }),
  file: route({
    method: 'GET',
    path: '/projects/{projectId}/documents/{documentId}/file',
    logged: true,
    summary: 'A document itself.',
    shows: ['document'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    kind: 'download',
    input: z.object(one),
    reply: z.unknown(),
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/{projectId}/documents/{documentId}',
    summary: 'Deletes a document.',
    changes: ['document'],
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object(one),
    reply: done,
  }),
};
