/** 3D tiles of a project (specification 7: 3dtiles): where a tileset lies, or its entry file. The viewer comes with its own issue. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, name } from '../points/fields.ts';

/** Most tilesets that a project keeps, and the largest entry file, in bytes. */
export const maxTilesets = 50;
export const tilesetBytes = 4 * 1024 * 1024;

export const Tileset = z
  .object({
    id: z.int(),
    projectId: z.int(),
    name: z.string(),
    url: z.string().nullable().describe('Address of its tileset.json; null = the file was uploaded'),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Tileset' });
export type Tileset = z.output<typeof Tileset>;

const place = { within: 'projectId', path: '/projects/{projectId}/3dtiles' } as const;
const one = { within: 'projectId', path: '/projects/{projectId}/3dtiles/{tilesetId}' } as const;
const oneInput = z.object({ projectId: id, tilesetId: id });

export const tilesets = {
  list: route({
    ...place,
    method: 'GET',
    summary: 'The 3D tiles of a project, by name.',
    shows: ['project'],
    needs: 'Retrieve:Project',
    input: z.object({ projectId: id }),
    reply: z.object({ tilesets: z.array(Tileset) }),
  }),
  add: route({
    ...place,
    method: 'POST',
    summary: 'Saves the address of a tileset. Nothing is fetched from there, and nothing in Plumbline shows it.',
    changes: ['project'],
    needs: 'Update:Project',
    input: z.object({
      projectId: id,
      name: name(50),
      url: z
        .string()
        .trim()
        .max(500)
        .refine((text) => /^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/.test(text), 'tilesetAddress'),
    }),
    reply: z.object({ tileset: Tileset }),
    fails: ['nameTaken', 'tilesetsFull'],
    example: { projectId: 1, name: 'Dam as built', url: 'https://tiles.example.org/dam/tileset.json' },
  }),
  upload: route({
    method: 'POST',
    path: '/projects/{projectId}/3dtiles/upload',
    within: 'projectId',
    summary: 'Uploads the tileset.json of a tileset, at most 4 MB. It must have an asset with a version, and a root.',
    changes: ['project'],
    needs: 'Update:Project',
    kind: 'upload',
    upload: {
      types: ['application/json', 'application/octet-stream'],
      formats: ['tileset.json'],
      maxBytes: tilesetBytes,
    },
    input: z.object({ projectId: id, name: name(50) }),
    reply: z.object({ tileset: Tileset }),
    fails: ['nameTaken', 'tilesetsFull'],
    example: { projectId: 1, name: 'Slope, drone flight' },
  }),
  file: route({
    method: 'GET',
    path: '/projects/{projectId}/3dtiles/{tilesetId}/file',
    within: 'projectId',
    summary: 'The tileset.json that was uploaded.',
    shows: ['project'],
    needs: 'Retrieve:Project',
    kind: 'download',
    input: oneInput,
    reply: z.unknown(),
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    summary: 'Deletes a tileset with its uploaded file.',
    changes: ['project'],
    needs: 'Update:Project',
    input: oneInput,
    reply: done,
  }),
};
