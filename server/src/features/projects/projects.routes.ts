import { projects } from '@plumbline/contract/projects';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../kernel/config.ts';
import { openFiles } from '../../kernel/files.ts';
import { type Access, serve } from '../../kernel/serve.ts';
import * as ending from './projects.ending.service.ts';
import * as members from './projects.members.service.ts';
import { picture, removePicture, setPicture } from './projects.pictures.service.ts';
import { archive, create, get, list, update } from './projects.service.ts';
import * as settings from './projects.settings.service.ts';
import { addTileset, removeTileset, tilesetFile, tilesets, uploadTileset } from './projects.tiles.service.ts';
import { topo } from './projects.topo.service.ts';
import type { DeviceHealth } from './projects.topo.table.ts';
import { tree } from './projects.tree.service.ts';

export default (
  app: FastifyInstance,
  access: Access,
  { config }: { readonly config: Config },
  /** Of devices, a feature above. */
  deviceHealth: DeviceHealth,
) => {
  const files = openFiles(config);
  serve(app, access, projects, {
    ...{ list, create, get, update, archive, tree },
    topo: topo(deviceHealth),
    tilesets,
    addTileset,
    uploadTileset: uploadTileset(files),
    tilesetFile: tilesetFile(files),
    removeTileset: removeTileset(files),
    ...ending,
    ...members,
    ...settings,
    setPicture: setPicture(files, 'picture'),
    removePicture: removePicture(files, 'picture'),
    picture: picture(files, 'picture'),
    setLogo: setPicture(files, 'logo'),
    removeLogo: removePicture(files, 'logo'),
    logo: picture(files, 'logo'),
  });
};
