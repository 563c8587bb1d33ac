/** What goes out of a version of a layer: what is drawn of it, as a whole or tile by tile, and the file that it was drawn from. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { layers } from '@plumbline/contract/site/layers';
import type { Context } from '../../../kernel/context.ts';
import { type Download, storedDownload } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { storedPack, tileDownload } from '../tile-packs/tile-packs.api.ts';
import * as table from './layers.table.ts';

type Input<K extends keyof typeof layers> = OutputOf<(typeof layers)[K]['input']>;

async function filesOf({ db }: Context, { projectId, layerId, versionId }: Input<'file'>) {
  const files = requireRow(await table.filesOfVersion(db, projectId, layerId, versionId), { versionId });
  return files;
}

/** Throws notFound for a version that is drawn by tiles: as a whole it goes out as its file, with a line in the log. */
export async function content(context: Context, input: Input<'content'>): Promise<Download> {
  const { content_id: contentId, contents, name } = await filesOf(context, input);
  const where = { versionId: input.versionId };
  const wholeId = contents?.tiles ? null : contentId;
  return await storedDownload(context, wholeId, { type: 'application/geo+json', fileName: `${name}.geojson`, where });
}

export async function tile(context: Context, { z, x, y, ...input }: Input<'tile'>): Promise<Download> {
  const { content_id: contentId, contents, name } = await filesOf(context, input);
  if (contentId === null || !contents?.tiles) throw new Failure('notFound', { versionId: input.versionId });
  const isInside = z >= contents.tiles.minZoom && z <= contents.tiles.maxZoom && x < 2 ** z && y < 2 ** z;
  const found = isInside ? await storedPack(context, contentId).tile(z, x, y) : null;
  const [type, ending] = contents.tiles.type === 'raster' ? ['image/webp', 'webp'] : ['application/x-protobuf', 'mvt'];
  return tileDownload(found, type as string, `${name}-${z}-${x}-${y}.${ending}`);
}

export async function file(context: Context, input: Input<'file'>): Promise<Download> {
  const { file_id: fileId, file_name: fileName } = await filesOf(context, input);
  return await storedDownload(context, fileId, { fileName, where: { versionId: input.versionId } });
}
